import ByteCoding
import CPNG
import MediaCore
import VideoCoding

/// PNG through libpng's simple interface, which takes every kind: palettes, grey, 16 bits, opacity, interlacing.
enum PNGDecoding {
  /// Decodes a file. With `maximumSide` a picture that is several times as large comes scaled to fit into a square of
  /// that side.
  static func picture(of file: PNGFile, maximumSide: Int? = nil) throws(CodingError) -> I420Picture {
    let source = file.source
    try PictureDecoder.check(width: file.width, height: file.height, kind: .png)
    // Deflate makes at most 1032 bytes out of one, and a pixel has at least one bit: a file that is shorter than
    // that does not get memory for its pixels.
    guard file.width * file.height / 8 <= file.end * 1032 else {
      throw CodingError(
        .truncated, context: "PNG \(file.width)x\(file.height)",
        message: "\(file.end) bytes are too few for its pixels.")
    }
    // Twice the side is left to what scales well. The rows of an interlaced picture do not come in order.
    if let maximumSide, maximumSide >= 2, case let square = max(file.width, file.height) / (2 * maximumSide),
      square > 1,
      try source.part(28..<29, of: "PNG IHDR") == [0]
    {
      return try picture(of: file, square: square, fitting: maximumSide)
    }
    let bytes = try source.part(0..<file.end, of: "picture")
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    return try bytes.span.bytes.withUnsafeBytes { (source) throws(CodingError) in
      guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else {
        throw failure(image.message, "png_image_begin_read_from_memory")
      }
      let (width, height) = (Int(image.width), Int(image.height))
      image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
      // 16 bits without a word about their curve are sRGB, as everywhere else, and not linear.
      image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
      var white = png_color(red: 255, green: 255, blue: 255)
      let pixels = OwnedBuffer<UInt8>(count: width * height * 3, alignment: 64)
      guard png_image_finish_read(&image, &white, pixels.pointer, Int32(width * 3), nil) != 0 else {
        throw failure(image.message, "png_image_finish_read")
      }
      return try .picture(
        of: UnsafeRawBufferPointer(pixels.bytes), .rgb, width: width, height: height, stride: width * 3)
    }
  }

  static func failure(_ message: some Any, _ operation: String) -> CodingError {
    let text = withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return CodingError(
      text.contains("end of file") || text.contains("truncated") || text.contains("read beyond")
        ? .truncated : .malformed,
      context: "PNG", operation: operation, message: "libpng says: \(text).")
  }
}
