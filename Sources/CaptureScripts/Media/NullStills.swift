public import LiveCapture
public import MediaCore

/// Makes stills without looking at pictures.
public struct NullStills: StillMaking {
  /// A JPEG's first and last marker with nothing between them: it stands for files that would have to be encoded.
  public static let emptyFile: [UInt8] = [0xff, 0xd8, 0xff, 0xd9]

  /// The codecs.
  public init() {}

  /// Loads nothing.
  public func prepare(_ codec: PhotoCodec) {}

  /// Returns a camera's own JPEG as it is, and ``emptyFile`` for all else.
  public func make(_ order: StillOrder, of frames: [VideoFrame]) -> MadeStill {
    guard case .jpeg = order.kind, frames.count == 1, frames[0].format.pixelFormat.isCompressed else {
      return MadeStill(bytes: Self.emptyFile, frameCount: max(1, frames.count))
    }
    return MadeStill(bytes: frames[0].storage.withBytes { Array($0) })
  }

  /// Returns the file as it is.
  public func rewrite(_ file: [UInt8], _ change: StillRewrite) -> [UInt8] { file }

  /// Refuses, as nothing is decoded.
  /// - Throws: `CodingError` with `.unsupported`.
  public func picture(of file: [UInt8]) throws(CodingError) -> VideoFrame {
    throw CodingError(
      .unsupported, context: "photo", message: "Null codecs decode no picture. Give the session those of CaptureCodecs."
    )
  }
}
