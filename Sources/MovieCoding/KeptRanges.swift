import ByteCoding

/// Ranges of a file that are copied one behind the other: those of all chunks, joined where they touch or overlap, so
/// that nothing is copied twice however many tracks refer to it.
struct KeptRanges {
  let ranges: [Range<UInt64>]
  private let starts: [UInt64]
  let count: UInt64

  init(_ ranges: [Range<UInt64>]) {
    // A set is quick where each range comes behind those before.
    let joined = Array(RangeSet(ranges.sorted { $0.lowerBound < $1.lowerBound }).ranges)
    var total: UInt64 = 0
    starts = joined.map { range in
      defer { total += range.upperBound - range.lowerBound }
      return total
    }
    self.ranges = joined
    count = total
  }

  /// Returns the position of a byte of the file among the bytes that are copied; 0 for a byte that is not copied, to
  /// which only empty chunks point.
  func place(of offset: UInt64) -> UInt64 {
    let place = ranges.searchFirst { $0.lowerBound > offset } - 1
    guard place >= 0, ranges[place].contains(offset) else { return 0 }
    return starts[place] + (offset - ranges[place].lowerBound)
  }
}
