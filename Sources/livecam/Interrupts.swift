import Dispatch
import Glibc
import LinuxDevices
import Synchronization

/// Counts Ctrl-C, a polite kill and a closed terminal instead of dying of them.
final class Interrupts: Sendable {
  private let signals: ProcessSignals

  /// Calls `handler` with 1 at the first signal, 2 at the second and so on.
  init(_ handler: @escaping @Sendable (Int) -> Void) {
    let count = Mutex(0)
    signals = ProcessSignals([SIGINT, SIGTERM, SIGHUP], queue: Self.queue) { _ in
      handler(
        count.withLock { count in
          count += 1
          return count
        })
    }
  }

  /// Passes a polite kill and a closed terminal on to another process. Ctrl-C, which the terminal sends to both, is
  /// that one's alone.
  init(passingTo process: pid_t) {
    ProcessSignals.ignore([SIGINT, SIGQUIT])
    signals = ProcessSignals([SIGTERM, SIGHUP], queue: Self.queue) { kill(process, $0) }
  }

  func end() { signals.end() }

  private static let queue = DispatchQueue(label: "livecam.interrupts")
}
