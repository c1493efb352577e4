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

/// A call that a clock will make.
public protocol ScheduledAction: Sendable {
  /// Makes sure the call will not be made, if it has not begun. Harmless afterwards.
  func cancel()
}

/// The calendar's side of time: what date an instant of the session's clock was.
public protocol WallClock: Sendable {
  /// The local date and time at a monotonic instant.
  func date(at instant: MediaTime) -> WallTime
}
