public import Dispatch

/// Runs the work that a session hands over: encoding, writing, calls to delegates, and its own reactions.
///
/// ``QueuedWork`` leaves it to the queues. A scheduler for virtual time may run work only while ``settle()`` is
/// awaited.
public protocol WorkScheduler: Sendable {
  /// Runs `body` on `queue`, later. Work for one queue is run in the order of the calls.
  func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)

  /// Runs `body`, which is a job of an actor whose queue is `queue`, on that queue.
  func enqueue(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)

  /// Calls `body` at once and on the caller's thread. Tasks that it resumes or starts belong to the scheduler's work.
  /// - Throws: What `body` throws.
  func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value

  /// Runs the work that the scheduler holds back until ``settle()``; returns at once if it holds back none.
  func runPending() async

  /// Returns once all submitted work, and the work that this has submitted, has run.
  func settle() async
}

extension WorkScheduler {
  /// Puts the job on the queue.
  public func enqueue(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  /// Calls `body` and does nothing else.
  /// - Throws: What `body` throws.
  public func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try body()
  }

  func run(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) { run(.general, on: queue, body) }
}
