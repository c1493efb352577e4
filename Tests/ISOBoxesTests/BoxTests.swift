import ByteCoding
import Foundation
import TestSupport
import Testing

@testable import ISOBoxes

struct BoxTests {
  @Test("what is decoded is known, and encoded to the same bytes", arguments: GoldenBoxes.all)
  func roundTrip(sample: GoldenBoxes.Sample) throws {
    let bytes = sample.bytes
    let boxes = try BoxDecoder.boxes(in: bytes, context: sample.context)
    let box = try #require(boxes.first)
    #expect(boxes.count == 1)
    #expect(sample.name == "large size" || !(box is UnknownBox))
    #expect(box.size == bytes.count)
    #expect(try box.encoded() == bytes)
    #expect(box.dump().hasPrefix("'\(box.type)' size=\(bytes.count)"))
    #expect(box.dump().hasSuffix("\n"))
  }

  /// Places in which a box is known by its four characters; in the others any type has its place.
  private static let places: [BoxContext] = [
    .general, .sampleDescription, .soundExtension, .metadataSampleEntry, .metadataKey, .dataReferences, .metadataItem,
    .pictureFile, .pictureMetadata, .pictureProperties,
  ]

  @Test("every box names the clause that it stands for")
  func clauses() throws {
    let folder = Project.url("Sources/ISOBoxes")
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains(/struct (?!UnknownBox)\w+: (Parent)?Box \{/) else { continue }
      count += 1
      #expect(text.contains(/ISO\/IEC \d+|QuickTime File Format/), "\(file.lastPathComponent)")
    }
    #expect(count > 40)
  }

  @Test("every box that is known stands among the golden ones, or in one of them")
  func everyKnownBox() throws {
    func names(_ node: StructureNode) -> [String] { [node.name] + node.children.flatMap(names) }
    let samples =
      try GoldenBoxes.all.flatMap { try BoxDecoder.boxes(in: $0.bytes, context: $0.context) }
      + BoxDecoder.boxes(in: GoldenBoxes.stillTrack)
    let golden = Set(samples.flatMap { names($0.structure(at: 0, isBrief: false)) })
    let folder = Project.url("Sources/ISOBoxes")
    var known: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      for literal in try String(contentsOf: file, encoding: .utf8).matches(of: /"([ -~]{4})"/) {
        let type = FourCC(stringLiteral: String(literal.1))
        if Self.places.contains(where: { !(BoxRegistry.blank(type, in: $0) is UnknownBox) }) {
          known.insert(String(literal.1))
        }
      }
    }
    #expect(known.count > 60)
    #expect(known.subtracting(golden).sorted() == [])
  }

  @Test("a box that is cut off anywhere is refused, and its error names box and offset", arguments: GoldenBoxes.all)
  func truncated(sample: GoldenBoxes.Sample) throws {
    let bytes = sample.bytes
    for count in 1..<bytes.count {
      let error = try #require(throws: BoxError.self) {
        try BoxDecoder.boxes(in: Array(bytes[..<count]), context: sample.context)
      }
      #expect(error.code == .truncated)
      #expect(error.offset <= count)
      #expect(count < 8 || !error.box.isEmpty || bytes[3] == 1)
    }
  }

  @Test("a box with any byte changed is refused or kept without loss", arguments: GoldenBoxes.all)
  func damaged(sample: GoldenBoxes.Sample) throws {
    var refused = 0
    for index in sample.bytes.indices {
      for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
        var bytes = sample.bytes
        bytes[index] = value
        // A size of 0 means "to the end" and is written back as a number.
        if bytes[..<4] == [0, 0, 0, 0] { continue }
        do throws(BoxError) {
          let boxes = try BoxDecoder.boxes(in: bytes, context: sample.context)
          var writer = ByteWriter()
          for box in boxes { writer.bytes(try box.encoded()) }
          // The damage may have cut the box in two, and the second may be one that goes "to the end".
          if boxes.count > 1 { continue }
          #expect(writer.contents == bytes, "byte \(index) as \(value)")
          #expect(!boxes.map { $0.dump() }.joined().isEmpty)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 0, "sizes at least were damaged")
  }

  @Test("counts that no file could hold are refused without asking for memory")
  func counts() throws {
    for type in ["stts", "stss", "stsc", "stco", "co64", "ctts", "elst", "keys", "dref", "stsd"] {
      var writer = ByteWriter()
      writer.u32(24)
      writer.ascii(type)
      writer.u32(0)
      writer.u32(.max)
      writer.u64(0)
      #expect(throws: BoxError.self) { try BoxDecoder.boxes(in: writer.contents) }
    }
  }

  @Test("boxes inside one another are refused when they are too deep or too many")
  func limits() throws {
    var nested: [UInt8] = []
    for _ in 0..<5000 {
      var writer = ByteWriter()
      writer.u32(UInt32(nested.count + 8))
      writer.ascii("moov")
      nested = writer.contents + nested
    }
    #expect(try #require(throws: BoxError.self) { try BoxDecoder.boxes(in: nested) }.code == .limitExceeded)
    let free: [UInt8] = [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]
    let most = [[UInt8]](repeating: free, count: BoxLimits.boxes).flatMap { $0 }
    #expect(try BoxDecoder.boxes(in: most).count == BoxLimits.boxes)
    #expect(try #require(throws: BoxError.self) { try BoxDecoder.boxes(in: most + free) }.code == .limitExceeded)
  }

  @Test("an error tells the path to the box and what was announced")
  func errors() throws {
    var bytes = GoldenBoxes.stillTrack
    bytes[0x64 + 8 + 3] = 0xff  // elst claims to be longer than edts
    let error = try #require(throws: BoxError.self) { try BoxDecoder.boxes(in: bytes) }
    #expect(error.box == "trak/edts/elst")
    #expect(error.offset == 0x6c)
    #expect(
      error.description == "trak/edts/elst: The box announces 247 bytes, and 32 are left. [truncated at byte 108]")
  }

  @Test("a value that does not fit its field is refused when written")
  func tooWide() throws {
    var header = MovieHeaderBox(timescale: 600, duration: 1 << 32, nextTrackID: 2)
    let error = try #require(throws: BoxError.self) { try header.encoded() }
    #expect(error.code == .invalidValue && error.box == "mvhd")
    header.header.version = 1
    #expect(try header.encoded().count == 120)
    header.preview = []
    #expect(throws: BoxError.self) { try header.encoded() }
    #expect(throws: BoxError.self) {
      try EditListBox(entries: [.init(segmentDuration: 1, mediaTime: 1 << 31)]).encoded()
    }
  }
}
