import Dispatch
import Glibc
import LinuxDevices
import SystemCalls

/// Waits for Ctrl-C, a polite kill or a closed terminal.
final class ProgramSignals: Sendable {
  private let signals: ProcessSignals
  private let stream: AsyncStream<Int32>
  private let hadTerminal = ProgramSignals.hasTerminal

  init() {
    // The newest ones are enough: what comes last decides.
    let (stream, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(2))
    self.stream = stream
    signals = ProcessSignals([SIGINT, SIGTERM, SIGHUP], queue: DispatchQueue(label: "livecam.booth.signals")) {
      continuation.yield($0)
    }
  }

  /// Returns when the first has come. The next one ends the process in the usual way.
  ///
  /// A SIGHUP that does not come of a closed terminal calls `reload`, if there is one, and ends nothing.
  func first(reloading reload: (() async -> Void)? = nil) async {
    for await number in stream {
      guard let reload, number == SIGHUP, Self.hasTerminal || !hadTerminal else { break }
      await reload()
    }
    signals.end()
  }

  private static var hasTerminal: Bool {
    // For whatever reason it cannot be opened: it is not there.
    (try? Descriptor(opening: "/dev/tty", O_RDONLY | O_NOCTTY)) != nil
  }
}
