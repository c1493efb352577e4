/// The session's clock: the monotonic instants that samples are stamped with, and calls at given instants.
///
/// Real for the command, virtual for tests. Nothing in the pipeline reads time or waits by any other way.
public protocol MediaClock: AnyObject, Sendable {
  /// The present instant, in nanoseconds of `CLOCK_MONOTONIC` for a real clock.
  var now: MediaTime { get }

  /// Calls `action` once, at `time` or as soon after it as can be; an instant in the past means at once.
  ///
  /// Actions of one clock are called one after another, in order of their times. They must be short.
  func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction
}
