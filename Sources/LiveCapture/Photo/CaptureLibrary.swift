import MediaCore

/// Libraries that are loaded when a capture first needs them, or ahead of it.
enum CaptureLibrary: Sendable, Hashable {
  /// libheif, for HEIC stills.
  case heic
  /// What a movie's encoder needs: libx265 for HEVC, nothing for H.264.
  case movie(VideoCodec)
  /// The encoder of the sound of movies.
  case aac(AudioEncoder)

  /// Loads it, unless it is loaded already. On any thread; it takes milliseconds to tenths of a second.
  /// - Throws: ``CaptureError`` with `.preparationFailed`.
  func load(_ media: CaptureMedia) throws(CaptureError) {
    do throws(CodingError) {
      switch self {
      case .heic: try media.stills.prepare(.heic)
      case .movie(let codec): try media.movies.prepare(codec)
      case .aac(let encoder): try media.sound.prepare(encoder)
      }
    } catch {
      throw CaptureError(
        .preparationFailed, context: error.context,
        message: "captures with such settings would fail. \(error.message)", underlying: error)
    }
  }
}
