import ByteCoding
import MediaCore
import StillCoding
import TestSupport

/// Stills of every kind, made by ffmpeg, without any metadata.
enum SampleStills {
  static func make(_ name: String, _ options: [String] = []) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=1", "-frames:v", "1"] + options + [name],
      in: folder)
    return try folder.read(name)
  }

  static let png = Result { try make("a.png") }
  static let webp = Result { try make("a.webp", ["-c:v", "libwebp", "-lossless", "0"]) }
  static let losslessWebP = Result { try make("a.webp", ["-c:v", "libwebp", "-lossless", "1", "-pix_fmt", "bgra"]) }

  private static let thumbnail = Result { try SampleJPEG.standard(width: 160, height: 120) }

  /// Every change at once.
  static var allEdits: StillEdits {
    get throws {
      var edits = StillEdits()
      edits.contentIdentifier = "0d1ca7ed-0000-4000-8000-00c0ffee0000"
      edits.orientation = .right
      edits.date = .sample
      edits.makeIfMissing = "livecam"
      edits.modelIfMissing = "Scene Camera"
      edits.softwareIfMissing = "livecam 1.0"
      edits.removesLocation = true
      edits.thumbnail = try thumbnail.get()
      return edits
    }
  }

  /// The pixels of a still, by ffmpeg's decoder, not turned.
  static func pixels(of bytes: [UInt8], as name: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: name)
    return try ForeignTool.ffmpeg.attempt(
      ["-v", "error", "-noautorotate", "-i", name, "-f", "rawvideo", "-pix_fmt", "rgba", "-"], in: folder
    ).bytes
  }
}
