import ISOBoxes
package import MediaCore

/// A date as the headers have it: whole seconds since 1904-01-01 UTC.
struct QuickTimeDate {
  let seconds: UInt64
  fileprivate static let from1904To1970: Int64 = 2_082_844_800

  init(_ time: WallTime) {
    let (sum, overflow) = time.secondsSince1970.addingReportingOverflow(Self.from1904To1970)
    seconds = overflow || sum < 0 ? 0 : UInt64(sum)
  }

  init(seconds: UInt64) { self.seconds = seconds }

  /// Writes the date into a header. From 2040 on headers need their version with 64 bits.
  func stamp(_ header: inout some DatedBox) {
    (header.creationTime, header.modificationTime) = (seconds, seconds)
    if seconds > UInt64(UInt32.max) { header.header.version = max(header.header.version, 1) }
  }
}

extension MovieFile {
  /// The date of the movie by its header; `nil` for dates before 1970, which headers without a date have.
  package var headerDate: WallTime? {
    guard let seconds = Int64(exactly: header.creationTime), seconds > QuickTimeDate.from1904To1970 else { return nil }
    return WallTime(secondsSince1970: seconds - QuickTimeDate.from1904To1970, nanosecond: 0, utcOffsetSeconds: 0)
  }
}

/// A header that says when something was made and changed.
protocol DatedBox: Box {
  var header: VersionAndFlags { get set }
  var creationTime: UInt64 { get set }
  var modificationTime: UInt64 { get set }
}

extension MovieHeaderBox: DatedBox {}
extension TrackHeaderBox: DatedBox {}
extension MediaHeaderBox: DatedBox {}
