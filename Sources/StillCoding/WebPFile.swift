import ByteCoding
import MediaCore

/// A WebP file: its chunks, with Exif (`EXIF`) and XMP (`XMP `). Stands for Google's WebP container specification.
struct WebPFile: ChunkedStill {
  static let kind = "WebP"
  static let header = StructureNode("RIFF", offset: 0, size: 12, detail: "WEBP")
  let source: any ByteSource
  private(set) var chunks: [StillChunk] = []
  private(set) var width = 0
  private(set) var height = 0
  private(set) var metadata = SegmentMetadata()
  /// The first byte past what the header counts.
  let end: Int
  private var hasAlpha = false

  init(_ source: any ByteSource) throws(CodingError) {
    self.source = source
    var head = ByteReader(try source.prefix(at: 0, 12, of: "WebP header"))
    head.skip(4)
    let size = Int(head.u32(.little)) + 8
    if size > source.count {
      metadata.problems.append("The header counts \(size) bytes and the file has \(source.count).")
    }
    end = min(size, source.count)
    try readChunks()
    try readSize()
    guard width > 0, height > 0 else {
      throw error(.malformed, "No chunk of the file tells the picture's size.")
    }
    try readMetadata()
  }

  private mutating func readChunks() throws(CodingError) {
    var position = 12
    while position <= end - 8 {
      var head = ByteReader(try source.part(position..<position + 8, of: "WebP chunks"), base: position)
      let type = head.ascii(4)
      let length = Int(head.u32(.little))
      guard length <= end - position - 8, chunks.count < 100_000 else {
        throw error(
          .truncated,
          "The chunk \(type) at byte \(position) with \(length) bytes passes the end at \(end).")
      }
      let data = position + 8..<position + 8 + length
      let next = min(end, data.upperBound + length % 2)
      chunks.append(StillChunk(type: type, range: position..<next, data: data))
      position = next
    }
  }

  /// The size from the extended header, else from that of the lossy or the lossless picture.
  private mutating func readSize() throws(CodingError) {
    for chunk in chunks {
      let bytes = try source.prefix(at: chunk.data.lowerBound, min(chunk.data.count, 10), of: "WebP \(chunk.type)")
      var reader = ByteReader(bytes)
      switch chunk.type {
      case "VP8X":
        let flags = reader.u32(.little)
        hasAlpha = flags & 0x10 != 0
        (width, height) = (Int(reader.u24(.little)) + 1, Int(reader.u24(.little)) + 1)
      case "VP8 ":
        reader.skip(6)
        (width, height) = (Int(reader.u16(.little) & 0x3fff), Int(reader.u16(.little) & 0x3fff))
      case "VP8L":
        reader.skip(1)
        let bits = Int(reader.u32(.little))
        (width, height) = (bits & 0x3fff + 1, bits >> 14 & 0x3fff + 1)
        hasAlpha = bits >> 28 & 1 == 1
      default: continue
      }
      if reader.error != nil { (width, height) = (0, 0) }
      return
    }
  }

  private mutating func readMetadata() throws(CodingError) {
    for chunk in chunks {
      let offset = chunk.range.lowerBound
      switch chunk.type {
      case "EXIF" where exif == nil:
        metadata.readExif(try source.part(chunk.data, of: "EXIF at \(offset)"), "chunk EXIF", at: chunk.range)
      case "XMP " where xmp == nil:
        (metadata.xmp, metadata.xmpPlace) = (try source.part(chunk.data, of: "XMP at \(offset)"), chunk.range)
      default: break
      }
    }
  }

  func patches(_ change: StillChange) throws(CodingError) -> [BytePatch] {
    // A broken Exif that makes room for a new one need not go besides.
    var patches = change.trailer.filter { change.exif == nil || $0.range != metadata.exifPlace }
    let (oldExif, oldXMP) = (metadata.exifPlace, metadata.xmpPlace)
    // Another chunk can follow behind the last whole one. A few bytes that are no chunk may come after it.
    let end = chunksEnd..<chunksEnd
    // Exif comes behind the picture, and XMP behind Exif.
    let exifPlace = oldXMP.map { $0.lowerBound..<$0.lowerBound } ?? end
    let replaced = patches.map(\.range) + [change.exif == nil ? nil : oldExif, change.xmp == nil ? nil : oldXMP]
    let isAppending = (oldExif == nil && change.exif != nil) || (oldXMP == nil && change.xmp != nil)
    if isAppending, lacksLastPadding, !replaced.contains(chunks.last?.range) {
      patches.append(BytePatch(range: end, bytes: [0]))
    }
    if let tiff = change.exif {
      patches.append(BytePatch(range: oldExif ?? exifPlace, bytes: Self.chunk("EXIF", tiff)))
    }
    if let packet = change.xmp {
      patches.append(BytePatch(range: oldXMP ?? end, bytes: Self.chunk("XMP ", packet)))
    }
    guard change.exif != nil || change.xmp != nil else {
      return change.trailer.isEmpty ? patches : patches + [try sizePatch(for: patches)]
    }
    let flags = UInt8(oldExif != nil || change.exif != nil ? 8 : 0) | (oldXMP != nil || change.xmp != nil ? 4 : 0)
    if let header = chunks.first(where: { $0.type == "VP8X" }) {
      let place = header.data.lowerBound
      let old = try source.part(place..<place + 1, of: "VP8X")[0]
      if old | flags != old { patches.append(BytePatch(range: place..<place + 1, bytes: [old | flags])) }
    } else {
      var writer = ByteWriter(capacity: 10)
      writer.u32(UInt32(flags | (hasAlpha ? 0x10 : 0)), .little)
      writer.u24(UInt32(width - 1), .little)
      writer.u24(UInt32(height - 1), .little)
      patches.append(BytePatch(range: 12..<12, bytes: Self.chunk("VP8X", writer.contents)))
    }
    return patches + [try sizePatch(for: patches)]
  }

  /// The header's count of bytes, once the file is patched.
  private func sizePatch(for patches: [BytePatch]) throws(CodingError) -> BytePatch {
    let size = patches.reduce(end - 8) { $0 + $1.growth }
    guard size <= Int(UInt32.max) - 10 else {
      throw error(.invalidSetting, "The file would pass 4 GB.")
    }
    var writer = ByteWriter(capacity: 4)
    writer.u32(UInt32(max(0, size)), .little)
    return BytePatch(range: 4..<8, bytes: writer.contents)
  }

  /// Indicates whether the last chunk has an odd length and the file ends without its byte of padding.
  private var lacksLastPadding: Bool {
    chunks.last.map { $0.data.count % 2 == 1 && $0.range.upperBound == $0.data.upperBound } ?? false
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(capacity: data.count + 9)
    writer.ascii(type)
    writer.u32(UInt32(clamping: data.count), .little)
    writer.bytes(data)
    writer.fill(count: data.count % 2)
    return writer.contents
  }

  func detail(of chunk: StillChunk) -> String { chunk.type.hasPrefix("VP8") ? "\(width)x\(height)" : "" }
}
