import CFFmpeg
import MediaCore
import VideoCoding

/// swscale between two shapes of picture.
final class Scaler {
  /// The shapes of the pictures that come in and go out. Matrices are codes of ITU-T H.273.
  struct Shape: Equatable {
    var sourceWidth: Int32
    var sourceHeight: Int32
    var sourceFormat: AVPixelFormat
    var sourceMatrix: UInt16
    var isSourceFull: Bool
    var width: Int32
    var height: Int32
    var format: AVPixelFormat
    var matrix: UInt16
    var isFull: Bool
  }

  let shape: Shape
  private let ffmpeg: FFmpeg
  private let name: String
  private let context: OpaquePointer

  /// - Throws: `CodingError` with `.unsupported` when swscale cannot do it.
  init(_ ffmpeg: FFmpeg, _ shape: Shape, name: String) throws(CodingError) {
    (self.ffmpeg, self.shape, self.name) = (ffmpeg, shape, name)
    // The same bytes on every machine are worth more than the last bit of speed.
    let flags = SWS_LANCZOS | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT
    ffmpeg.forgetComplaint()
    let context = ffmpeg.scale.sws_getContext(
      shape.sourceWidth, shape.sourceHeight, shape.sourceFormat, shape.width, shape.height, shape.format, flags, nil,
      nil, nil)
    guard let context else {
      throw CodingError(
        .unsupported, context: name, operation: "sws_getContext",
        message: "Pictures of \(shape.sourceWidth)x\(shape.sourceHeight) in this layout cannot be converted. Convert "
          + "the file with another program.")
    }
    self.context = context
    // Fails for RGB on both sides, where there is nothing to set.
    _ = ffmpeg.scale.sws_setColorspaceDetails(
      context, ffmpeg.scale.sws_getCoefficients(Self.table(shape.sourceMatrix)), shape.isSourceFull ? 1 : 0,
      ffmpeg.scale.sws_getCoefficients(Self.table(shape.matrix)), shape.isFull ? 1 : 0, 0, 1 << 16, 1 << 16)
  }

  deinit { ffmpeg.scale.sws_freeContext(context) }

  /// swscale's number for a matrix; BT.601 where the matrix is not known.
  static func table(_ matrix: UInt16) -> Int32 {
    switch matrix {
    case 1: SWS_CS_ITU709
    case 4: SWS_CS_FCC
    case 7: SWS_CS_SMPTE240M
    case 9, 10: SWS_CS_BT2020
    default: SWS_CS_ITU601
    }
  }

  /// Up to four planes in somebody else's memory, and the bytes from one row to the next of each.
  struct Planes {
    let starts: [Bytes?]
    let strides: [Int32]

    init(_ frame: AVFrame) {
      starts = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
      strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    }

    init(_ planes: I420Planes) {
      starts = [planes.luma.baseAddress, planes.cb.baseAddress, planes.cr.baseAddress, nil]
      strides = [Int32(planes.lumaStride), Int32(planes.chromaStride), Int32(planes.chromaStride), 0]
    }
  }

  /// Converts planes of the source's shape.
  func scale(_ source: Planes, to target: Planes) throws(CodingError) {
    let status = ffmpeg.scale.sws_scale(
      context, source.starts.map { UnsafePointer($0) }, source.strides, 0, shape.sourceHeight, target.starts,
      target.strides)
    guard status == shape.height else {
      throw ffmpeg.failure(
        "sws_scale", status: min(status, -1), context: name, advice: "The pictures cannot be converted.")
    }
  }
}
