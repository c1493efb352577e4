import MediaCore

/// A date as the headers have it: whole seconds since 1904-01-01 UTC.
struct QuickTimeDate {
  let seconds: UInt64

  init(_ time: WallTime) {
    let (sum, overflow) = time.secondsSince1970.addingReportingOverflow(2_082_844_800)
    seconds = overflow || sum < 0 ? 0 : UInt64(sum)
  }

  init(seconds: UInt64) { self.seconds = seconds }

  /// From 2040 on the headers need their version with 64 bits.
  var boxVersion: UInt8 { seconds > UInt64(UInt32.max) ? 1 : 0 }
}
