/// A calendar for virtual time: one date belongs to one instant, and all others follow from it.
public struct FixedWallClock: WallClock {
  /// The date at ``instant``.
  public let date: WallTime
  /// The instant of the session's clock whose date is known.
  public let instant: MediaTime

  /// Creates a calendar; by default 1000 s, where virtual clocks begin, is 2026-11-21 09:30:05 an hour ahead of UTC.
  public init(
    date: WallTime = WallTime(secondsSince1970: 1_795_249_805, nanosecond: 0, utcOffsetSeconds: 3600),
    at instant: MediaTime = MediaTime(value: 1000, timescale: 1)
  ) {
    self.date = date
    self.instant = instant
  }

  /// Returns the local date and time at an instant, in nanoseconds.
  public func date(at instant: MediaTime) -> WallTime { date.advanced(by: instant - self.instant) }
}
