import CAVCodec
import MediaCore

/// The library that compresses sound to AAC: the better one that is installed.
enum AACLibrary {
  case avcodec(LibAVCodec)
  case visualOn(LibVOAACEnc)

  /// Opens libavcodec, or VisualOn's encoder where that is missing.
  /// - Throws: `CodingError` with `.missingLibrary` if both are.
  init(
    avcodec: () throws(CodingError) -> LibAVCodec = { () throws(CodingError) in try LibAVCodec() },
    visualOn: () throws(CodingError) -> LibVOAACEnc = { () throws(CodingError) in try LibVOAACEnc() }
  ) throws(CodingError) {
    if let library = try? avcodec(), library.findEncoder(AV_CODEC_ID_AAC) != nil {
      self = .avcodec(library)
    } else if let library = try? visualOn() {
      self = .visualOn(library)
    } else {
      throw CodingError(
        .missingLibrary, context: "AAC", operation: "dlopen",
        message: "Neither libavcodec nor VisualOn's encoder can be loaded. Install the Debian package libvo-aacenc0, "
          + "which is small, or \(LibAVCodec.package), which encodes a little better; or choose PCM.")
    }
  }
}
