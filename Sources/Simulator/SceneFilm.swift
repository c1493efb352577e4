import CaptureDevices
import MediaCore

/// Frames of a scene as bytes in a camera's format, painted into memory that is set aside once.
///
/// Not for two threads at once.
final class SceneFilm {
  private let format: VideoFormat
  private let painter: ScenePainter
  /// Codes what was painted, and where to; `nil` for the format that is painted.
  private let coding: (packer: any FramePacking, buffer: LentMemory)?
  /// The number of pictures after which they are repeated; `nil` paints every picture anew.
  private let period: Int64?
  private var painted: [Int64: FrameStorage] = [:]

  /// Creates the film of a mode that ``SceneModes`` has; `pictures` codes what is not painted as it is.
  /// - Throws: `CodingError` when a format is to be coded and there are no `pictures`, or they do not code it.
  init(
    scene: Scene, mode: VideoMode, view: SceneView = SceneView(), pictures: (any PictureConverting)?
  ) throws(CodingError) {
    format = mode.format
    painter = ScenePainter(scene: scene, interval: mode.frameInterval, frame: format, view: view)
    period = scene.settings.pictureCount.map { Int64(max(1, $0)) }
    guard format != painter.layout else {
      coding = nil
      return
    }
    guard let pictures else {
      throw CodingError(
        .unsupported, context: "\(format)",
        message: "Nothing here codes pictures of the scene. Ask for \(SceneModes.painted) of even size, or hand over "
          + "pictures, such as StandardPictures() of CaptureCodecs.")
    }
    let packer = try pictures.makePacker(quality: scene.settings.jpegQuality)
    let buffer = LentMemory(byteCount: packer.maximumBytes(for: format))
    // What the format leaves between rows is never written; it should not be chance.
    buffer.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    coding = (packer, buffer)
  }

  /// Calls `body` with the bytes of frame `number`, valid until it returns.
  func withFrame(
    _ number: Int64, in look: SceneLook = .plain, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(CodingError) {
    guard let period, look == .plain else { return body(try paint(number, look)) }
    let place = number % period
    if painted[place] == nil { painted[place] = FrameStorage(copying: try paint(number, look)) }
    painted[place]?.withBytes(body)
  }

  private func paint(_ number: Int64, _ look: SceneLook) throws(CodingError) -> UnsafeRawBufferPointer {
    let picture = painter.paint(frame: number, in: look)
    guard let (packer, buffer) = coding else { return picture }
    let count = try packer.pack(picture, laidOutAs: painter.layout, as: format, into: buffer.bytes)
    return UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
  }
}
