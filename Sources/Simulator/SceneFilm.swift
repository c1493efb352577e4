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
  /// After how many pictures they come again; `nil` paints all.
  private let period: Int64?
  private var painted: [Int64: FrameStorage] = [:]

  init(scene: Scene, mode: VideoMode) throws(CodingError) {
    format = mode.format
    picture = try I420Picture(
      width: (format.width + 1) & ~1, height: (format.height + 1) & ~1, range: format.range)
    painter = ScenePainter(
      scene: scene, interval: mode.frameInterval, picture: picture, codeWidth: format.width,
      codeHeight: format.height)
    packer = try FramePacker(quality: scene.settings.jpegQuality)
    buffer = LentMemory(byteCount: packer.maximumBytes(for: format))
    period = scene.settings.pictureCount.map { Int64(max(1, $0)) }
    // What the format leaves between rows is never written; it should not be chance.
    buffer.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Calls `body` with the bytes of frame `number`, valid until it returns.
  func withFrame(_ number: Int64, brightness: Double = 1, _ body: (UnsafeRawBufferPointer) -> Void) throws(CodingError)
  {
    guard let period else { return body(try paint(number, brightness)) }
    let storage: FrameStorage
    if let known = painted[number % period] {
      storage = known
    } else {
      storage = FrameStorage(copying: try paint(number, brightness))
      painted[number % period] = storage
    }
    storage.withBytes(body)
  }

  private func paint(_ number: Int64, _ brightness: Double) throws(CodingError) -> UnsafeRawBufferPointer {
    painter.paint(frame: number, brightness: brightness)
    let count = try packer.pack(picture, as: format, into: buffer.bytes)
    return UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
  }
}
