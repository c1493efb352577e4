import CFFmpeg
import MediaCore
import VideoCoding

/// Turns decoded frames into pictures of ours, by swscale, which copies what is alike.
final class PictureConverter {
  private let ffmpeg: FFmpeg
  private let options: PictureReader.Options
  private let name: String
  private var scaler: Scaler?
  /// The shape of the first picture, which all have: a stream may change on its way.
  private var shape: (width: Int, height: Int, range: ColorRange)?

  init(_ ffmpeg: FFmpeg, options: PictureReader.Options, name: String) {
    (self.ffmpeg, self.options, self.name) = (ffmpeg, options, name)
  }

  /// The picture in a frame.
  /// - Throws: `CodingError` with `.unsupported` for sizes and layouts that cannot be converted.
  func picture(_ frame: Frame) throws(CodingError) -> I420Picture {
    let fields = frame.pointee
    let format = AVPixelFormat(fields.format)
    let range = Self.range(of: fields, ffmpeg.calls.av_pix_fmt_desc_get(format))
    let stored = (width: Int(fields.width) & ~1, height: Int(fields.height) & ~1)
    let size = options.size ?? stored
    let wanted = shape ?? (size.width, size.height, options.colorRange ?? range)
    shape = wanted
    let (width, height, wantedRange) = wanted
    let picture = try I420Picture(width: width, height: height, range: range)
    let matrix = UInt16(clamping: fields.colorspace.rawValue)
    // Where nothing but the range differs, swscale copies the values as they are: ranges are ours.
    defer { picture.moveValues(to: wantedRange) }
    let shape = Scaler.Shape(
      sourceWidth: fields.width & ~1, sourceHeight: fields.height & ~1, sourceFormat: format, sourceMatrix: matrix,
      isSourceFull: range == .full, width: Int32(width), height: Int32(height), format: AV_PIX_FMT_YUV420P,
      matrix: options.matrix ?? (Self.isRGB(ffmpeg.calls.av_pix_fmt_desc_get(format)) ? 6 : matrix),
      isFull: range == .full
    )
    if scaler?.shape != shape { scaler = try Scaler(ffmpeg, shape, name: name) }
    try picture.withPlanes { (planes) throws(CodingError) in
      try scaler?.scale(.init(fields), to: .init(planes))
    }
    return picture
  }

  private static func isRGB(_ format: UnsafePointer<AVPixFmtDescriptor>?) -> Bool {
    (format?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
  }

  private static func range(of frame: AVFrame, _ format: UnsafePointer<AVPixFmtDescriptor>?) -> ColorRange {
    let name = format?.pointee.name.map { String(cString: $0) } ?? ""
    return ColorRange(frame.color_range, isJPEG: name.hasPrefix("yuvj")) ?? (isRGB(format) ? .full : .video)
  }
}
