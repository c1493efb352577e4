/// Dates as Exif and XMP write them.
public enum ExifDate {
  /// A date with what is known of its zone.
  public struct Reading: Sendable, Hashable {
    /// The date; without a known offset, local time taken as if it were UTC.
    public let date: WallTime
    /// A Boolean value that indicates whether the offset was written.
    public let hasOffset: Bool

    /// Creates a date that is known already.
    package init(date: WallTime, hasOffset: Bool) { (self.date, self.hasOffset) = (date, hasOffset) }
  }

  /// Returns the date from Exif's three texts: `2026:11:21 09:30:05`, `+01:00` (or none), fractions of a second (or
  /// none).
  ///
  /// `nil` for what is no date, such as Exif's blanks for "unknown". Stands for CIPA DC-008 4.6.5, `DateTime`.
  public static func parse(_ text: String, offset: String?, subsecond: String?) -> Reading? {
    let parts = text.utf8.split(whereSeparator: { !(0x30...0x39).contains($0) }).map { number($0) }
    guard parts.count >= 6 else { return nil }
    let fields = parts.prefix(6).compactMap { $0 }
    guard fields.count == 6, (1...9999).contains(fields[0]), (1...12).contains(fields[1]),
      (1...31).contains(fields[2]), fields[3] < 24, fields[4] < 60, fields[5] < 61
    else { return nil }
    let days = days(year: fields[0], month: fields[1], day: fields[2])
    let ahead = offset.flatMap(seconds(ofOffset:))
    let seconds = days * 86_400 + fields[3] * 3600 + fields[4] * 60 + fields[5] - (ahead ?? 0)
    return Reading(
      date: WallTime(
        secondsSince1970: Int64(seconds), nanosecond: subsecond.map(nanoseconds(ofFraction:)) ?? 0,
        utcOffsetSeconds: ahead ?? 0), hasOffset: ahead != nil)
  }

  /// Seconds ahead of UTC from `+01:00`, `-0530` or `Z`; `nil` for anything else.
  static func seconds(ofOffset text: String) -> Int? {
    let bytes = Array(text.utf8.filter { $0 != 0x20 })
    if bytes == [0x5a] { return 0 }
    guard let sign = bytes.first, sign == 0x2b || sign == 0x2d else { return nil }
    let digits = bytes.dropFirst().filter { $0 != 0x3a }
    guard digits.count == 4, let hours = number(digits.prefix(2)), let minutes = number(digits.suffix(2)), hours <= 23,
      minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == 0x2d ? -1 : 1)
  }

  /// Returns the date as `2026-11-21T09:30:05.042+01:00`, as XMP has it.
  package static func xmpText(_ date: WallTime) -> String {
    date.localString() + "." + (date.nanosecond / 1_000_000).digits(3) + date.offsetString()
  }

  private static func nanoseconds(ofFraction text: String) -> Int {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) }.prefix(9)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * (0..<9 - digits.count).reduce(1) { power, _ in power * 10 }
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Days since 1970-01-01, counted in years that begin in March, so that leap days are last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
