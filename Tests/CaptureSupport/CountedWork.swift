public import Dispatch
public import LiveCapture

/// A scheduler that leaves work to its queues, as a program does that runs on a machine, and knows when none is left.
///
/// Files come out the same on every run; the order in which queues do what one instant sets off does not.
public final class CountedWork: WorkScheduler {
  private let count = WorkCount()

  /// A scheduler without work.
  public init() {}

  /// Puts `body` on `queue`.
  public func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    count.enter()
    let work = ReleasedWork(body)
    queue.async {
      work.run()
      self.count.leave()
    }
  }

  /// Returns at once: nothing is kept back.
  public func runPending() async {}

  /// Returns once no work is queued or running.
  public func settle() async { await count.idle() }
}
