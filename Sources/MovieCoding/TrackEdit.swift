import ISOBoxes
import MediaCore

struct TrackEdit: Box {
  /// The track as it was read; `nil` for one that is new.
  let original: MovieTrack?
  /// The track's description as it will be written, its chunks' places excepted.
  var box: ContainerBox
  /// Its samples, in the order of its tables.
  var chunks: [Chunk]
  /// Samples whose bytes change, without changing their number.
  var patches: [(offset: UInt64, bytes: [UInt8])] = []

  /// Samples that lie together.
  enum Chunk {
    /// Samples of the source.
    case kept(MovieChunk)
    /// The bytes of samples that are new.
    case new([[UInt8]])
  }

  static let tablePath: [FourCC] = ["mdia", "minf", "stbl"]

  /// Creates a track that is kept. One in fragments gets tables of its own.
  init(_ track: MovieTrack, movieTimescale: UInt32) throws(MovieError) {
    guard track.isSelfContained else {
      throw track.malformed("Its samples lie in another file, which is not read.")
    }
    original = track
    let chunks = try track.chunks()
    self.chunks = chunks.map { .kept($0) }
    box = track.box
    if !track.fragments.isEmpty { try makeTables(track, chunks, movieTimescale: movieTimescale) }
  }

  init(new box: ContainerBox, chunks: [[[UInt8]]]) {
    original = nil
    self.box = box
    self.chunks = chunks.map { .new($0) }
  }

  var type: FourCC { "trak" }
  mutating func code(_ coder: inout some FieldCoder) { box.code(&coder) }

  var id: UInt32 { box.first(TrackHeaderBox.self)?.trackID ?? 0 }
  /// The chunks of the source that are written.
  var keptChunks: [MovieChunk] { chunks.compactMap { if case .kept(let chunk) = $0 { chunk } else { nil } } }
  /// The samples that are written besides.
  var newSamples: [[UInt8]] { chunks.flatMap { if case .new(let samples) = $0 { samples } else { [[UInt8]]() } } }
  var edits: [EditListBox.Entry] { box.container("edts")?.first(EditListBox.self)?.entries ?? [] }

  /// Replaces the edit list and says in the header how long the track is now.
  mutating func setEdits(_ edits: [EditListBox.Entry]) {
    let total = edits.reduce(UInt64(0)) { $0 &+ $1.segmentDuration }
    var list = box.container("edts")?.first(EditListBox.self) ?? EditListBox(entries: [])
    list.entries = edits
    let fits = edits.allSatisfy {
      $0.segmentDuration <= UInt64(UInt32.max) && (Int64(Int32.min)...Int64(Int32.max)).contains($0.mediaTime)
    }
    if !fits { list.header.version = 1 }
    if box.container("edts") == nil { box.insert(ContainerBox("edts", [list]), after: "tkhd") }
    box.update(["edts"]) { $0.replace(with: list) }
    box.update(TrackHeaderBox.self) { header in
      header.duration = total
      if total > UInt64(UInt32.max) { header.header.version = 1 }
    }
  }

  mutating func setChunkOffsets(_ offsets: [UInt64]) {
    box.update(Self.tablePath) { table in
      let box = ChunkOffsetBox(offsets: offsets)
      let place = table.children.firstIndex { $0.type == "stco" || $0.type == "co64" } ?? table.children.endIndex
      table.children.removeAll { $0.type == "stco" || $0.type == "co64" }
      table.children.insert(box, at: min(place, table.children.endIndex))
    }
  }

  /// Describes samples of fragments as a movie without fragments does.
  private mutating func makeTables(
    _ track: MovieTrack, _ chunks: [MovieChunk], movieTimescale: UInt32
  ) throws(MovieError) {
    let samples = try track.samples()
    // A fragment may begin later than the one before it ends: the last sample lasts until then.
    let nextTimes = samples.dropFirst().map(\.decodeTime) + (samples.last.map { [$0.decodeTime &+ $0.duration] } ?? [])
    let durations = zip(samples, nextTimes).map { UInt32(clamping: $1 &- $0.decodeTime) }
    let tables = SampleTables(
      durations: durations,
      compositionOffsets: samples.map { Int32(clamping: $0.presentationTime - $0.decodeTime) },
      isSync: samples.map(\.isSync), sizes: samples.map { UInt32(clamping: $0.size) },
      chunkSizes: chunks.map(\.sampleCount), descriptionIndexes: chunks.map(\.descriptionIndex))
    let total = durations.reduce(UInt64(0)) { $0 + UInt64($1) }
    let first = samples.first?.decodeTime ?? 0
    box.update(Self.tablePath) { table in
      let kept = table.children.filter { box in
        !["stts", "ctts", "cslg", "stss", "stsz", "stz2", "stsc", "stco", "co64", "sdtp", "sbgp", "sgpd"]
          .contains(box.type)
      }
      table.children = kept + tables.boxes + [ChunkOffsetBox(offsets: [])]
    }
    box.update(["mdia"]) { media in
      media.update(MediaHeaderBox.self) { header in
        header.duration = total
        if header.duration > UInt64(UInt32.max) { header.header.version = 1 }
      }
    }
    // Pictures that are shown later than they are decoded begin and end later, too.
    let start = samples.map(\.presentationTime).min() ?? 0
    let end = samples.map { $0.presentationTime &+ $0.duration }.max() ?? 0
    try makeEdits(track, first: first, shown: start..<max(start, end), movieTimescale: movieTimescale)
  }

  /// The tables begin at time 0, wherever the first fragment did; an open end gets the length it stands for.
  private mutating func makeEdits(
    _ track: MovieTrack, first: Int64, shown: Range<Int64>, movieTimescale: UInt32
  ) throws(MovieError) {
    guard let scale = Int32(exactly: track.timescale), let movieScale = Int32(exactly: movieTimescale) else {
      throw track.malformed("Its timescale is beyond what times can have.")
    }
    func ticks(_ media: Int64) -> UInt64 {
      UInt64(clamping: MediaTime(value: media, timescale: scale).converted(toTimescale: movieScale).value)
    }
    var edits = track.edits
    if edits.isEmpty {
      // What begins later than the movie does so by an empty edit. Players disagree about a gap within an edit.
      if shown.lowerBound > 0 { edits.append(.init(segmentDuration: ticks(shown.lowerBound), mediaTime: -1)) }
      edits.append(.init(segmentDuration: 0, mediaTime: max(first, shown.lowerBound)))
    }
    for index in edits.indices where edits[index].mediaTime >= 0 {
      edits[index].mediaTime = max(0, edits[index].mediaTime &- first)
      if edits[index].segmentDuration == 0, index == edits.count - 1 {
        edits[index].segmentDuration = ticks(max(0, shown.upperBound &- first &- edits[index].mediaTime))
      }
    }
    setEdits(edits)
  }
}
