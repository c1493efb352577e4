public import Dispatch

/// A scheduler that leaves all work to its queues at once, and waits for none.
public struct QueuedWork: WorkScheduler {
  /// Creates a scheduler without any state.
  public init() {}

  /// Puts `body` on `queue`.
  public func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  /// Returns at once: nothing is kept back.
  public func runPending() async {}

  /// Returns at once: in real time it is not known when a camera's work is over.
  public func settle() async {}
}
