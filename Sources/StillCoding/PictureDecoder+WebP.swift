import CWebP
import MediaCore
import VideoCoding

/// WebP, with or without loss; not animations.
enum WebPDecoding {
  /// Decodes a file. With `maximumSide` the picture comes scaled to fit into a square of that side.
  static func picture(of bytes: [UInt8], maximumSide: Int? = nil) throws(CodingError) -> I420Picture {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw failure("WebPInitDecoderConfig", VP8_STATUS_INVALID_PARAM) }
    let status = WebPGetFeatures(bytes, bytes.count, &config.input)
    guard status == VP8_STATUS_OK else { throw failure("WebPGetFeatures", status) }
    guard config.input.has_animation == 0 else {
      throw CodingError(
        .unsupported, context: "WebP", message: "It is an animation. Save one of its pictures with another program.")
    }
    var (width, height) = (Int(config.input.width), Int(config.input.height))
    try PictureDecoder.check(width: width, height: height, kind: .webp)
    if let maximumSide, maximumSide >= 2, max(width, height) > maximumSide {
      (width, height) = I420Picture.size(width, height, fitting: maximumSide)
      config.options.use_scaling = 1
      (config.options.scaled_width, config.options.scaled_height) = (Int32(width), Int32(height))
    }
    config.output.is_external_memory = 1
    if config.input.has_alpha == 0, config.input.format == 1 {
      return try lossy(bytes, &config, width: width, height: height)
    }
    let pixels = OwnedBuffer<UInt8>(count: width * height * 4)
    config.output.colorspace = MODE_BGRA
    config.output.u.RGBA = WebPRGBABuffer(rgba: pixels.pointer, stride: Int32(width * 4), size: pixels.elements.count)
    try decode(bytes, &config)
    return try .picture(
      of: UnsafeRawBufferPointer(pixels.bytes), .bgra, width: width, height: height, stride: width * 4)
  }

  /// Lossy WebP is 4:2:0 of video range by itself: nothing is converted.
  private static func lossy(
    _ bytes: [UInt8], _ config: inout WebPDecoderConfig, width: Int, height: Int
  ) throws(CodingError) -> I420Picture {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    let buffer = OwnedBuffer<UInt8>(count: width * height + 2 * columns * rows)
    let memory = buffer.elements
    let luma = UnsafeMutableBufferPointer(rebasing: memory[..<(width * height)])
    let cb = UnsafeMutableBufferPointer(rebasing: memory[(width * height)...].prefix(columns * rows))
    let cr = UnsafeMutableBufferPointer(rebasing: memory[(width * height + columns * rows)...])
    config.output.colorspace = MODE_YUV
    config.output.u.YUVA = WebPYUVABuffer(
      y: luma.baseAddress, u: cb.baseAddress, v: cr.baseAddress, a: nil, y_stride: Int32(width),
      u_stride: Int32(columns), v_stride: Int32(columns), a_stride: 0, y_size: luma.count, u_size: cb.count,
      v_size: cr.count, a_size: 0)
    try decode(bytes, &config)
    return try .picture(
      luma: UnsafeBufferPointer(luma), lumaStride: width, cb: UnsafeBufferPointer(cb), cr: UnsafeBufferPointer(cr),
      chromaStride: columns, width: width, height: height, range: .video)
  }

  private static func decode(_ bytes: [UInt8], _ config: inout WebPDecoderConfig) throws(CodingError) {
    let status = WebPDecode(bytes, bytes.count, &config)
    guard status == VP8_STATUS_OK else { throw failure("WebPDecode", status) }
  }

  private static func failure(_ operation: String, _ status: VP8StatusCode) -> CodingError {
    CodingError(
      status == VP8_STATUS_NOT_ENOUGH_DATA ? .truncated : .malformed, context: "WebP", operation: operation,
      status: Int(status.rawValue), message: "libwebp finds the picture damaged.")
  }
}
