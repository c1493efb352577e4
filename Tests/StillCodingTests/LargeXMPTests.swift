import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

/// Extended XMP with depth pictures is larger than anybody's idea of metadata.
@Suite struct LargeXMPTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stripped(_ bytes: [UInt8]) throws -> [UInt8] {
    var edits = StillEdits()
    edits.removesLocation = true
    return try StillFile.read(ArrayBytes(bytes)).edited(edits).rope.contents()
  }

  @Test("eight megabytes of it lose their places and nothing else")
  func depth() throws {
    var generator = SeededRandom(seed: 5)
    let depth = (0..<750_000).flatMap { _ in
      withUnsafeBytes(of: UInt64.random(in: .min ... .max, using: &generator)) { Array($0) }
    }
    try folder.write(depth, as: "depth")
    try folder.write(try SampleJPEG.standard(), as: "a.jpg")
    _ = try ForeignTool.exiftool.attempt(
      [
        "-q", "-m", "-overwrite_original", "-XMP-GDepth:DepthImage<=depth", "-XMP-GDepth:Format=RangeLinear",
        "-XMP-photoshop:City=Vienna", "-XMP-iptcExt:LocationShownCity=" + String(repeating: "Vienna ", count: 8000),
        "a.jpg",
      ],
      in: folder)
    let bytes = try folder.read("a.jpg")
    #expect(bytes.count > 8_000_000)
    #expect(try Places.lines("a.jpg", in: folder).count > 1)
    try folder.write(try stripped(bytes), as: "b.jpg")
    #expect(try Places.lines("b.jpg", in: folder).isEmpty)
    let left = try ForeignTool.exiftool.run(["-b", "-XMP-GDepth:DepthImage", "b.jpg"], in: folder).bytes
    #expect(left.count == depth.count && firstDifference(left, depth) == nil)
  }

  @Test("more than 64 MB is refused, and the sentence says why and what to do")
  func endless() throws {
    let guid = Array("0123456789ABCDEF0123456789ABCDEF".utf8)
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }
    let piece = [UInt8](repeating: 0x20, count: 65_000)
    let jpeg = try SampleJPEG.standard()
    var bytes = Array(jpeg[..<2])
    for index in 0..<1100 {
      let payload =
        Array("http://ns.adobe.com/xmp/extension/\0".utf8) + guid + number(1100 * piece.count)
        + number(index * piece.count) + piece
      bytes += [0xff, 0xe1, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xff)] + payload
    }
    bytes += jpeg[2...]
    #expect {
      try stripped(bytes)
    } throws: {
      let error = $0 as? CodingError
      return error?.code == .unsupported && error?.message.contains("71500000") == true
        && error?.message.contains("exiftool") == true
    }
    // Whoever changes something else has no need of it.
    #expect(try StillFile.read(ArrayBytes(bytes)).edited(StillEdits()).rope.count == bytes.count)
  }
}
