import MediaCore

/// A clock that always shows the same instant and has nothing to call.
final class StandingClock: MediaClock {
  struct Nothing: ScheduledAction { func cancel() {} }

  let now = MediaTime(nanoseconds: 1_000_000_000_000)

  func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction { Nothing() }
}
