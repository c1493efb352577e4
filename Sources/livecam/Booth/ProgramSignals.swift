import Dispatch
import Glibc
import LinuxDevices

/// Waits for Ctrl-C, a polite kill or a closed terminal.
final class ProgramSignals: Sendable {
  private let signals: ProcessSignals
  private let stream: AsyncStream<Void>

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
    self.stream = stream
    signals = ProcessSignals([SIGINT, SIGTERM, SIGHUP], queue: DispatchQueue(label: "livecam-booth.signals")) { _ in
      continuation.yield()
    }
  }

  /// Returns when the first has come. The next one ends the process in the usual way.
  func first() async {
    for await _ in stream { break }
    signals.end()
  }
}
