import ByteCoding
import Glibc
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing
import VideoCoding

@testable import ISOBoxes
@testable import LivePhotoFiles

/// What tables, edits and headers of a track promise, on a movie that is right but for one thing.
@Suite struct TrackRulesTests {
  private static let tables: [FourCC] = ["mdia", "minf", "stbl"]
  private let good: [UInt8]

  init() throws { good = try SamplePair.good.get().movie }

  private func expect(
    _ rule: Rule, _ status: RuleResult.Status, _ text: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ edit: (inout ContainerBox) throws -> Void
  ) throws {
    let result = try #require(try MovieRules.results(of: try Tampering.movie(good, edit))[rule])
    #expect(result.status == status && result.found.contains(text), "\(result)", sourceLocation: sourceLocation)
  }

  /// Adds a track of sound with the pictures' tables.
  private static func addSound(to movie: inout ContainerBox, _ entry: SoundSampleEntry? = nil) throws {
    var copy = try #require(movie.children.containers("trak").first)
    try copy.change(TrackHeaderBox.self) { ($0.trackID, $0.volume) = (3, 0x0100) }
    try copy.change(HandlerBox.self, at: ["mdia"]) { $0.subtype = "soun" }
    try copy.change(ListBox.self, at: tables) {
      $0.children = [entry ?? SoundSampleEntry(linear: .init(sampleRate: 44_100, channelCount: 1))]
    }
    movie.children.insert(copy, at: 2)
    try movie.change(MovieHeaderBox.self) { $0.nextTrackID = 4 }
  }

  @Test("chunks that share bytes are told, of two tracks and of one")
  func overlaps() throws {
    try expect(.sampleTables, .failure, "tracks 1 and 3") { try Self.addSound(to: &$0) }
    try expect(.sampleTables, .failure, "two chunks of track 1") { movie in
      try movie.change(ChunkOffsetBox.self, at: Self.tables, track: 0) { $0.offsets[1] = $0.offsets[0] + 1 }
    }
  }

  @Test("a table of sync samples that names none of the track's, or not in order, is told")
  func syncSamples() throws {
    try expect(.sampleTables, .failure, "sample 999 of 45") { movie in
      try movie.change(SyncSampleBox.self, at: Self.tables, track: 0) { $0.sampleNumbers.append(999) }
    }
    try expect(.sampleTables, .failure, "not in order") { movie in
      try movie.change(SyncSampleBox.self, at: Self.tables, track: 0) { $0.sampleNumbers.reverse() }
    }
  }

  @Test("samples that are said to lie elsewhere, or nowhere, are told")
  func places() throws {
    let path: [FourCC] = ["mdia", "minf", "dinf"]
    try expect(.sampleTables, .failure, "in another file") { movie in
      try movie.change(ListBox.self, at: path, track: 0) { list in
        var place = try #require(list.children[0] as? DataReferenceBox)
        place.header.flags = 0
        list.children[0] = place
      }
    }
    try expect(.sampleTables, .failure, "place 1 of 0") { movie in
      try movie.change(ListBox.self, at: path, track: -1) { $0.children = [] }
    }
    try expect(.sampleTables, .failure, "place 9 of 1") { movie in
      try movie.change(ListBox.self, at: Self.tables, track: 0) { list in
        var entry = try #require(list.children[0] as? VisualSampleEntry)
        entry.dataReferenceIndex = 9
        list.children[0] = entry
      }
    }
  }

  @Test("samples that nothing describes are told")
  func undescribed() throws {
    try expect(.sampleTables, .failure, "nothing says how its samples are coded") { movie in
      try movie.changeTrack(-1) { track in
        track.update(Self.tables) { table in table.children.removeAll { $0.type == "stsd" } }
      }
    }
  }

  @Test("a second movie or file type in the file is told, as programs take one or the other")
  func twoMovies() throws {
    #expect(try MovieRules.results(of: good + good)[.boxesNest]?.found.hasSuffix("two moov") == true)
    #expect(try MovieRules.results(of: good + good)[.boxesNest]?.status == .failure)
    let start = Array(good[..<20])
    #expect(try MovieRules.results(of: good + start)[.boxesNest]?.status == .warning)
  }

