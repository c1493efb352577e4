public import MediaCore
public import Simulator

/// The passing of time while a device is looked at, and how long to be patient.
public struct DevicePace: Sendable {
  /// The session's clock, by which timestamps and arrivals are compared.
  let clock: any MediaClock
  let patience: MediaTime
  /// The clock that is advanced; `nil` where time passes by itself.
  let virtualClock: VirtualClock?

  /// Returns the pace of devices on a virtual clock: time is moved on, by 10 ms, until what should come has come.
  public static func virtual(_ clock: VirtualClock, patience: MediaTime = MediaTime(value: 10, timescale: 1)) -> Self {
    DevicePace(clock: clock, patience: patience, virtualClock: clock)
  }

  /// Returns the pace of real devices: the caller is blocked until what should come has come.
  public static func real(_ clock: any MediaClock, patience: MediaTime = MediaTime(value: 10, timescale: 1)) -> Self {
    DevicePace(clock: clock, patience: patience, virtualClock: nil)
  }

  /// Waits for `duration`, or until there are more than `count` events; tells whether there are at most `count`.
  func passQuietly<Event>(_ log: EventLog<Event>, for duration: MediaTime, expecting count: Int) -> Bool {
    !pass(log, for: duration) { $0.count > count }
  }

  /// Waits until the events satisfy a condition or `duration`, by default `patience`, is over; tells whether they do.
  func pass<Event>(
    _ log: EventLog<Event>, for duration: MediaTime? = nil, until isDone: ([Event]) -> Bool
  ) -> Bool {
    let duration = duration ?? patience
    guard let virtualClock else { return log.wait(within: duration, until: isDone) }
    let end = virtualClock.now + duration
    while !isDone(log.events) {
      if virtualClock.now >= end { return false }
      virtualClock.advance(by: MediaTime(value: 10, timescale: 1000))
    }
    return true
  }
}
