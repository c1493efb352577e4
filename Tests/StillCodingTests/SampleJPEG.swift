import StillCoding
import TestSupport

/// Pictures to put metadata into, made by ffmpeg and changed as cameras would have them.
enum SampleJPEG {
  private static let usual = Result { try standard(width: 320, height: 240) }

  /// A baseline JPEG with a JFIF header and the standard Huffman tables, 320 by 240. Made once for all tests.
  static func standard() throws -> [UInt8] { try usual.get() }

  /// The same in another size.
  static func standard(width: Int, height: Int, pixelFormat: String = "yuvj420p") throws -> [UInt8] {
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(width)x\(height):rate=1", "-frames:v", "1",
      "-pix_fmt", pixelFormat, "-c:v", "mjpeg", "-huffman", "default", "-q:v", "4", "-f", "image2pipe", "-",
    ]).bytes
  }

  /// The picture without its segments of the given kind.
  static func removing(_ marker: UInt8, from bytes: [UInt8]) throws -> [UInt8] {
    var kept = bytes
    for segment in try JPEGSegments(bytes).segments.reversed() where segment.marker == marker {
      kept.removeSubrange(segment.range)
    }
    return kept
  }

  /// The picture with a segment put in right behind the start of the image.
  static func inserting(_ marker: UInt8, _ payload: [UInt8], into bytes: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return bytes[..<2] + [0xff, marker, UInt8(length >> 8), UInt8(length & 0xff)] + payload + bytes[2...]
  }

  /// A frame as UVC cameras send them: an `AVI1` header, no Huffman tables, zeros behind the end.
  static func motionJPEG() throws -> [UInt8] {
    let bare = try removing(0xe0, from: removing(0xc4, from: standard()))
    return inserting(0xe0, Array("AVI1".utf8) + [UInt8](repeating: 0, count: 10), into: bare)
      + [UInt8](repeating: 0, count: 1000)
  }

  /// The picture's pixels, by ffmpeg's decoder.
  static func pixels(of bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: "picture.jpg")
    return try ForeignTool.ffmpeg.run(
      ["-v", "error", "-xerror", "-i", "picture.jpg", "-f", "rawvideo", "-pix_fmt", "yuv444p", "-"], in: folder
    ).bytes
  }
}
