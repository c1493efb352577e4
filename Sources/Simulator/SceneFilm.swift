import CaptureDevices
import MediaCore
import VideoCoding

/// Frames of a scene as bytes in a camera's format, painted into memory that is set aside once.
///
/// Not for two threads at once.
final class SceneFilm {
  private let format: VideoFormat
  private let picture: I420Picture
  private let painter: ScenePainter
  private let packer: FramePacker
  private let buffer: LentMemory

  init(scene: Scene, mode: VideoMode) throws(CodingError) {
    format = mode.format
    picture = try I420Picture(
      width: (format.width + 1) & ~1, height: (format.height + 1) & ~1, range: format.range)
    painter = ScenePainter(
      scene: scene, interval: mode.frameInterval, picture: picture, codeWidth: format.width,
      codeHeight: format.height)
    packer = try FramePacker(quality: scene.settings.jpegQuality)
    buffer = LentMemory(byteCount: packer.maximumBytes(for: format))
    // What the format leaves between rows is never written; it should not be chance.
    buffer.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The bytes of frame `number`, valid until the next one is asked for.
  func frame(_ number: Int64, brightness: Double = 1) throws(CodingError) -> UnsafeRawBufferPointer {
    painter.paint(frame: number, brightness: brightness)
    let count = try packer.pack(picture, as: format, into: buffer.bytes)
    return UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
  }
}
