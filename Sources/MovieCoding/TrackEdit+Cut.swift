import ByteCoding
import ISOBoxes
import MediaCore

extension TrackEdit {
  /// A sample of a track that is cut, in the order of decoding.
  struct CutSample {
    /// Its number among those of the source, or its bytes.
    var source: Int?
    var bytes: [UInt8] = []
    var isSync: Bool
    /// The time at which its picture is shown, counted from the beginning of the cut.
    let startTicks: Ticks
  }

  /// Packets that a decoder wants before the first that is heard, where one is built on another: one to be right,
  /// Apple's two.
  private static let leadingPackets = 2
  /// Sound whose packets are each decoded by themselves.
  private static let plainSounds: Set<FourCC> = [
    "alac", "fLaC", "lpcm", "sowt", "twos", "raw ", "NONE", "in24", "in32", "fl32", "fl64", "ulaw", "alaw", "ima4",
  ]

  /// Returns the plan for a cut to what is seen of a track of pictures.
  func pictureCut(_ track: MovieTrack, movieTimescale: UInt32) throws(MovieError) -> PictureCut {
    PictureCut(
      try tableSamples(track), in: shownRanges(movieTimescale: movieTimescale), timescale: track.timescale)
  }

  /// Returns the ranges that the edit list shows, by the media's own clock: in order, each stretch once.
  private func shownRanges(movieTimescale: UInt32) -> [Range<Ticks>] {
    guard let timescale = original?.timescale else { return [] }
    let divisor = Int128(movieTimescale) * Int128(Fixed16(1).rawValue)
    let ranges = edits.filter { $0.mediaTime >= 0 }.map { edit in
      let rate = edit.rate.rawValue >= 0 ? Int128(edit.rate.rawValue) : Int128(Fixed16(1).rawValue)
      // Within 126 bits, whatever the list says.
      let units = Int128(min(edit.segmentDuration, 1 << 62)) * Int128(timescale) * rate
      let length = max(1, Int64(clamping: (units + divisor - 1) / divisor))
      let (end, overflow) = edit.mediaTime.addingReportingOverflow(length)
      return edit.mediaTime..<(overflow ? .max : end)
    }
    // A set is quick where each range comes behind those before.
    return Array(RangeSet(ranges.sorted { $0.lowerBound < $1.lowerBound }).ranges)
  }

  /// The samples by the clock of the tables that will be written: those of fragments count from the first.
  private func tableSamples(_ track: MovieTrack) throws(MovieError) -> [MovieSample] {
    let samples = try track.samples()
    guard let first = samples.first?.decodeTime, first != 0 else { return samples }
    return samples.map {
      MovieSample(
        offset: $0.offset, size: $0.size, decodeTime: $0.decodeTime &- first,
        presentationTime: $0.presentationTime &- first, duration: $0.duration, isSync: $0.isSync)
    }
  }

  /// Leaves out all samples but those that the edit list shows, of a track whose samples need no others but packets of
  /// sound before them. Returns how many of what was heard before the edit are kept for that, at most; `nil` when
  /// nothing is left of the track.
  mutating func leaveOutUnseen(movieTimescale: UInt32) throws(MovieError) -> Int? {
    guard let track = original else { return 0 }
    let ranges = shownRanges(movieTimescale: movieTimescale)
    if let plain = PlainSamples(track) { return cut(plain, to: ranges.map(plain.samples(in:))) ? 0 : nil }
    let samples = try tableSamples(track)
    let descriptions = track.sampleTable.first(ListBox.self, "stsd")?.children ?? []
    let isBuiltUp = track.handler == "soun" && !descriptions.allSatisfy { Self.plainSounds.contains($0.type) }
    // What comes before the movie's own beginning is the encoder's.
    let begin = track.edits.map(\.mediaTime).filter { $0 >= 0 }.min() ?? 0
    var leading = 0
    var kept: [Range<Int>] = []
    for range in ranges {
      let first = samples.searchFirst { $0.decodeTime &+ max(1, $0.duration) > range.lowerBound }
      let end = samples.searchFirst { $0.decodeTime >= range.upperBound }
      guard first < end else { continue }
      let start = isBuiltUp ? max(0, first - Self.leadingPackets) : first
      leading = max(leading, samples[start..<first].count { $0.decodeTime &+ $0.duration > begin })
      kept.append(start..<end)
    }
    let numbers = RangeSet(kept).ranges.flatMap { Array($0) }
    guard !numbers.isEmpty else { return nil }
    let durations = numbers.map { samples[$0].duration }
    moveEdits(starts: numbers.map { samples[$0].decodeTime }, durations: durations, from: 0)
    let layout = keptRuns(numbers[...], of: samples)
    chunks = layout.map { .kept($0) }
    var tables = SampleTables(
      durations: durations.map { UInt32(clamping: $0) }, sizes: numbers.map { UInt32(clamping: samples[$0].size) },
      chunkSizes: layout.map(\.sampleCount), descriptionIndexes: layout.map(\.descriptionIndex)
    ).boxes
    let groups = track.sampleTable.children.all(SampleGroupDescriptionBox.self)
    if groups.contains(where: { $0.grouping == "roll" }) {
      tables += SampleTables.rollGroups(packetCount: numbers.count)
    }
    replaceTables(tables, mediaTicks: durations.reduce(0, &+))
    return leading
  }

