import ISOBoxes

/// Samples of one size, each a frame of plain sound, which need no list: an hour has 170 million.
struct PlainSamples {
  let size: Int
  private let count: Int

  /// `nil` for a track whose samples are of another kind.
  init?(_ track: MovieTrack) {
    guard track.handler == "soun", track.fragments.isEmpty,
      let sizes = track.sampleTable.first(SampleSizeBox.self), sizes.constantSize > 0,
      let times = track.sampleTable.first(TimeToSampleBox.self)?.entries, times.count == 1, times[0].value == 1,
      times[0].count == sizes.sampleCount
    else { return nil }
    (size, count) = (Int(sizes.constantSize), Int(sizes.sampleCount))
  }

  /// The numbers of the samples that are heard in a stretch of the media.
  func samples(in range: Range<Int64>) -> Range<Int> {
    (Int(max(0, range.lowerBound))..<Int(max(0, range.upperBound))).clamped(to: 0..<count)
  }
}
