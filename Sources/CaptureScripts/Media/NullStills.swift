import LiveCapture
import MediaCore

/// Makes stills without looking at pictures.
struct NullStills: StillMaking {
  /// A JPEG's first and last marker with nothing between them: it stands for files that would have to be encoded.
  static let emptyFile: [UInt8] = [0xff, 0xd8, 0xff, 0xd9]

  func prepare(_ codec: PhotoCodec) {}

  func make(_ order: StillOrder, of frames: [VideoFrame]) -> MadeStill {
    guard case .jpeg = order.kind, frames.count == 1, frames[0].format.pixelFormat.isCompressed else {
      return MadeStill(bytes: Self.emptyFile, frameCount: max(1, frames.count))
    }
    return MadeStill(bytes: frames[0].storage.withBytes { Array($0) })
  }

  func rewrite(_ file: [UInt8], _ change: StillRewrite) -> [UInt8] { file }

  func picture(of file: [UInt8]) throws(CodingError) -> VideoFrame {
    throw CodingError(
      .unsupported, context: "photo", message: "Null codecs decode no picture. Give the session those of CaptureCodecs."
    )
  }
}
