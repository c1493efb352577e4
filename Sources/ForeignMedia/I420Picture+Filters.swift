import CFFmpeg
public import MediaCore
import SystemCalls
public import VideoCoding

extension I420Picture {
  /// Returns what FFmpeg's filters make of the picture, in full range.
  ///
  /// - Parameter filters: A chain that takes one picture and gives one, such as `hue=s=0`.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary` or `.codecFailed`.
  public func filtered(by filters: String) throws(CodingError) -> I420Picture {
    let name = "picture \(width)x\(height)"
    let ffmpeg = try FFmpeg.libraries()
    let frame = try ffmpeg.frame(name)
    let graph = try FilterGraph(
      ffmpeg, width: Int32(width), height: Int32(height), format: AV_PIX_FMT_YUV420P,
      timeBase: AVRational(num: 1, den: 1), filters: filters, name: name)
    try withPlanes { (planes) throws(CodingError) in
      let fields = frame.pointer
      (fields.pointee.width, fields.pointee.height) = (Int32(width), Int32(height))
      fields.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      fields.pointee.color_range = range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      // JPEG's matrix, which all of livecam's pictures have.
      fields.pointee.colorspace = AVCOL_SPC_SMPTE170M
      (fields.pointee.data.0, fields.pointee.linesize.0) = (planes.luma.baseAddress, Int32(planes.lumaStride))
      (fields.pointee.data.1, fields.pointee.linesize.1) = (planes.cb.baseAddress, Int32(planes.chromaStride))
      (fields.pointee.data.2, fields.pointee.linesize.2) = (planes.cr.baseAddress, Int32(planes.chromaStride))
      // The planes are nobody's but this call's: the graph copies them.
      try graph.add(fields)
      ffmpeg.calls.av_frame_unref(fields)
    }
    try graph.add(nil)
    guard let made = try graph.next() else {
      throw CodingError(
        .codecFailed, context: name, operation: "av_buffersink_get_frame",
        message: "The filters \(filters) give no picture. Install another version of FFmpeg.")
    }
    let converter = PictureConverter(
      ffmpeg, options: .init(colorRange: .full, matrix: 6), color: nil, name: name)
    return try converter.picture(made)
  }
}
