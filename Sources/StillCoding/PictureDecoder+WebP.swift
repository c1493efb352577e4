import CWebP
import MediaCore
import VideoCoding

/// WebP, with or without loss; not animations.
enum WebPDecoding {
  static func picture(of bytes: [UInt8]) throws(CodingError) -> I420Picture {
    var features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw failure("WebPGetFeatures", status) }
    guard features.has_animation == 0 else {
      throw CodingError(
        .unsupported, context: "WebP", message: "It is an animation. Save one of its pictures with another program.")
    }
    let (width, height) = (Int(features.width), Int(features.height))
    try PictureDecoder.check(width: width, height: height, kind: .webp)
    if features.has_alpha == 0, features.format == 1 { return try lossy(bytes, width: width, height: height) }
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * 4, alignment: 64)
    defer { pixels.deallocate() }
    guard
      WebPDecodeBGRAInto(
        bytes, bytes.count, pixels.bindMemory(to: UInt8.self).baseAddress, pixels.count, Int32(width * 4)) != nil
    else { throw failure("WebPDecodeBGRAInto", VP8_STATUS_BITSTREAM_ERROR) }
    return try .picture(of: UnsafeRawBufferPointer(pixels), .bgra, width: width, height: height, stride: width * 4)
  }

  /// Lossy WebP is 4:2:0 of video range by itself: nothing is converted.
  private static func lossy(_ bytes: [UInt8], width: Int, height: Int) throws(CodingError) -> I420Picture {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * height + 2 * columns * rows)
    defer { memory.deallocate() }
    let luma = UnsafeMutableBufferPointer(rebasing: memory[..<(width * height)])
    let cb = UnsafeMutableBufferPointer(rebasing: memory[(width * height)...].prefix(columns * rows))
    let cr = UnsafeMutableBufferPointer(rebasing: memory[(width * height + columns * rows)...])
    guard
      WebPDecodeYUVInto(
        bytes, bytes.count, luma.baseAddress, luma.count, Int32(width), cb.baseAddress, cb.count, Int32(columns),
        cr.baseAddress, cr.count, Int32(columns)) != nil
    else { throw failure("WebPDecodeYUVInto", VP8_STATUS_BITSTREAM_ERROR) }
    return try .picture(
      luma: UnsafeBufferPointer(luma), lumaStride: width, cb: UnsafeBufferPointer(cb), cr: UnsafeBufferPointer(cr),
      chromaStride: columns, width: width, height: height, range: .video)
  }

  private static func failure(_ operation: String, _ status: VP8StatusCode) -> CodingError {
    CodingError(
      status == VP8_STATUS_NOT_ENOUGH_DATA ? .truncated : .malformed, context: "WebP", operation: operation,
      status: Int(status.rawValue), message: "libwebp finds the picture damaged.")
  }
}
