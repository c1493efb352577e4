import CFFmpeg
public import MediaCore
import SystemCalls
public import VideoCoding

extension I420Picture {
  /// Rows that are mapped at a time, so that memory for deep pixels stays small.
  private static let bandRows = 512
  /// Rows around a band that are mapped with it and thrown away: colours are spread over some rows and drawn together
  /// again, and a seam would show where these are not seen.
  private static let overlap = 16

  /// Returns a picture of high dynamic range as what a plain screen shows of it: in sRGB's colours, full range.
  ///
  /// The codes are those of ITU-T H.273: `transfer` is 16 for PQ or 18 for HLG.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary` or `.codecFailed`.
  public func mappedToPlainRange(primaries: UInt16, transfer: UInt16) throws(CodingError) -> I420Picture {
    let name = "picture \(width)x\(height)"
    let ffmpeg = try FFmpeg.libraries()
    let frame = try ffmpeg.frame(name)
    let color = ForeignColor(primaries: primaries, transfer: transfer, matrix: 6, range: range)
    let result = try I420Picture(width: width, height: height, range: .full)
    // The colours of odd sizes would be spread by another filter, and in each band to other places.
    let whole = try evened()
    for start in stride(from: 0, to: height, by: Self.bandRows) {
      let end = min(start + Self.bandRows, height)
      let top = max(0, start - Self.overlap)
      let bottom = min(end + Self.overlap, whole.height)
      let band = try whole.cropped(x: 0, y: top, width: whole.width, height: bottom - top)
      let converter = PictureConverter(
        ffmpeg, options: .init(colorRange: .full, matrix: 6, primaries: 1), color: color, name: name)
      let mapped = try band.withPlanes { (planes) throws(CodingError) in
        let fields = frame.pointer
        ffmpeg.calls.av_frame_unref(fields)
        (fields.pointee.width, fields.pointee.height) = (Int32(band.width), Int32(band.height))
        fields.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        fields.pointee.color_range = range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        (fields.pointee.data.0, fields.pointee.linesize.0) = (planes.luma.baseAddress, Int32(planes.lumaStride))
        (fields.pointee.data.1, fields.pointee.linesize.1) = (planes.cb.baseAddress, Int32(planes.chromaStride))
        (fields.pointee.data.2, fields.pointee.linesize.2) = (planes.cr.baseAddress, Int32(planes.chromaStride))
        return try converter.picture(fields)
      }
      try result.place(mapped.cropped(x: 0, y: start - top, width: width, height: end - start), x: 0, y: start)
    }
    return result
  }
}
