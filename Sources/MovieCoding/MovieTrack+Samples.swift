import ISOBoxes
import MediaCore

extension MovieTrack {
  /// The most samples that ``samples()`` lists: an hour of pictures has fewer; plain sound is asked for by chunks.
  package static let sampleLimit = 2_000_000

  /// All samples, in the order of decoding.
  /// - Throws: ``MovieError`` with `.malformed` when the tables contradict each other or point outside of the file,
  ///   with `.tooLarge` above ``sampleLimit``.
  package func samples() throws(MovieError) -> [MovieSample] {
    guard sampleCount <= Self.sampleLimit else {
      throw tooLarge("It announces \(sampleCount) samples; up to \(Self.sampleLimit) are read.")
    }
    var samples = try listedSamples()
    for run in fragments { samples += run.samples }
    return samples
  }

  /// All chunks, in the order of the tables. Each lies within the file.
  /// - Throws: ``MovieError`` with `.malformed` when the tables contradict each other or point outside of the file.
  package func chunks() throws(MovieError) -> [MovieChunk] {
    var chunks = try listedChunks(SampleSizes(self))
    for run in fragments {
      let bytes = run.samples.reduce(UInt64(0)) { $0 &+ UInt64($1.size) }
      let first = (chunks.last?.firstSample ?? 0) + (chunks.last?.sampleCount ?? 0)
      chunks.append(
        MovieChunk(
          offset: run.offset, byteCount: bytes, firstSample: first, sampleCount: run.samples.count,
          descriptionIndex: run.descriptionIndex))
    }
    for chunk in chunks where chunk.offset > fileSize || chunk.byteCount > fileSize - chunk.offset {
      throw malformed(
        "The samples from number \(chunk.firstSample + 1) on lie at byte \(chunk.offset), \(chunk.byteCount) bytes; "
          + "the file has \(fileSize). Its end is missing, or its tables are damaged.")
    }
    return chunks
  }

  private func listedSamples() throws(MovieError) -> [MovieSample] {
    let sizes = try SampleSizes(self)
    let chunks = try listedChunks(sizes)
    let count = sizes.count
    guard let times = sampleTable.first(TimeToSampleBox.self) else { throw missing("stts") }
    let durations = try expanded(times.entries, count, "stts", padding: nil)
    let shifts = try expanded(
      sampleTable.first(CompositionOffsetBox.self)?.entries ?? [], count, "ctts", padding: 0)
    let sync = sampleTable.first(SyncSampleBox.self).map { Set($0.sampleNumbers) }
    var time: Ticks = 0
    var samples: [MovieSample] = []
    samples.reserveCapacity(count)
    for chunk in chunks {
      var offset = chunk.offset
      for index in chunk.firstSample..<chunk.firstSample + chunk.sampleCount {
        let size = sizes[index]
        samples.append(
          MovieSample(
            offset: offset, size: size, decodeTime: time, presentationTime: time + shifts[index],
            duration: durations[index], isSync: sync?.contains(UInt32(index + 1)) ?? true))
        time += durations[index]
        offset += UInt64(size)
      }
    }
    return samples
  }

  /// The chunks of the tables: runs of `stsc` over the offsets of `stco`.
  private func listedChunks(_ sizes: SampleSizes) throws(MovieError) -> [MovieChunk] {
    guard sizes.count > 0 else { return [] }
    guard let runs = sampleTable.first(SampleToChunkBox.self)?.entries else { throw missing("stsc") }
    guard let offsets = sampleTable.first(ChunkOffsetBox.self)?.offsets else { throw missing("stco") }
    var chunks: [MovieChunk] = []
    chunks.reserveCapacity(offsets.count)
    var first = 0
    for (index, run) in runs.enumerated() where first < sizes.count {
      let next = index + 1 < runs.count ? Int(runs[index + 1].firstChunk) : offsets.count + 1
      let start = Int(run.firstChunk)
      guard start == chunks.count + 1, start < next, next <= offsets.count + 1, run.samplesPerChunk > 0 else {
        throw malformed("Entry \(index) of its stsc makes no sense.")
      }
      for chunk in start..<next where first < sizes.count {
        let count = min(Int(run.samplesPerChunk), sizes.count - first)
        let bytes = sizes.sum(first..<first + count)
        guard !offsets[chunk - 1].addingReportingOverflow(bytes).overflow else {
          throw malformed("Chunk \(chunk) reaches past every possible file.")
        }
        chunks.append(
          MovieChunk(
            offset: offsets[chunk - 1], byteCount: bytes, firstSample: first, sampleCount: count,
            descriptionIndex: run.descriptionIndex))
        first += count
      }
    }
    guard first == sizes.count else { throw malformed("Its chunks hold \(first) samples of \(sizes.count).") }
    return chunks
  }

  /// A value for each sample, from runs. Too few are made up with `padding`, or refused when there is none.
  private func expanded<Value: FixedWidthInteger>(
    _ runs: [SampleRun<Value>], _ count: Int, _ name: String, padding: Int64?
  ) throws(MovieError) -> [Int64] {
    var values: [Int64] = []
    values.reserveCapacity(count)
    for run in runs {
      guard Int(run.count) <= count - values.count else {
        throw malformed("Its \(name) is about more than its \(count) samples.")
      }
      values.append(contentsOf: repeatElement(Int64(run.value), count: Int(run.count)))
    }
    if values.count < count {
      guard let padding else { throw malformed("Its \(name) is about \(values.count) of \(count) samples.") }
      values.append(contentsOf: repeatElement(padding, count: count - values.count))
    }
    return values
  }

  func missing(_ type: String) -> MovieError {
    malformed("Its table \(type) is missing or cannot be read.", about: type)
  }
}