  @Test(
    "sound that its edits leave out is told: before or behind all of it, or standing still",
    arguments: [(-1, 1.0), (1_000_000, 1), (0, 0)] as [(Int64, Double)])
  func unheard(mediaTime: Int64, rate: Double) throws {
    try expect(.tracksPlay, .failure, "no sound is heard") { movie in
      try Self.addSound(to: &movie)
      try movie.change(EditListBox.self, at: ["edts"], track: 1) { box in
        box.entries = [.init(segmentDuration: 900, mediaTime: mediaTime, rate: Fixed16(Int(rate)))]
      }
    }
  }

  @Test("sound and pictures of an unknown handler are told, and a description of sound that cannot be")
  func descriptions() throws {
    try expect(.tracksPlay, .failure, "it holds sound, and its handler is 'xxxx'") { movie in
      try Self.addSound(to: &movie)
      try movie.change(HandlerBox.self, at: ["mdia"], track: 1) { $0.subtype = "xxxx" }
    }
    try expect(.tracksPlay, .failure, "it holds pictures") { movie in
      try movie.change(HandlerBox.self, at: ["mdia"], track: 0) { $0.subtype = "text" }
    }
    try expect(.tracksPlay, .pass) { try Self.addSound(to: &$0) }
    try expect(.tracksPlay, .failure, "0 channels") { movie in
      try Self.addSound(to: &movie, SoundSampleEntry(linear: .init(sampleRate: 44_100, channelCount: 0)))
    }
    try expect(.tracksPlay, .failure, "at 0 Hz") { movie in
      try Self.addSound(to: &movie, SoundSampleEntry(linear: .init(sampleRate: 0, channelCount: 2)))
    }
    try expect(.tracksPlay, .warning, "constant fields of its sound description") { movie in
      var entry = SoundSampleEntry(linear: .init(sampleRate: 44_100, channelCount: 2))
      entry.sampleSize = 0
      try Self.addSound(to: &movie, entry)
    }
  }

  @Test("sound of no volume, pictures that are slanted, and chunks that lie in another order are told as warnings")
  func oddities() throws {
    try expect(.tracksPlay, .warning, "volume of 0") { movie in
      try Self.addSound(to: &movie)
      try movie.change(TrackHeaderBox.self, track: 1) { $0.volume = 0 }
    }
    try expect(.tracksPlay, .warning, "slants") { movie in
      try movie.change(TrackHeaderBox.self, track: 0) { $0.matrix.elements[1] = 0x8000 }
    }
    try expect(.sampleTables, .warning, "in the order") { movie in
      // Small enough that none reaches into another.
      try movie.change(SampleSizeBox.self, at: Self.tables, track: 0) { $0.sizes = $0.sizes.map { _ in 1 } }
      try movie.change(ChunkOffsetBox.self, at: Self.tables, track: 0) { $0.offsets.swapAt(0, 1) }
    }
  }

  @Test("a movie of no volume, and samples at places of an unknown kind, are told as warnings")
  func headers() throws {
    try expect(.tracksPlay, .warning, "the movie's header has a volume of 0") { movie in
      try Self.addSound(to: &movie)
      try movie.change(MovieHeaderBox.self) { $0.volume = 0 }
    }
    try expect(.tracksPlay, .warning, "an unknown kind ('`lis' in dref)") { movie in
      try movie.change(ListBox.self, at: ["mdia", "minf", "dinf"], track: 0) { list in
        list.children[0] = UnknownBox(type: "`lis", payload: [0, 0, 0, 1])
      }
    }
  }

