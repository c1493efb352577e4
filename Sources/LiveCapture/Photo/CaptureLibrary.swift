import AudioCoding
import MediaCore
import StillCoding

/// Libraries that are loaded when a capture first needs them, or ahead of it.
enum CaptureLibrary: Sendable, Hashable {
  /// libheif, for HEIC stills.
  case heic
  /// What a movie's encoder needs: libx265 for HEVC, nothing for H.264.
  case movie(VideoCodec)
  /// libavcodec, or VisualOn's encoder where that is missing, for the sound of movies.
  case aac

  /// Loads it, unless it is loaded already. On any thread; it takes milliseconds to tenths of a second.
  /// - Throws: ``CaptureError`` with `.preparationFailed`.
  func load(_ encoders: any MovieEncoderFactory) throws(CaptureError) {
    do throws(CodingError) {
      switch self {
      case .heic: try HEICEncoder.loadLibrary()
      case .movie(let codec): try encoders.prepare(codec)
      case .aac: try AACEncoder.loadLibrary()
      }
    } catch {
      throw CaptureError(
        .preparationFailed, context: error.context,
        message: "captures with such settings would fail. \(error.message)", underlying: error)
    }
  }
}