  /// Puts other samples into the place of a track's pictures: those of a cut that stay, and `new` ones for the others.
  mutating func replacePictures(
    by cut: PictureCut, new: [Int: (bytes: [UInt8], isSync: Bool)], entry: VisualSampleEntry?
  ) {
    var starts: [Ticks] = []
    var time: Ticks = 0
    for picture in cut.pictures {
      starts.append(time)
      time &+= picture.durationTicks
    }
    let places = cut.pictures.indices
    let order =
      places.prefix(cut.copied.lowerBound)
      + cut.copied.sorted { cut.pictures[$0].sample < cut.pictures[$1].sample }
      + places.dropFirst(cut.copied.upperBound)
    let cutSamples = order.map { place in
      let number = cut.pictures[place].sample
      return cut.copied.contains(place)
        ? CutSample(source: number, isSync: cut.samples[number].isSync, startTicks: starts[place])
        : CutSample(bytes: new[place]?.bytes ?? [], isSync: new[place]?.isSync ?? false, startTicks: starts[place])
    }
    // Decoding goes through the same instants, so much earlier that no picture is late.
    let delay = zip(starts, cutSamples).map { $0 &- $1.startTicks }.max() ?? 0
    moveEdits(starts: cut.pictures.map(\.startTicks), durations: cut.pictures.map(\.durationTicks), from: delay)
    let durations = cut.pictures.map(\.durationTicks)
    chunks = pictureChunks(cutSamples, cut.samples)
    let tables = SampleTables(
      durations: durations.map { UInt32(clamping: $0) },
      compositionOffsets: zip(starts, cutSamples).map { Int32(clamping: $1.startTicks &+ delay &- $0) },
      isSync: cutSamples.map(\.isSync),
      sizes: cutSamples.map { UInt32(clamping: $0.source.map { cut.samples[$0].size } ?? $0.bytes.count) },
      chunkSizes: chunks.map(\.sampleCount), descriptionIndexes: chunks.map(\.descriptionIndex))
    replaceTables(tables.boxes, mediaTicks: time)
    guard let entry else { return }
    box.update(Self.tablePath) { table in table.update(ListBox.self, "stsd") { $0.children = [entry] } }
  }

