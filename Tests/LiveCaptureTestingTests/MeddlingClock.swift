import MediaCore

/// A clock whose reading calls back, so that a call is made inside another one, as two threads would.
final class MeddlingClock: MediaClock {
  let clock: any MediaClock
  let meddle: @Sendable () -> Void

  init(clock: any MediaClock, meddle: @escaping @Sendable () -> Void) { (self.clock, self.meddle) = (clock, meddle) }

  var now: MediaTime {
    meddle()
    return clock.now
  }

  func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    clock.schedule(at: time, action)
  }
}
