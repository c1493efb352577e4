import ISOBoxes

extension MovieTrack {
  /// The most samples that ``samples()`` lists: an hour of plain sound has more, a Live Photo never.
  public static let sampleLimit = 2_000_000

  /// All samples, in the order of decoding.
  /// - Throws: ``MovieError`` with `.malformed` when the tables contradict each other, with `.tooLarge` above
  ///   ``sampleLimit``.
  public func samples() throws(MovieError) -> [MovieSample] {
    let table = sampleTable
    guard sampleCount <= Self.sampleLimit else {
      throw MovieError(
        .tooLarge, context: "trak \(id)",
        message: "It announces \(sampleCount) samples; up to \(Self.sampleLimit) are read.")
    }
    guard let sizes = table.first(SampleSizeBox.self), let runs = table.first(SampleToChunkBox.self),
      let chunks = table.first(ChunkOffsetBox.self), let times = table.first(TimeToSampleBox.self)
    else { throw malformed("A table of samples is missing.") }
    let offsets = try offsets(sizes, runs.entries, chunks.offsets)
    let durations = try expanded(times.entries.map { ($0.count, Int64($0.duration)) }, name: "stts", padding: nil)
    let shifts = try expanded(
      (table.first(CompositionOffsetBox.self)?.entries ?? []).map { ($0.count, Int64($0.offset)) }, name: "ctts",
      padding: 0)
    let sync = table.first(SyncSampleBox.self).map { Set($0.sampleNumbers) }
    var time: Int64 = 0
    var samples: [MovieSample] = []
    samples.reserveCapacity(sampleCount)
    for index in 0..<sampleCount {
      samples.append(
        MovieSample(
          offset: offsets[index], size: size(of: index, sizes), decodeTime: time,
          presentationTime: time + shifts[index], duration: durations[index],
          isSync: sync?.contains(UInt32(index + 1)) ?? true))
      time += durations[index]
    }
    return samples
  }

  private func size(of index: Int, _ sizes: SampleSizeBox) -> Int {
    Int(sizes.constantSize > 0 ? sizes.constantSize : sizes.sizes[index])
  }

  private func malformed(_ message: String) -> MovieError {
    MovieError(.malformed, context: "trak \(id)", message: message)
  }

  /// Where each sample begins: chunk after chunk, sample after sample.
  private func offsets(
    _ sizes: SampleSizeBox, _ runs: [SampleToChunkBox.Entry], _ chunks: [UInt64]
  ) throws(MovieError) -> [UInt64] {
    var offsets: [UInt64] = []
    offsets.reserveCapacity(sampleCount)
    for (index, run) in runs.enumerated() where offsets.count < sampleCount {
      let next = index + 1 < runs.count ? Int(runs[index + 1].firstChunk) : chunks.count + 1
      let first = Int(run.firstChunk)
      guard first >= 1, first < next, next <= chunks.count + 1, run.samplesPerChunk > 0 else {
        throw malformed("Entry \(index) of its stsc makes no sense.")
      }
      for chunk in first..<next {
        var offset = chunks[chunk - 1]
        for _ in 0..<min(Int(run.samplesPerChunk), sampleCount - offsets.count) {
          offsets.append(offset)
          let (end, overflow) = offset.addingReportingOverflow(UInt64(size(of: offsets.count - 1, sizes)))
          guard !overflow else { throw malformed("Chunk \(chunk) reaches past every possible file.") }
          offset = end
        }
      }
    }
    guard offsets.count == sampleCount else {
      throw malformed("Its chunks hold \(offsets.count) samples of \(sampleCount).")
    }
    return offsets
  }

  /// A value for each sample, from runs. Too few are made up with `padding`, or refused when there is none.
  private func expanded(
    _ runs: [(count: UInt32, value: Int64)], name: String, padding: Int64?
  ) throws(MovieError) -> [Int64] {
    var values: [Int64] = []
    values.reserveCapacity(sampleCount)
    for run in runs {
      guard Int(run.count) <= sampleCount - values.count else {
        throw malformed("Its \(name) is about more than its \(sampleCount) samples.")
      }
      values.append(contentsOf: repeatElement(run.value, count: Int(run.count)))
    }
    if values.count < sampleCount {
      guard let padding else { throw malformed("Its \(name) is about \(values.count) of \(sampleCount) samples.") }
      values.append(contentsOf: repeatElement(padding, count: sampleCount - values.count))
    }
    return values
  }
}
