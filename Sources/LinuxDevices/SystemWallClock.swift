import Glibc
public import MediaCore

/// The machine's calendar: `CLOCK_REALTIME`, with the local offset from the time zone database.
///
/// A monotonic instant is dated by what separates both clocks at the moment of asking, so a clock that was set
/// right in the meantime dates earlier instants right, too.
public struct SystemWallClock: WallClock {
  // Nanoseconds to add to a monotonic instant to get nanoseconds since 1970 UTC.
  private let separation: @Sendable () -> Int64

  /// Creates the machine's own calendar.
  public init() { separation = Self.measuredSeparation }

  // For tests: a calendar that is `separation` nanoseconds ahead of the monotonic clock.
  init(separation: @escaping @Sendable () -> Int64) { self.separation = separation }

  /// Returns the local date and time at a monotonic instant. The offset is the one in force at that date, by
  /// `localtime_r`.
  public func date(at instant: MediaTime) -> WallTime {
    let total = Int128(separation()) + Int128(instant.isNumeric ? instant.nanoseconds : 0)
    let billion: Int128 = 1_000_000_000
    let seconds = total >= 0 ? total / billion : (total - billion + 1) / billion
    let nanosecond = Int(total - seconds * billion)
    return WallTime(
      secondsSince1970: Int64(seconds), nanosecond: nanosecond, utcOffsetSeconds: Self.offset(at: Int64(seconds)))
  }

  private static func offset(at seconds: Int64) -> Int {
    // localtime_r need not look at a time zone that changed; tzset does.
    tzset()
    var time = time_t(seconds)
    var fields = tm()
    guard localtime_r(&time, &fields) != nil else { return 0 }
    return fields.tm_gmtoff
  }

  // The two clocks cannot be read at once: the monotonic one is read before and after, and the middle counts.
  private static func measuredSeparation() -> Int64 {
    let before = MonotonicClock.nanoseconds()
    let wall = MonotonicClock.nanoseconds(CLOCK_REALTIME)
    let after = MonotonicClock.nanoseconds()
    return wall - (before + (after - before) / 2)
  }
}
