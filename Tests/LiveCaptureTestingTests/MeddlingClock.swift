import MediaCore

/// A clock whose reading calls back, so that a call is made inside another one, as two threads would.
struct MeddlingClock: MediaClock {
  let clock: any MediaClock
  let meddle: @Sendable () -> Void

  var now: MediaTime {
    meddle()
    return clock.now
  }

  func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    clock.schedule(at: time, action)
  }
}