  /// The chunks of a cut track, in the order of its samples: new ones of at most 16, as many as half a second has.
  private func pictureChunks(_ cutSamples: [CutSample], _ samples: [MovieSample]) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = cutSamples[...]
    while let first = rest.first {
      let run = rest.prefix { ($0.source == nil) == (first.source == nil) }
      rest = rest.dropFirst(run.count)
      if first.source == nil {
        for start in stride(from: run.startIndex, to: run.endIndex, by: 16) {
          chunks.append(.new(run[start..<min(start + 16, run.endIndex)].map(\.bytes)))
        }
      } else {
        chunks += keptRuns(run.compactMap(\.source)[...], of: samples).map { .kept($0) }
      }
    }
    return chunks
  }

  /// Samples of the source as chunks: runs that lie together, each within a chunk of the source.
  private func keptRuns(_ numbers: ArraySlice<Int>, of samples: [MovieSample]) -> [MovieChunk] {
    let old = keptChunks
    var (runs, rest) = ([MovieChunk](), numbers)
    while let first = rest.first {
      let place = old.searchFirst { $0.firstSample > first } - 1
      guard old.indices.contains(place) else { return runs }
      let end = old[place].firstSample + old[place].sampleCount
      var count = 1
      while count < rest.count, rest[rest.startIndex + count] == first + count, first + count < end { count += 1 }
      runs.append(
        MovieChunk(
          offset: samples[first].offset,
          byteCount: samples[first..<first + count].reduce(0) { $0 + UInt64($1.size) }, firstSample: first,
          sampleCount: count, descriptionIndex: old[place].descriptionIndex))
      rest = rest.dropFirst(count)
    }
    return runs
  }

  private mutating func cut(_ plain: PlainSamples, to wished: [Range<Int>]) -> Bool {
    let kept = wished.filter { !$0.isEmpty }
    guard !kept.isEmpty else { return false }
    moveEdits(starts: kept.map { Int64($0.lowerBound) }, durations: kept.map { Int64($0.count) }, from: 0)
    var layout: [MovieChunk] = []
    for chunk in keptChunks {
      let all = chunk.firstSample..<chunk.firstSample + chunk.sampleCount
      let first = kept.searchFirst { $0.upperBound > all.lowerBound }
      for range in kept[first...].prefix(while: { $0.lowerBound < all.upperBound }) {
        let part = range.clamped(to: all)
        layout.append(
          MovieChunk(
            offset: chunk.offset + UInt64((part.lowerBound - chunk.firstSample) * plain.size),
            byteCount: UInt64(part.count * plain.size), firstSample: part.lowerBound, sampleCount: part.count,
            descriptionIndex: chunk.descriptionIndex))
      }
    }
    chunks = layout.map { .kept($0) }
    let count = kept.reduce(0) { $0 + $1.count }
    replaceTables(
      [
        TimeToSampleBox(entries: [.init(count: UInt32(clamping: count), value: 1)]),
        SampleToChunkBox(
          chunkSizes: layout.map(\.sampleCount), descriptionIndexes: layout.map(\.descriptionIndex)),
        SampleSizeBox(constantSize: UInt32(clamping: plain.size), sampleCount: UInt32(clamping: count)),
      ], mediaTicks: Int64(count))
    return true
  }

  /// Makes the edit list show the same of a media whose stretches, from `starts` on, follow one another from `base` on.
  private mutating func moveEdits(starts: [Ticks], durations: [Ticks], from base: Int64) {
    var news: [Ticks] = []
    var time = base
    for duration in durations {
      news.append(time)
      time &+= duration
    }
    setEdits(
      edits.map { edit in
        guard edit.mediaTime >= 0 else { return edit }
        var edit = edit
        let place = max(0, starts.searchFirst { $0 > edit.mediaTime } - 1)
        edit.mediaTime = max(0, news[place] &+ (edit.mediaTime &- starts[place]))
        return edit
      })
  }

  /// Gives the track other tables of samples; groups and everything else that counts samples goes.
  private mutating func replaceTables(_ tables: [any Box], mediaTicks: Int64) {
    box.update(Self.tablePath) { table in
      table.children = table.children.filter { $0.type == "stsd" } + tables + [ChunkOffsetBox(offsets: [])]
    }
    box.update(["mdia"]) { media in
      media.update(MediaHeaderBox.self) { header in
        header.duration = UInt64(clamping: mediaTicks)
        if header.duration > UInt64(UInt32.max) { header.header.version = 1 }
      }
    }
  }
}

extension TrackEdit.Chunk {
  fileprivate var sampleCount: Int {
    switch self {
    case .kept(let chunk): chunk.sampleCount
    case .new(let samples): samples.count
    }
  }

  fileprivate var descriptionIndex: UInt32 {
    if case .kept(let chunk) = self { chunk.descriptionIndex } else { 1 }
  }
}
