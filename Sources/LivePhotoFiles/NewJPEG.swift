import ByteCoding
import MediaCore
import StillCoding
import VideoCoding

/// A JPEG that is made of a picture, with metadata from elsewhere.
struct NewJPEG {
  /// Losses that nobody sees, on a scale from 1 to 100.
  private static let quality = 95
  static let mostBytes = 65_533

  /// TIFF's header and directories; empty for none.
  var exif: [UInt8] = []
  var xmp: [UInt8] = []
  /// The colour profile that gives the picture's numbers their meaning; `nil` for sRGB's colours.
  var profile: ColorProfile?

  /// The file. Metadata that do not fit a segment are left out; only a large thumbnail or history can be as long.
  func bytes(of picture: I420Picture) throws(CodingError) -> [UInt8] {
    let plain = try JPEGEncoder().encode(picture, quality: Self.quality)
    var writer = ByteWriter(capacity: plain.count + exif.count + xmp.count + 1024 + (profile?.bytes.count ?? 0))
    writer.bytes(plain.prefix(2))
    let segments = [
      (ExifWriter.identifier, exif), (Array("http://ns.adobe.com/xap/1.0/\0".utf8), xmp),
    ]
    for (identifier, contents) in segments where !contents.isEmpty {
      guard identifier.count + contents.count <= Self.mostBytes else { continue }
      writer.u16(0xffe1)
      writer.u16(UInt16(identifier.count + contents.count + 2))
      writer.bytes(identifier)
      writer.bytes(contents)
    }
    if let profile { writer.bytes(profile.jpegSegments) }
    writer.bytes(plain.dropFirst(2))
    return writer.contents
  }
}
