package import MediaCore

/// The dates that no photo was taken at.
package enum ImpossibleDate {
  /// Seconds from 1970 on of a local time from which on dates are none yet: 2060.
  private static let future: Int64 = 2_840_140_800
  /// Where the clocks of Macs, of Unix and of DOS begin: 1904, 1970, 1980.
  private static let beginnings: [Int64] = [-2_082_844_800, 0, 315_532_800]

  /// Returns what is impossible about a date, as the rest of a sentence; `nil` if it may be right.
  package static func problem(of reading: ExifDate.Reading) -> String? {
    let seconds = reading.date.secondsSince1970 + Int64(reading.date.utcOffsetSeconds)
    if seconds >= future { return "lies in the future" }
    return beginnings.contains { (seconds - $0).magnitude <= 2 * 86_400 }
      ? "is where a clock that nobody has set begins" : nil
  }
}
