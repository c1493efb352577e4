import ByteCoding
import TestSupport

/// A JPEG with the least a Live Photo's still needs, put together here byte by byte for the checker.
enum CheckedStill {
  /// The picture is one of the movie's, as ffmpeg decodes it, changed by a filter of it.
  static func bytes(
    identifier: String, taken: String, offset: String, pictureOf movie: String, at seconds: Double,
    filter: String = "null", hasExif: Bool = true
  ) throws -> [UInt8] {
    let picture = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", movie, "-ss", "\(seconds)", "-frames:v", "1", "-vf", filter, "-c:v", "mjpeg", "-f",
      "image2pipe", "-",
    ]).bytes
    guard hasExif else { return picture }
    let exif = exif(identifier: identifier, taken: taken, offset: offset)
    var segment = ByteWriter()
    segment.bytes([0xff, 0xd8, 0xff, 0xe1])
    segment.u16(UInt16(exif.count + 8))
    segment.ascii("Exif\0\0")
    segment.bytes(exif)
    return segment.contents + picture.dropFirst(2)
  }

  /// IFD0 at 8 with one pointer, Exif's IFD at 26 with three entries, its values from 68 on.
  private static func exif(identifier: String, taken: String, offset: String) -> [UInt8] {
    var writer = ByteWriter()
    func entry(_ tag: UInt16, _ kind: UInt16, _ count: Int, _ value: Int) {
      writer.u16(tag)
      writer.u16(kind)
      writer.u32(UInt32(count))
      writer.u32(UInt32(value))
    }
    writer.ascii("MM\0*")
    writer.u32(8)
    writer.u16(1)
    entry(0x8769, 4, 1, 26)
    writer.u32(0)
    writer.u16(3)
    entry(0x9003, 2, 20, 68)
    entry(0x9011, 2, 7, 88)
    entry(0x927c, 7, 69, 96)
    writer.u32(0)
    writer.ascii(taken + "\0" + offset + "\0\0")
    writer.ascii("Apple iOS\0\0\u{1}MM")
    writer.u16(1)
    entry(0x0011, 2, 37, 32)
    writer.u32(0)
    writer.ascii(identifier + "\0")
    return writer.contents
  }
}
