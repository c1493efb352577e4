import ISOBoxes

/// The numbers of bytes of the samples of a track's tables.
struct SampleSizes {
  let count: Int
  private let constant: Int
  private let sizes: [UInt32]

  /// Creates the sizes that `stsz` or `stz2` list; none when the samples are all in fragments.
  ///
  /// A count is believed only as far as the file could hold so many bytes: nothing else bounds it when all samples
  /// have one size.
  init(_ track: MovieTrack) throws(MovieError) {
    let table = track.sampleTable
    if let box = table.first(SampleSizeBox.self) {
      (count, constant, sizes) = (Int(box.sampleCount), Int(box.constantSize), box.sizes)
    } else if let box = table.first(CompactSampleSizeBox.self) {
      (count, constant, sizes) = (Int(box.sampleCount), 0, box.sizes)
    } else if track.fragments.isEmpty {
      throw track.missing("stsz")
    } else {
      (count, constant, sizes) = (0, 0, [])
    }
    guard UInt64(count) * UInt64(constant) <= track.fileSize else {
      throw track.malformed("It announces \(count) samples of \(constant) bytes; the file has \(track.fileSize).")
    }
  }

  subscript(index: Int) -> Int { constant > 0 ? constant : Int(sizes[index]) }

  func sum(_ range: Range<Int>) -> UInt64 {
    constant > 0 ? UInt64(constant) * UInt64(range.count) : sizes[range].reduce(0) { $0 + UInt64($1) }
  }
}
