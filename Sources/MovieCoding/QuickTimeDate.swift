import ISOBoxes
import MediaCore

/// A date as the headers have it: whole seconds since 1904-01-01 UTC.
struct QuickTimeDate {
  let seconds: UInt64

  init(_ time: WallTime) {
    let (sum, overflow) = time.secondsSince1970.addingReportingOverflow(2_082_844_800)
    seconds = overflow || sum < 0 ? 0 : UInt64(sum)
  }

  init(seconds: UInt64) { self.seconds = seconds }

  /// Writes the date into a header. From 2040 on headers need their version with 64 bits.
  func stamp(_ header: inout some DatedBox) {
    (header.creationTime, header.modificationTime) = (seconds, seconds)
    if seconds > UInt64(UInt32.max) { header.header.version = max(header.header.version, 1) }
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
