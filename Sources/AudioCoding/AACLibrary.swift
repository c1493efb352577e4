import CAVCodec
import MediaCore

/// A library that compresses sound to AAC.
enum AACLibrary {
  case avcodec(LibAVCodec)
  case visualOn(LibVOAACEnc)

  /// Opens an encoder's library.
  /// - Throws: `CodingError` with `.missingLibrary`, naming the package to install and the way without it.
  init(_ encoder: AudioEncoder) throws(CodingError) {
    switch encoder {
    case .visualOn: self = .visualOn(try LibVOAACEnc())
    case .libavcodec: self = .avcodec(try LibAVCodec())
    }
  }
}
