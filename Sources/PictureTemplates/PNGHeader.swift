import ByteCoding
import MediaCore

/// The check of a PNG's header, before the PNG is decoded.
enum PNGHeader {
  /// - Throws: ``TemplateError`` for what is no PNG, or has more pixels than a template.
  static func check(_ png: [UInt8], of path: String) throws(TemplateError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    guard png.count > 33, png.starts(with: signature), png[12..<16].elementsEqual("IHDR".utf8) else {
      throw TemplateError(.invalidPicture, context: path, message: "this is no PNG.")
    }
    var reader = ByteReader(png[16..<24], base: 16)
    let (width, height) = (Int(reader.u32()), Int(reader.u32()))
    guard width > 0, height > 0, width <= 10_000, height <= 10_000, width * height <= TemplateFile.mostPixels else {
      throw TemplateError(
        .invalidPicture, context: path,
        message: "the picture has \(width) x \(height) pixels; "
          + "\(TemplateFile.mostPixels / 1_000_000) million are the most.")
    }
  }
}