  @Test("edits that go back, stand still, show nothing in the middle or part sound and pictures are told as warnings")
  func strangeEdits() throws {
    typealias Edit = EditListBox.Entry
    func edits(
      _ text: String, _ status: RuleResult.Status = .warning, video: [Edit]? = nil, sound: [Edit]? = nil
    ) throws {
      try expect(.times, status, text) { movie in
        try Self.addSound(to: &movie)
        for (track, entries) in [video, sound].enumerated() {
          guard let entries else { continue }
          try movie.change(EditListBox.self, at: ["edts"], track: track) { $0.entries = entries }
        }
      }
    }
    func edit(_ length: UInt64, from start: Int64) -> Edit { Edit(segmentDuration: length, mediaTime: start) }
    let halves = [edit(450, from: 450), edit(450, from: 0)]
    try edits("its edits go back to 0 s behind 1.5 s", video: halves)
    try edits("track 3: its edits go back", sound: halves)
    try edits("its edits go back", video: [edit(300, from: 0), edit(300, from: 0), edit(300, from: 0)])
    try edits(
      "play nothing for 0.5 s in the middle", video: [edit(300, from: 0), edit(300, from: -1), edit(300, from: 600)])
    try edits(
      "hold one place for 0.75 s",
      video: [edit(450, from: 0), Edit(segmentDuration: 450, mediaTime: 450, rate: Fixed16(0))])
    try edits("its sound is played 0.4 s before", sound: [edit(660, from: 240)])
    try edits("its sound is played 0.3 s behind", sound: [edit(180, from: -1), edit(720, from: 0)])
    try edits("", .pass, sound: [edit(60, from: -1), edit(840, from: 0)])
    try edits("", .pass, video: [edit(700, from: 200)], sound: [edit(700, from: 200)])
    try edits("", .pass, video: [edit(450, from: 0), edit(450, from: 450)])
  }

  @Test("a movie's timescale that shows each track for half of its own length is told as a warning; a trim is not")
  func otherTimescale() throws {
    // Sound of another length; a header that counts twice as fast as the pictures; and a half of both, as trimmed.
    for (sound, scale, status) in [
      (960, 2, RuleResult.Status.warning), (900, 2, .warning), (900, 1, .pass),
    ] as [(UInt64, UInt64, RuleResult.Status)] {
      try expect(.times, status, status == .warning ? "may have a wrong timescale" : "") { movie in
        try Self.addSound(to: &movie)
        try movie.change(MediaHeaderBox.self, at: ["mdia"], track: 1) { $0.duration = sound }
        try movie.change(EditListBox.self, at: ["edts"], track: 1) { $0.entries[0].segmentDuration = sound }
        try movie.change(MovieHeaderBox.self) { $0.timescale *= UInt32(scale) }
        guard scale == 1 else { return }
        try movie.change(MovieHeaderBox.self) { $0.duration = 450 }
        for track in 0...1 {
          try movie.change(EditListBox.self, at: ["edts"], track: track) { $0.entries[0].segmentDuration = 450 }
          try movie.change(TrackHeaderBox.self, track: track) { $0.duration = 450 }
        }
      }
    }
  }

  /// The movie with more data before its description, and where these begin.
  private func adding(_ data: [UInt8]) throws -> (movie: [UInt8], start: Int) {
    let moov = try #require(try MovieReader().read(good).outline.first { $0.header.type == "moov" }).offset
    let box = try UnknownBox(type: "mdat", payload: data).encoded()
    return (Array(good[..<moov]) + box + Array(good[moov...]), moov + box.count - data.count)
  }

  @Test("many bytes of data that belong to no track are told as a warning, and a few are filling")
  func unusedData() throws {
    for (count, status) in [(150_000, RuleResult.Status.warning), (5000, .pass)] {
      let movie = try adding([UInt8](repeating: 7, count: count)).movie
      let result = try #require(try MovieRules.results(of: movie)[.sampleTables])
      #expect(result.status == status && (status == .pass || result.found.contains("belong to no track")), "\(result)")
    }
  }

