import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

@Suite struct HostileStillTests {
  /// Whatever comes, it is read and edited, or refused with a sentence.
  private static func use(_ bytes: [UInt8]) throws {
    var edits = try SampleStills.allEdits
    let source = ArrayBytes(bytes)
    do throws(CodingError) {
      let still = try StillFile.read(source)
      _ = still.structure()
      _ = (still.contentIdentifier, still.captureDate, still.location, still.exif?.appleMakerNote?.findings)
      if still.format == .jpeg || still.format == .heic { edits.motionPhoto = .remove }
      let rope = try still.edited(edits).rope
      #expect(rope.count <= 4 * bytes.count + 200_000)
    } catch { #expect(!error.message.isEmpty) }
  }

  /// The beginning of a still, where all its structure is, and its end.
  private static func shortened(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count < 80_000 ? bytes : Array(bytes[..<50_000]) + bytes.suffix(30_000)
  }

  private static func samples() throws -> [[UInt8]] {
    let edits = try SampleStills.allEdits
    let made = try [SampleJPEG.standard(), SampleStills.png.get(), SampleStills.webp.get()].map {
      try StillFile.read(ArrayBytes($0)).edited(edits).rope.contents()
    }
    return made + (try StillFixtures.all().map { shortened($0.bytes) })
  }

  @Test("bytes that are changed anywhere do no harm", .sweep)
  func mutations() throws {
    var generator = SeededRandom(seed: 20_261_121)
    for sample in try Self.samples() {
      for _ in 0..<150 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          // Most changes go where structure is dense.
          let limit = Bool.random(using: &generator) ? min(bytes.count, 4096) : bytes.count
          let place = Int.random(in: 0..<limit, using: &generator)
          bytes[place] =
            [0, 0xff, 0x7f, 0x80, UInt8.random(in: 0...255, using: &generator)]
            .randomElement(using: &generator) ?? 0
        }
        try Self.use(bytes)
      }
    }
  }

  @Test("files that break off anywhere do no harm", .sweep)
  func truncations() throws {
    var generator = SeededRandom(seed: 7)
    for sample in try Self.samples() {
      for _ in 0..<60 { try Self.use(Array(sample[..<Int.random(in: 0..<sample.count, using: &generator)])) }
    }
  }

  @Test("directories that lead in circles, lie about their size or claim all bytes are survived")
  func directories() throws {
    let jpeg = try SampleJPEG.standard()
    func embedded(_ tiff: [UInt8]) -> [UInt8] { SampleJPEG.inserting(0xe1, Array("Exif\0\0".utf8) + tiff, into: jpeg) }
    // IFD0 at 8 with pointers to itself, and a next one that is itself.
    var circle = ByteWriter()
    circle.ascii("MM")
    circle.u16(42)
    circle.u32(8)
    circle.u16(3)
    for tag: UInt16 in [0x8769, 0x8825, 0x927c] {
      circle.u16(tag)
      circle.u16(4)
      circle.u32(1)
      circle.u32(8)
    }
    circle.u32(8)
    try Self.use(embedded(circle.contents))
    // As many entries as fit, each claiming a value of all bytes.
    var greedy = ByteWriter()
    greedy.ascii("II")
    greedy.u16(42, .little)
    greedy.u32(8, .little)
    greedy.u16(0xffff, .little)
    for index in 0..<5000 {
      greedy.u16(index == 0 ? 0x8825 : UInt16(index), .little)
      greedy.u16(7, .little)
      greedy.u32(60_000, .little)
      greedy.u32(0, .little)
    }
    try Self.use(embedded(greedy.contents))
    for count: UInt32 in [0, 1, 0x7fff_ffff, 0xffff_ffff] {
      var tiff = circle.contents
      for index in 0..<4 { tiff[14 + index] = UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * index)) }
      try Self.use(embedded(tiff))
    }
  }

  @Test("XML that grows without end, or is nested without end, is refused")
  func entities() throws {
    let identifier = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let bomb =
      "<!DOCTYPE a [<!ENTITY b \"bbbbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;\">]><a>&d;</a>"
    let deep = String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000)
    for text in [bomb, deep] {
      let bytes = SampleJPEG.inserting(0xe1, identifier + Array(text.utf8), into: try SampleJPEG.standard())
      let still = try StillFile.read(ArrayBytes(bytes))
      #expect(still.motionPhoto == nil)
      var edits = StillEdits()
      edits.removesLocation = true
      #expect(throws: CodingError.self) { try still.edited(edits).rope }
      // An edit that has no need of XMP leaves it.
      #expect(try still.edited(StillEdits(contentIdentifier: #require(.sample))).rope.count > bytes.count)
    }
  }

  @Test("a PNG without its last chunk breaks off, and one that goes on with zeros is damaged there")
  func cutPNG() throws {
    let png = try SampleStills.png.get()
    #expect(
      try StillFile.read(ArrayBytes(png + [UInt8](repeating: 0, count: 20_000_000))).damage(reading: false) == nil)
    let damage = try StillFile.read(ArrayBytes(Array(png.dropLast(12)))).damage(reading: false)
    #expect(damage?.contains("breaks off") == true)
    let zeros = Array(png.dropLast(12)) + [UInt8](repeating: 0, count: 20_000_000)
    let error = #expect(throws: CodingError.self) { try StillFile.read(ArrayBytes(zeros)) }
    #expect(
      error?.message.contains("A chunk must begin at byte \(png.count - 12)") == true, "\(String(describing: error))")
  }
}
