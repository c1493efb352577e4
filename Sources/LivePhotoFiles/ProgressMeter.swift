import Synchronization

/// Hears how far an operation is: from 0 to 1, never going back; 1 comes exactly once, when all is done.
public typealias ProgressHandler = @Sendable (Double) -> Void

/// Turns the progress of an operation's parts into one that only grows, and stops the work when its task was cancelled.
public final class ProgressMeter: Sendable {
  private let last = Mutex(-1.0)
  private let handler: ProgressHandler?

  /// A meter that tells `handler`.
  public init(_ handler: ProgressHandler?) { self.handler = handler }

  /// Tells how far the operation is; less than before is not passed on.
  /// - Throws: `CancellationError` when the task was cancelled.
  public func report(_ fraction: Double) throws {
    try Task.checkCancellation()
    tell(min(fraction, 0.999))
  }

  /// Tells that everything is done.
  public func finish() { tell(1) }

  private func tell(_ fraction: Double) {
    // Under the lock, so that two threads cannot tell in the wrong order.
    last.withLock { last in
      guard fraction > last, fraction.isFinite else { return }
      last = fraction
      handler?(max(0, fraction))
    }
  }
}
