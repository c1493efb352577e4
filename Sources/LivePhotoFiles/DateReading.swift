import MediaCore

/// A date as a file gives it: local time, and perhaps how far that is ahead of UTC.
typealias DateReading = ExifDate.Reading

extension DateReading {
  /// A date of ISO 8601 as movies have it: `2025-05-26T09:27:06-0500`, also with a colon, with `Z`, with fractions of a
  /// second (which are passed over), or without an offset. Exif's colons between year, month and day are taken, too.
  /// `nil` for anything else.
  init?(_ text: String) {
    let pattern =
      #/
      ([0-9]{4}[-:][0-9]{2}[-:][0-9]{2}[T\x20][0-9]{2}:[0-9]{2}:[0-9]{2})(?:[.,][0-9]*)?(Z|[-+][0-9]{2}:?[0-9]{2})?
      /#
    guard let (_, local, offset) = text.wholeMatch(of: pattern)?.output,
      let reading = ExifDate.parse(String(local), offset: offset.map { String($0) }, subsecond: nil),
      reading.hasOffset == (offset != nil)
    else { return nil }
    self = reading
  }

  /// Seconds from 1970-01-01 00:00:00 of the same local time.
  var localSeconds: Int64 { date.secondsSince1970 + Int64(date.utcOffsetSeconds) }

  var offsetSeconds: Int? { hasOffset ? date.utcOffsetSeconds : nil }

  /// Returns by how many seconds this date is later than another one: in absolute time when both know their offset,
  /// else by the clocks on the wall.
  func seconds(since other: DateReading) -> Int64 {
    hasOffset && other.hasOffset
      ? date.secondsSince1970 - other.date.secondsSince1970 : localSeconds - other.localSeconds
  }

  /// The date with an offset that is told from elsewhere, or its own.
  func wallTime(defaultOffset: Int) -> WallTime {
    let offset = offsetSeconds ?? defaultOffset
    return WallTime(
      secondsSince1970: localSeconds - Int64(offset), nanosecond: date.nanosecond, utcOffsetSeconds: offset)
  }

  /// The date in ISO 8601, `2025-05-26T09:27:06-05:00`.
  var text: String { date.localString() + (hasOffset ? date.offsetString() : "") }
}

extension MediaTime {
  /// Seconds to count with beside those of dates: from 0 to the length of the longest movie that anyone could think of.
  var wholeSeconds: Int64 { isNumeric ? Int64(min(max(seconds, 0), 1e9)) : 0 }
}
