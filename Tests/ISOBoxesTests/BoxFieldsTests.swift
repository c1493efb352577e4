import ByteCoding
import Testing

@testable import ISOBoxes

struct BoxFieldsTests {
  private func decoded<Kind: Box>(_ name: String, as kind: Kind.Type) throws -> Kind {
    let sample = try #require(GoldenBoxes.all.first { $0.name == name })
    return try #require(try BoxDecoder.boxes(in: sample.bytes, context: sample.context).first as? Kind)
  }

  @Test("numbers of four and of eight bytes, with and without sign, mean what they should")
  func numbers() throws {
    let header = try decoded("mvhd, version 1", as: MovieHeaderBox.self)
    #expect(header.creationTime == 5_000_000_000 && header.timescale == 600 && header.duration == 1800)
    #expect(header.matrix == .unity && header.rate.value == 1 && header.nextTrackID == 4)
    let track = try decoded("tkhd, version 1", as: TrackHeaderBox.self)
    #expect(track.matrix.clockwiseDegrees == 90 && track.width.value == 1280 && track.isEnabled)
    let edits = try decoded("elst, version 1", as: EditListBox.self)
    #expect(edits.entries == [.init(segmentDuration: 6_000_000_000, mediaTime: -1)])
    let offsets = try decoded("ctts, signed", as: CompositionOffsetBox.self)
    #expect(offsets.entries.map(\.value) == [60, -40])
    #expect(try decoded("co64", as: ChunkOffsetBox.self).offsets == [36, 5_000_000_000])
  }

  @Test("plain sound is described with a floating-point rate")
  func linearSound() throws {
    let entry = try decoded("lpcm", as: SoundSampleEntry.self)
    #expect(entry.version == 2 && entry.linear.sampleRate == 44100 && entry.linear.formatFlags == 0x0c)
    let written = SoundSampleEntry(linear: .init(sampleRate: 44100, channelCount: 1))
    #expect(try written.encoded() == entry.encoded())
  }

  @Test("compressed sound keeps its decoder's configuration inside wave and esds")
  func compressedSound() throws {
    let entry = try decoded("mp4a, version 1", as: SoundSampleEntry.self)
    let wave = try #require(entry.extensions.containers("wave").first)
    #expect(wave.first(OriginalFormatBox.self)?.format == "mp4a")
    #expect(wave.first(ElementaryStreamBox.self)?.audioSpecificConfig == [0x12, 0x08, 0x56, 0xe5, 0x00])
    let stream = ElementaryStreamBox(
      audioSpecificConfig: [0x11, 0x90], bufferSize: 700, maximumRate: 130_000, averageRate: 128_000)
    #expect(stream.audioSpecificConfig == [0x11, 0x90])
    #expect(ElementaryStreamBox(descriptor: []).audioSpecificConfig == nil)
  }

  @Test("a descriptor that is cut off anywhere gives no configuration, and no crash")
  func damagedDescriptor() throws {
    let whole = ElementaryStreamBox(
      audioSpecificConfig: [0x11, 0x90], bufferSize: 700, maximumRate: 130_000, averageRate: 128_000)
    for count in 0..<whole.descriptor.count - 7 {
      var cut = whole
      cut.descriptor = Array(whole.descriptor.prefix(count))
      #expect(cut.audioSpecificConfig == nil)
    }
  }

  @Test("a matrix is told by its turning part alone", arguments: [0, 90, 180, 270])
  func matrices(degrees: Int) {
    let turns = [
      0: TransformMatrix.unity, 90: TransformMatrix(a: 0, b: 1, c: -1, d: 0, x: 4284),
      180: TransformMatrix(a: -1, b: 0, c: 0, d: -1), 270: TransformMatrix(a: 0, b: -1, c: 1, d: 0, y: 7),
    ]
    #expect(turns[degrees]?.clockwiseDegrees == degrees)
    #expect(TransformMatrix(a: 2, b: 0, c: 0, d: 1).clockwiseDegrees == nil)
  }

