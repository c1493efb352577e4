import MediaCore
import StillCoding
import TestSupport
import Testing

@Suite struct JPEGSegmentsTests {
  @Test("the structure covers every byte of the picture, in order")
  func structure() throws {
    let bytes = try SampleJPEG.standard() + [1, 2, 3]
    let segments = try JPEGSegments(bytes)
    #expect(segments.frame.width == 320 && segments.frame.height == 240)
    #expect(segments.frame.marker == 0xc0)
    #expect(segments.frame.components.map(\.id) == [1, 2, 3])
    #expect(segments.missingHuffmanTables.isEmpty)
    #expect(segments.endOfImage == bytes.count - 3)
    #expect(Array(bytes[segments.endOfImage - 2..<segments.endOfImage]) == [0xff, 0xd9])
    #expect(segments.scans.count == 1)
    var position = 2
    for segment in segments.segments {
      #expect(segment.range.lowerBound == position)
      #expect(bytes[position] == 0xff && bytes[position + 1] == segment.marker)
      #expect(segment.payload.lowerBound == position + 4 && segment.payload.upperBound == segment.range.upperBound)
      position = segment.range.upperBound
    }
    #expect(segments.scans[0] == position..<segments.endOfImage - 2)
  }

  @Test("fill bytes before a marker belong to its segment")
  func fillBytes() throws {
    let plain = try SampleJPEG.standard()
    let bytes = plain[..<2] + [0xff, 0xff, 0xff] + plain[2...]
    let segments = try JPEGSegments(Array(bytes))
    #expect(segments.segments.first?.range.lowerBound == 2)
    #expect(segments.segments.first?.payload.lowerBound == 9)
    #expect(segments.segments.count == (try JPEGSegments(plain)).segments.count)
  }

  @Test("missing Huffman tables are those that the scans use")
  func missingTables() throws {
    let segments = try JPEGSegments(SampleJPEG.motionJPEG())
    let names = segments.missingHuffmanTables.map { "\($0.isAC ? "AC" : "DC") \($0.slot)" }
    #expect(Set(names) == ["DC 0", "AC 0", "DC 1", "AC 1"])
    #expect(names.count == 4)
  }

  @Test("a picture without quantization tables is refused: nobody could decode it")
  func missingQuantization() throws {
    let bytes = try SampleJPEG.removing(0xdb, from: SampleJPEG.standard())
    #expect { try JPEGSegments(bytes) } throws: { ($0 as? CodingError)?.code == .malformed }
  }

  @Test("every shortened picture is truncated, and nothing traps")
  func truncation() throws {
    let bytes = try SampleJPEG.standard(width: 16, height: 16)
    for length in 0..<bytes.count {
      let code = code(of: Array(bytes[..<length]))
      #expect(code == (length < 2 ? .malformed : .truncated), "cut to \(length) bytes")
    }
    #expect(code(of: bytes) == nil)
  }

  @Test("damaged pictures give errors or whole structures, and nothing traps", arguments: 0..<16 as Range<UInt64>)
  func mutation(seed: UInt64) throws {
    let original = try SampleJPEG.standard(width: 16, height: 16)
    var generator = SeededRandom(seed: seed)
    for _ in 0..<400 {
      var bytes = original
      for _ in 0...Int.random(in: 0...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch UInt8.random(in: 0...3, using: &generator) {
        case 0: bytes[index] = 0xff
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      guard let segments = try? JPEGSegments(bytes) else { continue }
      #expect(segments.endOfImage <= bytes.count)
      #expect(segments.segments.allSatisfy { $0.range.upperBound <= segments.endOfImage })
      #expect(segments.scans.allSatisfy { $0.upperBound <= segments.endOfImage })
      _ = try? JPEGStill.embedding(StillMetadata(date: .sample), in: bytes)
    }
  }

  @Test(
    "an error names the marker and its place",
    arguments: [
      ([0x89, 0x50, 0x4e, 0x47], CodingError.Code.malformed, "byte 0"),
      ([0xff, 0xd8, 0x00, 0x00], .malformed, "byte 2"),
      ([0xff, 0xd8, 0xff, 0xe1, 0x00, 0x01], .malformed, "0xFFE1 at byte 2"),
      ([0xff, 0xd8, 0xff, 0xe1, 0x10, 0x00, 0x00], .truncated, "0xFFE1 at byte 2"),
      ([0xff, 0xd8, 0xff, 0xd8], .malformed, "0xFFD8 at byte 2"),
      ([0xff, 0xd8, 0xff, 0xd0], .malformed, "0xFFD0 at byte 2"),
      ([0xff, 0xd8, 0xff, 0xc0, 0x00, 0x02], .malformed, "0xFFC0 at byte 2"),
      ([0xff, 0xd8, 0xff, 0xda, 0x00, 0x02, 0xff, 0xd9], .malformed, "byte 2"),
      ([0xff, 0xd8, 0xff, 0xc4, 0x00, 0x03, 0x00], .malformed, "byte 6"),
      ([0xff, 0xd8, 0xff, 0xd9], .malformed, "picture"),
      (
        [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 16, 1, 1, 0x11, 0, 0xff, 0xd9], .unsupported,
        "0xFFC0 at byte 2"
      ),
    ] as [([UInt8], CodingError.Code, String)])
  func errors(bytes: [UInt8], code: CodingError.Code, place: String) {
    #expect { try JPEGSegments(bytes) } throws: { error in
      guard let error = error as? CodingError else { return false }
      return error.code == code && error.message.contains(place)
    }
  }

  @Test("a file of nothing but segments is refused before it fills memory")
  func tooManySegments() {
    let comment: [UInt8] = [0xff, 0xfe, 0x00, 0x02]
    let bytes = [0xff, 0xd8] + Array(repeatElement(comment, count: 10_001).joined())
    #expect(code(of: bytes) == .unsupported)
  }

  private func code(of bytes: [UInt8]) -> CodingError.Code? {
    do throws(CodingError) {
      _ = try JPEGSegments(bytes)
      return nil
    } catch {
      return error.code
    }
  }
}
