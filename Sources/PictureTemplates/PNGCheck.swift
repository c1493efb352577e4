import ByteCoding
import CZlib
import MediaCore

/// The check of a PNG before it is decoded: what it says it is must be what it holds.
enum PNGCheck {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Checks a PNG's size, and that no more is packed into it than its pixels take: decoders unpack all of it.
  /// - Throws: ``TemplateError`` for what is no PNG, has more pixels than a template, or more bytes than its pixels.
  static func check(_ png: [UInt8], of path: String) throws(TemplateError) {
    func refusal(_ message: String) -> TemplateError {
      TemplateError(.invalidPicture, context: path, message: message)
    }
    guard png.count > 33, png.starts(with: signature), png[12..<16].elementsEqual("IHDR".utf8) else {
      throw refusal("this is no PNG.")
    }
    var reader = ByteReader(png[16..<26], base: 16)
    let (width, height) = (Int(reader.u32()), Int(reader.u32()))
    guard width > 0, height > 0, width <= 10_000, height <= 10_000, width * height <= TemplateFile.mostPixels else {
      throw refusal(
        "the picture has \(width) x \(height) pixels; \(TemplateFile.mostPixels / 1_000_000) million are the most.")
    }
    let (depth, colorType) = (Int(reader.u8()), reader.u8())
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 4
    // A row has one byte before its pixels, and an interlaced picture up to two more rows for each.
    let most = ((width * channels * depth + 7) / 8 + 4) * height + 14
    guard holds(atMost: most, packed(in: png), of: png) else {
      throw refusal("it holds more than its \(width) x \(height) pixels. Save it anew.")
    }
  }

  /// The ranges of the chunks `IDAT`, to where chunks end or break off.
  private static func packed(in png: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = signature.count
    while png.count - position >= 12 {
      var head = ByteReader(png[position..<position + 8], base: position)
      let (length, type) = (Int(head.u32()), head.ascii(4))
      guard length <= png.count - position - 12 else { break }
      if type == "IDAT" { ranges.append(position + 8..<position + 8 + length) }
      position += length + 12
    }
    return ranges
  }

  /// Returns whether data unpacks to so many bytes at most. Damage is left to the decoder, which tells of it.
  private static func holds(atMost limit: Int, _ ranges: [Range<Int>], of png: [UInt8]) -> Bool {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return false }
    defer { inflateEnd(&stream) }
    var (count, chunk) = (0, [UInt8](repeating: 0, count: 65_536))
    for range in ranges {
      var input = Array(png[range])
      let isDone = input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        while true {
          var status = Z_OK
          let filled = chunk.withUnsafeMutableBufferPointer { chunk in
            stream.next_out = chunk.baseAddress
            stream.avail_out = UInt32(chunk.count)
            status = inflate(&stream, Z_NO_FLUSH)
            return chunk.count - Int(stream.avail_out)
          }
          count += filled
          if count > limit || status != Z_OK { return true }
          if filled == 0 { return false }
        }
      }
      if isDone { break }
    }
    return count <= limit
  }
}
