import MediaCore

/// A date as a file gives it: local time, and perhaps how far that is ahead of UTC.
struct DateReading: Sendable, Hashable {
  /// Seconds from 1970-01-01 00:00:00 of the same local time.
  let localSeconds: Int64
  /// How far local time is ahead of UTC, in seconds; `nil` when the file doesn't say.
  let offsetSeconds: Int?
  /// The rest of the second, where it is known.
  private let nanosecond: Int

  init(localSeconds: Int64, nanosecond: Int = 0, offsetSeconds: Int?) {
    self.localSeconds = localSeconds
    self.nanosecond = nanosecond
    self.offsetSeconds = offsetSeconds
  }

  /// A date of ISO 8601 as movies have it: `2025-05-26T09:27:06-0500`, also with a colon, with `Z`, with fractions of a
  /// second (which are passed over), or without an offset. Exif's colons between year, month and day are taken, too. `nil` for anything else.
  init?(_ text: String) {
    let pattern =
      #/
      ([0-9]{4})[-:]([0-9]{2})[-:]([0-9]{2})[T\x20]([0-9]{2}):([0-9]{2}):([0-9]{2})
      (?:[.,][0-9]*)?(Z|([-+])([0-9]{2}):?([0-9]{2}))?
      /#
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
    let (month, day) = (number(match.2), number(match.3))
    let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
    let (hours, minutes) = (number(match.9), number(match.10))
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61, hours < 24,
      minutes < 60
    else { return nil }
    nanosecond = 0
    let days = Self.days(year: number(match.1), month: month, day: day)
    localSeconds = Int64(days * 86_400 + hour * 3600 + minute * 60 + second)
    let offset = hours * 3600 + minutes * 60
    offsetSeconds = match.7 == nil ? nil : match.8 == "-" ? -offset : offset
  }

  /// How many seconds later than another date this is: in absolute time when both know their offset, else by the clocks
  /// on the wall.
  func seconds(since other: DateReading) -> Int64 {
    guard let offsetSeconds, let otherOffset = other.offsetSeconds else { return localSeconds - other.localSeconds }
    return (localSeconds - Int64(offsetSeconds)) - (other.localSeconds - Int64(otherOffset))
  }

  /// The date with an offset that is told from elsewhere, or its own.
  func wallTime(defaultOffset: Int) -> WallTime {
    let offset = offsetSeconds ?? defaultOffset
    return WallTime(secondsSince1970: localSeconds - Int64(offset), nanosecond: nanosecond, utcOffsetSeconds: offset)
  }

  /// The date in ISO 8601, `2025-05-26T09:27:06-05:00`.
  var text: String {
    let date = WallTime(secondsSince1970: localSeconds, nanosecond: 0, utcOffsetSeconds: 0)
    let offset = offsetSeconds.map {
      WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: $0).offsetString()
    }
    return date.localString() + (offset ?? "")
  }

  // Years run from March to February, so that a leap day is a year's last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let monthIndex = (month + 9) % 12
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthIndex + 2) / 5 + day - 1 - 719_468
  }
}