  @Test("metadata is listed in order, in QuickTime's form")
  func metadata() throws {
    let box = MetadataBox(items: [
      ("com.apple.quicktime.make", MetadataValueBox(text: "Küche")), ("b", MetadataValueBox(text: "")),
    ])
    let bytes = try box.encoded()
    #expect(Array(bytes[8..<16]) == [0, 0, 0, 34, 0x68, 0x64, 0x6c, 0x72])
    let read = try #require(try BoxDecoder.boxes(in: bytes).first as? MetadataBox)
    #expect(read.header == nil)
    #expect(read.items.map(\.key) == ["com.apple.quicktime.make", "b"])
    #expect(read.items.map(\.value.text) == ["Küche", ""])
    #expect(try decoded("meta, ISO form", as: MetadataBox.self).header != nil)
  }

  @Test("an item whose number has no key is left out")
  func danglingItems() {
    let value = MetadataValueBox(text: "x")
    let list = ContainerBox(
      "ilst", [0, 2, .max].map { ContainerBox(FourCC(rawValue: $0), [value]) } + [ContainerBox(FourCC(rawValue: 1))])
    #expect(MetadataBox(children: [MetadataKeysBox(names: ["a"]), list]).items.isEmpty)
  }

  @Test("runs are put together and chunk offsets grow to 64 bits when they must")
  func tables() throws {
    #expect(
      TimeToSampleBox(durations: [20, 20, 21, 20]).entries == [
        .init(count: 2, value: 20), .init(count: 1, value: 21), .init(count: 1, value: 20),
      ])
    #expect(
      SampleToChunkBox(chunkSizes: [15, 15, 4]).entries == [
        .init(firstChunk: 1, samplesPerChunk: 15), .init(firstChunk: 3, samplesPerChunk: 4),
      ])
    #expect(ChunkOffsetBox(offsets: [1, UInt64(UInt32.max)]).type == "stco")
    #expect(ChunkOffsetBox(offsets: [1, 1 << 32]).type == "co64")
  }

  @Test("names have their length in front or a zero behind")
  func handlerNames() {
    #expect(HandlerBox(componentType: "mhlr", subtype: "vide", name: "Core Media Video").name == "Core Media Video")
    let plain = HandlerBox(componentType: "mhlr", subtype: "vide", manufacturer: "appl", nameBytes: [0x61, 0x62, 0])
    #expect(plain.name == "ab")
    #expect(HandlerBox(componentType: "mhlr", subtype: "vide", manufacturer: "appl", nameBytes: []).name == "")
  }

  @Test("four characters are printed, and numbers in their place as hexadecimal")
  func codes() {
    #expect(FourCC("qt  ").description == "qt  ")
    #expect(FourCC(rawValue: 1).description == "0x00000001")
    #expect(FourCC("©xyz").description == "©xyz")
  }

  @Test("a header tells its size in 32 bits, in 64, or not at all")
  func headers() throws {
    var writer = ByteWriter()
    writer.bytes(BoxHeader(type: "mdat", payloadSize: 100).bytes)
    writer.bytes(BoxHeader(type: "mdat", payloadSize: 5_000_000_000).bytes)
    writer.u32(0)
    writer.ascii("mdat")
    var reader = ByteReader(writer.contents)
    #expect(try BoxHeader(&reader) == BoxHeader(type: "mdat", payloadSize: 100))
    #expect(try BoxHeader(&reader).payloadSize == 5_000_000_000)
    var copy = reader
    #expect(try BoxHeader(&reader, available: 20).payloadSize == 12)
    #expect(throws: BoxError.self) { try BoxHeader(&copy) }
    var tooSmall = ByteReader([0, 0, 0, 7, 0x66, 0x72, 0x65, 0x65])
    #expect(try #require(throws: BoxError.self) { try BoxHeader(&tooSmall) }.code == .invalidSize)
  }
}