  @Test(
    "sound that is described in another order of bytes, or without signs, is told by its samples",
    arguments: [
      (9000.0, UInt32(12), ""), (9000, 14, "highest byte"), (9000, 8, "have no sign"), (100, 12, ""),
      (100, 14, "highest byte"), (100, 8, "have no sign"),
    ])
  func plainSound(loudness: Double, flags: UInt32, text: String) throws {
    var random = SeededRandom(seed: 3)
    let count = 66_150
    let samples = (0..<count).map { index in
      UInt16(bitPattern: Int16(loudness * sin(Double(index) / 30) + Double.random(in: -9...9, using: &random)))
    }
    let (movie, start) = try adding(samples.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    var entry = SoundSampleEntry(linear: .init(sampleRate: 44_100, channelCount: 1))
    entry.linear.formatFlags = flags
    let changed = try Tampering.movie(movie) { movie in
      try Self.addSound(to: &movie, entry)
      try movie.change(MediaHeaderBox.self, at: ["mdia"], track: 1) {
        ($0.timescale, $0.duration) = (44_100, UInt64(count))
      }
      try movie.changeTrack(1) { track in
        track.update(Self.tables) { table in
          table.children =
            table.children.filter { $0.type == "stsd" }
            + [
              TimeToSampleBox(entries: [.init(count: UInt32(count), value: 1)]),
              SampleToChunkBox(chunkSizes: [count]), SampleSizeBox(constantSize: 2, sampleCount: UInt32(count)),
              ChunkOffsetBox(offsets: [UInt64(start)]),
            ]
        }
      }
    }
    let result = try #require(try MovieRules.results(of: changed)[.tracksPlay])
    #expect(result.status == (text.isEmpty ? .pass : .warning) && result.found.contains(text), "\(result)")
  }

  @Test("sound that is switched off, and edits that hide nearly all, are told as warnings")
  func hidden() throws {
    try expect(.tracksPlay, .warning, "its sound is switched off") { movie in
      try Self.addSound(to: &movie)
      try movie.change(TrackHeaderBox.self, track: 1) { $0.header.flags &= ~1 }
    }
    for (duration, status) in [(300, RuleResult.Status.pass), (100, .warning)] as [(UInt64, RuleResult.Status)] {
      try expect(.tracksPlay, status) { movie in
        try movie.change(EditListBox.self, at: ["edts"], track: 0) { $0.entries[0].segmentDuration = duration }
      }
    }
  }

  @Test("packets of AAC at another speed, and a decoder that nothing configures, are told")
  func packets() throws {
    // Low complexity, 44.1 kHz, two channels: 23.2 ms a packet.
    let stream = ElementaryStreamBox(
      audioSpecificConfig: [0x12, 0x10], bufferSize: 0, maximumRate: 0, averageRate: 0)
    func sound(_ stream: ElementaryStreamBox) -> SoundSampleEntry {
      SoundSampleEntry(
        compressed: "mp4a", channelCount: 2, rate: 44_100, packing: .init(samplesPerPacket: 1024),
        extensions: [ContainerBox("wave", [stream])])
    }
    for (unit, status) in [(14, RuleResult.Status.pass), (28, .failure)] as [(UInt32, RuleResult.Status)] {
      try expect(.times, status, status == .failure ? "is played in 46.7 ms" : "") { movie in
        try Self.addSound(to: &movie, sound(stream))
        try movie.change(TimeToSampleBox.self, at: Self.tables, track: 1) {
          $0.entries = [.init(count: 45, value: unit)]
        }
        if status == .failure {
          try movie.change(MediaHeaderBox.self, at: ["mdia"], track: 1) { $0.duration = 45 * 28 }
        }
      }
    }
    var zeros = stream
    zeros.descriptor = zeros.descriptor.map { _ in 0 }
    try expect(.tracksPlay, .warning, "nothing configures") { try Self.addSound(to: &$0, sound(zeros)) }
  }

  @Test("numbers of plain sound that contradict each other are told, and a rate that is too high to be written is not")
  func linearNumbers() throws {
    func expect(_ text: String, _ edit: (inout SoundSampleEntry.LinearFormat) -> Void) throws {
      var entry = SoundSampleEntry(linear: .init(sampleRate: 44_100, channelCount: 2))
      edit(&entry.linear)
      try self.expect(.tracksPlay, .failure, text) { try Self.addSound(to: &$0, entry) }
    }
    try expect("said to have 4 bytes") { $0.bitsPerSample = 24 }
    try expect("said to have 4 bytes") { $0.channelCount = 1 }
    try expect("packets of 2 frames") { $0.framesPerPacket = 2 }
    try expect("no floating-point number has 16 bits") { $0.formatFlags = 9 }
    // 96 kHz.
    let stream = ElementaryStreamBox(audioSpecificConfig: [0x10, 0x10], bufferSize: 0, maximumRate: 0, averageRate: 0)
    let fast = SoundSampleEntry(
      compressed: "mp4a", channelCount: 2, rate: 0, packing: .init(samplesPerPacket: 1024), extensions: [stream])
    try self.expect(.tracksPlay, .pass) { try Self.addSound(to: &$0, fast) }
  }

  @Test("a movie's speed, and a record that is not that of the pictures, are told as warnings")
  func records() throws {
    try expect(.tracksPlay, .warning, "another speed") { movie in
      try movie.change(MovieHeaderBox.self) { $0.rate = Fixed16(2) }
    }
    // The level, and the profile of the sequence.
    for place in [3, 9] {
      try expect(.tracksPlay, .warning, "another profile or level") { movie in
        try movie.change(ListBox.self, at: Self.tables, track: 0) { list in
          var entry = try #require(list.children[0] as? VisualSampleEntry)
          entry.extensions = entry.extensions.map { box in
            guard var record = box as? CodecConfigurationBox else { return box }
            record.record[place] = place == 3 ? 99 : 110
            return record
          }
          list.children[0] = entry
        }
      }
    }
  }

  @Test("samples that are no frames of their format are told")
  func frames() throws {
    var entry = SoundSampleEntry(linear: .init(sampleRate: 44_100, channelCount: 1))
    for (size, status) in [(2, RuleResult.Status.pass), (4, .failure)] as [(UInt32, RuleResult.Status)] {
      entry.linear.bytesPerPacket = size
      try expect(.times, status, status == .pass ? "" : "a frame of 'lpcm' as it is described has 4") { movie in
        try Self.addSound(to: &movie, entry)
        try movie.change(SampleSizeBox.self, at: Self.tables, track: 1) { box in
          box = SampleSizeBox(constantSize: 2, sampleCount: 45)
        }
      }
    }
  }

  @Test("a description of another size than the pictures', and an aperture that shows a part, are told as warnings")
  func sizes() throws {
    func change(_ edit: @escaping (inout VisualSampleEntry) -> Void) -> (inout ContainerBox) throws -> Void {
      { movie in
        try movie.change(ListBox.self, at: Self.tables, track: 0) { list in
          var entry = try #require(list.children[0] as? VisualSampleEntry)
          edit(&entry)
          list.children[0] = entry
        }
      }
    }
    try expect(
      .tracksPlay, .warning, "its description has 640 × 480, and its pictures 320 × 240",
      change { ($0.width, $0.height) = (640, 480) })
    func show(_ width: Int32, _ height: Int32) -> (inout ContainerBox) throws -> Void {
      change { entry in
        entry.extensions.removeAll { $0 is CleanApertureBox }
        entry.extensions.append(CleanApertureBox(width: width, height: height))
      }
    }
    try expect(.tracksPlay, .warning, "shows 64 × 64 of 320 × 240", show(64, 64))
    try expect(.tracksPlay, .warning, "shows 640 × 240 of 320 × 240", show(640, 240))
    try expect(.tracksPlay, .pass, "", show(312, 232))
  }

  @Test("pictures that last twice as long as the sound are told as those of a wrong timescale, whichever is wrong")
  func lengths() throws {
    // The edits show 1.5 s of either, whatever their tracks hold.
    func expect(_ status: RuleResult.Status, pictures: UInt32, sound: UInt32) throws {
      try self.expect(.times, status, status == .pass ? "" : "the timescale (mdhd) of one may be wrong") { movie in
        try Self.addSound(to: &movie)
        for (track, divisor) in [(0, pictures), (1, sound)] {
          try movie.change(MediaHeaderBox.self, at: ["mdia"], track: track) { $0.timescale /= divisor }
        }
      }
    }
    try expect(.pass, pictures: 1, sound: 1)
    try expect(.warning, pictures: 2, sound: 1)
    try expect(.warning, pictures: 1, sound: 3)
  }

  @Test("pictures without a size or with a matrix of zeros are told")
  func invisible() throws {
    try expect(.tracksPlay, .failure, "the movie's matrix") { movie in
      try movie.change(MovieHeaderBox.self) { $0.matrix = TransformMatrix(a: 0, b: 0, c: 0, d: 0) }
    }
    try expect(.tracksPlay, .failure, "no size") { movie in
      try movie.change(TrackHeaderBox.self, track: 0) { $0.width = Fixed16(0) }
    }
    try expect(.tracksPlay, .failure, "matrix") { movie in
      try movie.change(TrackHeaderBox.self, track: 0) { $0.matrix = TransformMatrix(a: 0, b: 0, c: 0, d: 0) }
    }
    try expect(.tracksPlay, .failure, "nothing") { movie in
      try movie.change(TrackHeaderBox.self, track: 0) { $0.matrix = TransformMatrix(a: 0, b: 0, c: 0, d: 1) }
    }
    try expect(.tracksPlay, .failure, "the movie's matrix shrinks") { movie in
      try movie.change(MovieHeaderBox.self) { $0.matrix = TransformMatrix(a: 1, b: 1, c: 1, d: 1) }
    }
  }

  @Test("a track that refers to one that is not there is warned of, whichever it is")
  func lostReference() throws {
    try expect(.trackReference, .warning, "track 1 refers to track 99, and there is none") { movie in
      try movie.changeTrack(0) { track in
        track.children.append(ContainerBox("tref", [TrackReferenceBox("cdsc", trackIDs: [99])]))
      }
    }
  }

  @Test("colours are found in parameters of H.265 behind all that stands before them", arguments: [false, true])
  func hevcColors(isDisplayP3: Bool) throws {
    let picture = try DrawnScene(seed: 1).picture(width: 128, height: 96)
    var settings = HEICEncoder.Settings(preset: "medium")
    settings.isDisplayP3 = isDisplayP3
    let still = try HEICStill.encoding(
      StillMetadata(
        date: WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux", model: "Waves",
        software: "livecam", orientation: .up), from: picture, settings: settings)
    let part = try #require(try StillFile.read(ArrayBytes(still, name: "A.HEIC")).heicWhole())
    #expect(StreamParameters(record: part.configuration, codec: .hevc).colors == [isDisplayP3 ? 12 : 1, 13, 6])
  }

  @Test(
    "matrices that squeeze pictures are warned of; mirrored ones and a movie's own are, too; turned and larger ones are not"
  )
  func squeezing() throws {
    func matrix(_ values: [Double]) -> TransformMatrix {
      var matrix = TransformMatrix(a: 1, b: 0, c: 0, d: 1)
      for (place, value) in zip([0, 1, 3, 4], values) { matrix.elements[place] = Int32(value * 65_536) }
      return matrix
    }
    func track(_ values: [Double]) -> (inout ContainerBox) throws -> Void {
      { try $0.change(TrackHeaderBox.self, track: 0) { $0.matrix = matrix(values) } }
    }
    try expect(.tracksPlay, .warning, "its matrix squeezes", track([0.5, 0, 0, 1]))
    try expect(.tracksPlay, .warning, "its matrix squeezes", track([0, 1, -0.5, 0]))
    for values in [[0, 1, -1, 0], [-1, 0, 0, -1], [2, 0, 0, 2], [1, 0, 0, 1.01]] {
      try expect(.tracksPlay, .pass, "", track(values))
    }
    for values in [[-1, 0, 0, 1], [0, 1, 1, 0]] as [[Double]] {
      try expect(.tracksPlay, .warning, "its matrix mirrors", track(values))
    }
    for (values, text) in [
      ([1, 0, 0, 0.5], "squeezes"), ([-1, 0, 0, 1], "turns, mirrors"), ([0, 1, -1, 0], "turns"),
      ([2, 0, 0, 2], "scales"),
    ] as [([Double], String)] {
      try expect(.tracksPlay, .warning, "the movie's matrix \(text == "scales" ? "turns, mirrors, scales" : text)") {
        movie in try movie.change(MovieHeaderBox.self) { $0.matrix = matrix(values) }
      }
    }
  }

  @Test("times that make pictures pass too fast or never are told as failures")
  func wrongTimes() throws {
    func times(_ status: RuleResult.Status, _ text: String, _ value: UInt32) throws {
      try expect(.times, status, text) { movie in
        try movie.change(TimeToSampleBox.self, at: Self.tables, track: 0) {
          $0.entries = [.init(count: 45, value: value)]
        }
      }
    }
    try times(.failure, "its samples come to 0 s", 0)
    try times(.failure, "its samples come to 4.5 s", 60)
    func offsets(_ status: RuleResult.Status, _ text: String, _ values: [Int32], cslg: [Int64]? = nil) throws {
      try expect(.times, status, text) { movie in
        try movie.changeTrack(0) { track in
          track.update(Self.tables) { table in
            if let box = CompositionOffsetBox(offsets: values) { table.children.append(box) }
            if let cslg { table.children.append(CompositionShiftBox(values: cslg)) }
          }
        }
      }
    }
    let none = [Int32](repeating: 0, count: 45)
    let swapped: [Int32] = (0..<45).map { Int32($0 % 2 == 0 ? 20 : -20) }.dropLast() + [Int32(0)]
    try offsets(.pass, "", swapped, cslg: [20, -20, 20, 0, 900])
    try offsets(.warning, "shifted by more than cslg", swapped, cslg: [20, -10, 10, 0, 900])
    try offsets(.failure, "in another order", none, cslg: [20, -20, 20, 0, 900])
    try offsets(.failure, "picture 3 is never shown", [0, 0, 1_000_000] + none.dropFirst(3))
    try offsets(.failure, "picture 4 is never shown", [0, 0, 0, -5000] + none.dropFirst(4))
    try offsets(.warning, "1 picture of 45", [20] + none.dropFirst())
    try offsets(.failure, "22 pictures of 45", (0..<45).map { $0 % 2 == 0 && $0 < 44 ? 20 : 0 })
  }

  @Test("headers and edits that contradict the tables are told as warnings, and small differences are not")
  func contradictions() throws {
    for (duration, status) in [(910, RuleResult.Status.pass), (9000, .warning)] as [(UInt64, RuleResult.Status)] {
      try expect(.times, status) { movie in
        try movie.change(MovieHeaderBox.self) { $0.duration = duration }
      }
      try expect(.times, status) { movie in
        try movie.change(MediaHeaderBox.self, at: ["mdia"], track: 0) { $0.duration = duration }
      }
      try expect(.times, status) { movie in
        try movie.change(EditListBox.self, at: ["edts"], track: 0) { $0.entries[0].segmentDuration = duration }
      }
    }
    try expect(.times, .failure, "at another speed") { movie in
      try movie.change(EditListBox.self, at: ["edts"], track: 0) { $0.entries[0].rate = Fixed16(2) }
    }
  }

  @Test("a speed that one track alone is played at is told; one of all tracks is not")
  func paces() throws {
    func expect(_ status: RuleResult.Status, _ text: String, tracks: [Int]) throws {
      try self.expect(.times, status, text) { movie in
        try Self.addSound(to: &movie)
        for track in tracks {
          // Short enough for its samples at that speed.
          try movie.change(EditListBox.self, at: ["edts"], track: track) { box in
            box.entries = [.init(segmentDuration: 800, mediaTime: 0, rate: Fixed16(rawValue: 70_000))]
          }
          try movie.change(TrackHeaderBox.self, track: track) { $0.duration = 800 }
        }
      }
    }
    try expect(.pass, "", tracks: [])
    try expect(.pass, "", tracks: [0, 1])
    try expect(.warning, "at 1.07 times its speed", tracks: [1])
  }
}
