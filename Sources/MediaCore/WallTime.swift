/// A date and time of day at some place: what Exif and QuickTime write down.
public struct WallTime: Sendable, Hashable {
  /// The whole seconds since 1970-01-01 00:00:00 UTC.
  public let secondsSince1970: Int64
  /// The rest of the second, 0 ..< 1 000 000 000.
  public let nanosecond: Int
  /// The lead of local time over UTC, in seconds.
  public let utcOffsetSeconds: Int

  /// Creates a date from seconds and nanoseconds since 1970 UTC and the local offset.
  ///
  /// Nanoseconds beyond a second are carried over; an offset is held to less than a day either way.
  public init(secondsSince1970: Int64, nanosecond: Int, utcOffsetSeconds: Int) {
    self.init(
      nanosecondsSince1970: Int128(secondsSince1970) * Self.second + Int128(nanosecond),
      utcOffsetSeconds: utcOffsetSeconds)
  }

  private init(nanosecondsSince1970 total: Int128, utcOffsetSeconds: Int) {
    let rest = total % Self.second
    let nanosecond = rest < 0 ? rest + Self.second : rest
    secondsSince1970 = Int64(clamping: (total - nanosecond) / Self.second)
    self.nanosecond = Int(nanosecond)
    self.utcOffsetSeconds = min(max(utcOffsetSeconds, -86_399), 86_399)
  }

  private static let second: Int128 = 1_000_000_000

  /// Returns the date moved by a duration, which must be a number.
  public func advanced(by duration: MediaTime) -> WallTime {
    WallTime(
      nanosecondsSince1970: Int128(secondsSince1970) * Self.second + Int128(nanosecond) + Int128(duration.nanoseconds),
      utcOffsetSeconds: utcOffsetSeconds)
  }

  /// The calendar fields of local time.
  public var local: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    let rest = ((Int(secondsSince1970 % 86_400) + utcOffsetSeconds) % 86_400 + 86_400) % 86_400
    // Seconds at either end of 64 bits leave no room for an offset; days have plenty.
    let days = Int((Int128(secondsSince1970) + Int128(utcOffsetSeconds) - Int128(rest)) / 86_400)
    let (year, month, day) = Self.civil(daysSince1970: days)
    return (year, month, day, rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// Returns the date as `2026-11-21T09:30:05`, local time; `separator` stands between year, month and day,
  /// `middle` before the hour.
  public func localString(dateSeparator separator: String = "-", middle: String = "T") -> String {
    let fields = local
    let date = [fields.year.digits(4), fields.month.digits(2), fields.day.digits(2)].joined(separator: separator)
    let time = [fields.hour, fields.minute, fields.second].map { $0.digits(2) }.joined(separator: ":")
    return (fields.year < 0 ? "-" : "") + date + middle + time
  }

  /// Returns the offset as `+01:00`, with `separator` between hours and minutes.
  public func offsetString(separator: String = ":") -> String {
    let minutes = abs(utcOffsetSeconds) / 60
    return (utcOffsetSeconds < 0 ? "-" : "+") + (minutes / 60).digits(2) + separator + (minutes % 60).digits(2)
  }

  // Days are counted from the 1st of March of year 0, so that the leap day is a year's last: 400 years are
  // 146 097 days, and 719 468 days lie between that day and 1970-01-01.
  private static func civil(daysSince1970: Int) -> (Int, Int, Int) {
    let days = daysSince1970 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
