import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// Movies laid out as other writers do: what is read of them must not depend on it.
@Suite struct MovieSurgeryTests {
  private var surgery: MovieSurgery
  private let original: MovieFile

  init() throws {
    surgery = try MovieSurgery()
    original = try MovieReader().read(surgery.bytes)
  }

  private static let ftyp = MovieSurgery.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8))

  /// A file of which everything but places must be the original's, and whose samples must hold the same bytes.
  private func expectSame(_ bytes: [UInt8]) throws {
    let file = try MovieReader().read(bytes)
    #expect(file.contentIdentifier == SampleMovie.identifier)
    #expect(file.stillTime == original.stillTime && file.stillTime != nil)
    #expect(file.tracks.map(\.id) == original.tracks.map(\.id))
    #expect(try file.shownFrames() == original.shownFrames())
    for (track, old) in zip(file.tracks, original.tracks) {
      let (samples, expected) = (try track.samples(), try old.samples())
      #expect(samples.map(\.presentationTime) == expected.map(\.presentationTime))
      #expect(samples.map(\.isSync) == expected.map(\.isSync))
      for (sample, other) in zip(samples, expected) {
        let start = Int(sample.offset)
        let found = Array(bytes[start..<start + sample.size])
        let wanted = Array(surgery.bytes[Int(other.offset)..<Int(other.offset) + other.size])
        #expect(firstDifference(found, wanted) == nil)
      }
    }
    // What is written of it is one and the same, however it was laid out, and no sample of it is lost.
    let source = ArrayBytes(bytes, name: "movie")
    let written = try MovieEditor(file, source: source).rope().contents()
    let again = try MovieReader().read(written)
    #expect(try again.shownFrames() == original.shownFrames() && again.damages.isEmpty)
    let twice = try MovieEditor(again, source: ArrayBytes(written, name: "movie")).rope().contents()
    #expect(firstDifference(written, twice) == nil)
  }

  @Test("no ftyp, but wide or the samples first")
  func headless() throws {
    let wide = MovieSurgery.box("wide", []) + MovieSurgery.box("mdat", surgery.payload)
    try expectSame(wide + surgery.description(movingSamplesBy: 16 - surgery.base))
    try expectSame(MovieSurgery.box("mdat", surgery.payload) + surgery.description(movingSamplesBy: 8 - surgery.base))
  }

  @Test("samples in a box of 64-bit size, at offsets of 64 bits")
  func largeBox() throws {
    let header =
      MovieSurgery.big(1) + Array("mdat".utf8) + MovieSurgery.big(0)
      + MovieSurgery.big(16 + surgery.payload.count)
    let distance = Self.ftyp.count + 16 - surgery.base
    try expectSame(
      Self.ftyp + header + surgery.payload + surgery.description(movingSamplesBy: distance, wide: true))
  }

  @Test("the description first, and samples up to the file's end, however long that is")
  func openEnd() throws {
    let size = try surgery.description(movingSamplesBy: 0).count
    let distance = Self.ftyp.count + size + 8 - surgery.base
    let front = try Self.ftyp + surgery.description(movingSamplesBy: distance)
    try expectSame(front + MovieSurgery.big(0) + Array("mdat".utf8) + surgery.payload)
  }

  @Test("samples in several boxes, padding between them")
  func severalBoxes() throws {
    // Cut between chunks: the second half moves by the padding and another header.
    let places = try original.tracks.flatMap { try $0.chunks().map { Int($0.offset) } }.sorted()
    let cut = places[places.count / 2] - surgery.base
    let padding = MovieSurgery.box("free", [UInt8](repeating: 0xee, count: 100))
    let gap = padding.count + 8
    var copy = surgery
    copy.updateTracks { track in
      track.update(["mdia", "minf", "stbl"]) { table in
        table.update(ChunkOffsetBox.self) { box in
          box.offsets = box.offsets.map { Int($0) - surgery.base >= cut ? $0 + UInt64(gap) : $0 }
        }
      }
    }
    let description = try copy.description(movingSamplesBy: Self.ftyp.count + 8 - surgery.base)
    try expectSame(
      Self.ftyp + MovieSurgery.box("mdat", Array(surgery.payload[..<cut])) + padding
        + MovieSurgery.box("mdat", Array(surgery.payload[cut...])) + description)
  }

  @Test(
    "what vendors append is no part of the movie",
    arguments: [
      [0], [0, 0, 0, 3, 1], Array("SEFHmore than a box's header has".utf8),
      [0xff, 0xff, 0xff, 0xff] + Array("mdat".utf8),
    ] as [[UInt8]])
  func appended(_ trailer: [UInt8]) throws {
    try expectSame(surgery.bytes + trailer)
    let file = try MovieReader().read(surgery.bytes + trailer)
    #expect(file.layout.end == surgery.bytes.count && file.layout.damage != nil)
    #expect(file.structure().last?.name == "?")
  }

  @Test("sizes of samples in fewer bits", arguments: [8, 16])
  func compactSizes(_ bits: Int) throws {
    var copy = surgery
    var changed = 0
    copy.updateTracks { track in
      track.update(["mdia", "minf", "stbl"]) { table in
        guard let index = table.children.firstIndex(where: { $0 is SampleSizeBox }),
          let old = table.children[index] as? SampleSizeBox
        else { return }
        let sizes =
          old.constantSize > 0
          ? [UInt32](repeating: old.constantSize, count: Int(old.sampleCount)) : old.sizes
        guard sizes.allSatisfy({ $0 < 1 << UInt32(bits) }) else { return }
        let fields = sizes.flatMap { bits == 8 ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        table.children[index] = UnknownBox(
          type: "stz2", payload: MovieSurgery.big(0) + MovieSurgery.big(bits) + MovieSurgery.big(sizes.count) + fields)
        changed += 1
      }
    }
    #expect(changed > 0)
    let bytes =
      try surgery.bytes[..<(surgery.base + surgery.payload.count)]
      + copy.description(movingSamplesBy: 0)
    try expectSame(Array(bytes))
  }

  @Test("headers of version 1")
  func wideHeaders() throws {
    var copy = surgery
    copy.movie.update(MovieHeaderBox.self) { $0.header.version = 1 }
    copy.updateTracks { track in
      track.update(TrackHeaderBox.self) { $0.header.version = 1 }
      track.update(["edts"]) { $0.update(EditListBox.self) { $0.header.version = 1 } }
      track.update(["mdia"]) { $0.update(MediaHeaderBox.self) { $0.header.version = 1 } }
    }
    try expectSame(
      Array(surgery.bytes[..<(surgery.base + surgery.payload.count)]) + copy.description(movingSamplesBy: 0))
  }

  @Test("damaged boxes that nobody needs are kept as they are", arguments: ["udta", "tapt", "tref", "gmhd"])
  func damagedExtras(_ type: String) throws {
    // A box inside it says that it is larger than all of it.
    let broken = UnknownBox(
      type: FourCC(stringLiteral: type), payload: MovieSurgery.big(900) + Array("name".utf8) + [1, 2, 3])
    var copy = surgery
    if type == "udta" { copy.movie.children.append(broken) }
    copy.updateTracks { track in
      track.children.removeAll { $0.type == broken.type }
      track.children.append(broken)
    }
    let bytes =
      try Array(surgery.bytes[..<(surgery.base + surgery.payload.count)])
      + copy.description(movingSamplesBy: 0)
    let file = try MovieReader().read(bytes)
    #expect(!file.damages.isEmpty && file.damages.allSatisfy { $0.box.contains(type) })
    #expect(try file.shownFrames() == original.shownFrames() && file.stillTime == original.stillTime)
    let written = try MovieEditor(file, source: ArrayBytes(bytes, name: "movie")).rope().contents()
    let kept = try broken.encoded()
    let count = written.indices.filter { written[$0...].starts(with: kept) }.count
    #expect(count == file.tracks.count + (type == "udta" ? 1 : 0))
  }

  @Test(
    "damaged tables are an error that names them, when they are asked for", arguments: ["stsz", "stco", "stsc", "stts"])
  func damagedTables(_ type: String) throws {
    var copy = surgery
    copy.updateTracks { track in
      guard track.first(TrackHeaderBox.self)?.trackID == 1 else { return }
      track.update(["mdia", "minf", "stbl"]) { table in
        let index = table.children.firstIndex { $0.type.description == type }!
        table.children[index] = UnknownBox(type: FourCC(stringLiteral: type), payload: MovieSurgery.big(0) + [0xff])
      }
    }
    let bytes =
      try Array(surgery.bytes[..<(surgery.base + surgery.payload.count)])
      + copy.description(movingSamplesBy: 0)
    let file = try MovieReader().read(ArrayBytes(bytes, name: "holiday.mov"))
    #expect(file.contentIdentifier == SampleMovie.identifier && file.stillTime == original.stillTime)
    let error = try #require(throws: MovieError.self) { try file.tracks[0].samples() }
    #expect(error.description.contains("holiday.mov") && error.description.contains(type))
    #expect((error.underlying as? BoxError).map { $0.offset > surgery.base } == true)
    #expect(try file.tracks[1].samples().count == original.tracks[1].samples().count)
  }

  @Test("metadata in the ISO form, in moov or in its user data, become QuickTime's")
  func metadataForms() throws {
    for isInUserData in [false, true] {
      var copy = surgery
      let index = try #require(copy.movie.children.firstIndex { $0 is MetadataBox })
      var metadata = try #require(copy.movie.children[index] as? MetadataBox)
      metadata.header = VersionAndFlags()
      copy.movie.children[index] = isInUserData ? ContainerBox("udta", [metadata]) : metadata
      let bytes =
        try Array(surgery.bytes[..<(surgery.base + surgery.payload.count)])
        + copy.description(movingSamplesBy: 0)
      let source = ArrayBytes(bytes, name: "movie")
      var editor = try MovieEditor(try MovieReader().read(source), source: source)
      editor.setContainer(.quickTime)
      let read = try MovieReader().read(try editor.rope().contents())
      #expect(read.contentIdentifier == SampleMovie.identifier)
      #expect(read.metadata.map(\.key) == original.metadata.map(\.key))
      #expect(read.box.first(MetadataBox.self)?.header == nil)
    }
  }

  @Test("iTunes' metadata beside it are no place for keys, and stay as they are")
  func otherMetadata() throws {
    var copy = surgery
    let none = FourCC(rawValue: 0)
    let title = ContainerBox("\u{a9}nam", [MetadataValueBox(text: "A walk")])
    var other = MetadataBox(children: [
      HandlerBox(componentType: none, subtype: "mdir", manufacturer: "appl", nameBytes: [0]),
      ContainerBox("ilst", [title]),
    ])
    other.header = VersionAndFlags()
    let index = try #require(copy.movie.children.firstIndex { $0 is MetadataBox })
    for isAlone in [false, true] {
      if isAlone { copy.movie.children.removeAll { $0 is MetadataBox } }
      copy.movie.children.insert(other, at: min(index, copy.movie.children.count))
      let bytes =
        try Array(surgery.bytes[..<(surgery.base + surgery.payload.count)]) + copy.description(movingSamplesBy: 0)
      let source = ArrayBytes(bytes, name: "movie")
      let file = try MovieReader().read(source)
      #expect(file.contentIdentifier == (isAlone ? nil : SampleMovie.identifier))
      var editor = try MovieEditor(file, source: source)
      editor.setContainer(.quickTime)
      editor.setMetadata(MovieKey.contentIdentifier, text: "abc")
      let written = try editor.rope().contents()
      let read = try MovieReader().read(written)
      #expect(read.contentIdentifier == "abc")
      let kept = try read.box.children.all(MetadataBox.self).first { !$0.hasKeys }?.encoded()
      #expect(try kept == other.encoded())
      let folder = try TemporaryFolder()
      let path = try folder.write(written, as: "movie.mov")
      #expect(try ForeignTool.exiftool.run(["-s3", "-ContentIdentifier", path]).lines == ["abc"])
      // exiftool 12.57 takes a box of this kind at this place for QuickTime's; ffprobe reads both.
      let tags = ["format_tags=title,com.apple.quicktime.content.identifier", "-of", "default=nw=1:nk=1"]
      let probed = try ForeignTool.ffprobe.run(["-v", "error", "-show_entries"] + tags + [path])
      #expect(probed.lines == ["A walk", "abc"])
    }
  }

  @Test("samples in another file are not looked for in this one")
  func foreignData() throws {
    var copy = surgery
    copy.updateTracks { track in
      track.update(["mdia", "minf", "dinf"]) { data in
        var reference = DataReferenceBox(selfContained: "url ")
        reference.header.flags = 0
        reference.place = Array("other.mov\0".utf8)
        data.replace(with: ListBox("dref", [reference]))
      }
    }
    let bytes =
      try Array(surgery.bytes[..<(surgery.base + surgery.payload.count)])
      + copy.description(movingSamplesBy: 0)
    let source = ArrayBytes(bytes, name: "movie")
    let file = try MovieReader().read(source)
    #expect(file.tracks.allSatisfy { !$0.isSelfContained })
    #expect(throws: MovieError.self) { try MovieEditor(file, source: source) }
  }

  @Test("of several tracks of pictures, the first enabled one with more than one is the movie's")
  func choosingPictures() throws {
    var copy = surgery
    let video = try #require(copy.movie.children.containers("trak").first)
    func variant(_ id: UInt32, _ change: (inout ContainerBox) -> Void) -> ContainerBox {
      var track = video
      track.update(TrackHeaderBox.self) { $0.trackID = id }
      change(&track)
      return track
    }
    let disabled = variant(20) { $0.update(TrackHeaderBox.self) { $0.header.flags = 0x0e } }
    let auxiliary = variant(21) { track in
      track.update(["mdia"]) { media in
        media.replace(with: HandlerBox(componentType: "mhlr", subtype: "auxv", name: "Core Media Auxiliary Video"))
      }
    }
    let single = variant(22) { track in
      track.update(["mdia", "minf", "stbl"]) { table in
        table.replace(with: SampleSizeBox(constantSize: 5, sampleCount: 1))
        table.replace(with: TimeToSampleBox(durations: [20]))
        table.remove("ctts")
        table.remove("stss")
      }
    }
    copy.movie.children.insert(contentsOf: [disabled, auxiliary, single], at: 1)
    let bytes =
      try Array(surgery.bytes[..<(surgery.base + surgery.payload.count)])
      + copy.description(movingSamplesBy: 0)
    let file = try MovieReader().read(bytes)
    #expect(file.tracks.prefix(4).map(\.id) == [20, 21, 22, 1])
    #expect(file.videoTrack?.id == 1)
    #expect(file.tracks[2].sampleCount == 1)
  }
}
