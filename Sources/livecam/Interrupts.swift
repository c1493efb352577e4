import Dispatch
import Glibc
import Synchronization

/// Counts Ctrl-C, a polite kill and a closed terminal instead of dying of them.
final class Interrupts: Sendable {
  private let sources: Mutex<[any DispatchSourceSignal]>

  /// Calls `handler` with 1 at the first signal, 2 at the second and so on.
  init(_ handler: @escaping @Sendable (Int) -> Void) {
    let queue = DispatchQueue(label: "livecam.interrupts")
    let counter = Counter()
    sources = Mutex(
      [SIGINT, SIGTERM, SIGHUP].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { handler(counter.next()) }
        source.resume()
        return source
      })
  }

  /// Passes a polite kill and a closed terminal on to another process. Ctrl-C, which the terminal sends to both, is
  /// that one's alone.
  init(passingTo process: pid_t) {
    let queue = DispatchQueue(label: "livecam.interrupts")
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    sources = Mutex(
      [SIGTERM, SIGHUP].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { kill(process, number) }
        source.resume()
        return source
      })
  }

  /// Gives the signals their usual meaning back.
  func end() {
    sources.withLock { sources in
      for source in sources { source.cancel() }
      sources = []
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
