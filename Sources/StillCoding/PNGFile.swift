import ByteCoding
import CZlib
import MediaCore

/// A PNG file: its chunks, with Exif (`eXIf`) and XMP (`iTXt`). Stands for ISO/IEC 15948 and its extension `eXIf`.
struct PNGFile: ChunkedStill {
  static let kind = "PNG"
  static let header = StructureNode("signature", offset: 0, size: 8)
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// The beginning of an uncompressed text of XMP: keyword, no compression, no language, no translation.
  private static let xmpHeader = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]
  private static let xmpKeyword = Array("XML:com.adobe.xmp".utf8) + [0]
  private static let longestMetadata = 64 << 20

  let source: any ByteSource
  private(set) var chunks: [StillChunk] = []
  var end: Int { chunksEnd }
  let width: Int
  let height: Int
  private(set) var metadata = SegmentMetadata()

  init(_ source: any ByteSource) throws(CodingError) {
    self.source = source
    let header = try source.prefix(at: 8, 25, of: "PNG IHDR")
    guard header.count == 25, header[4..<8].elementsEqual("IHDR".utf8) else {
      throw CodingError(
        .malformed, context: "PNG \(source.name)", message: "The chunk IHDR must stand at byte 8, and does not.")
    }
    var reader = ByteReader(header[8...], base: 16)
    (width, height) = (Int(reader.u32()), Int(reader.u32()))
    guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw error(.malformed, "The chunk IHDR at byte 8 says \(width)x\(height) pixels.")
    }
    try readChunks()
    // Of another length it could be all of a large file.
    guard chunks[0].data.count == 13, try hasRightChecksum(chunks[0]) else {
      throw error(.malformed, "The chunk IHDR at byte 8 has another length or checksum than it must. Get another copy.")
    }
    try readMetadata()
  }

  /// Returns a sentence on a chunk beside the picture's own with another checksum than it says, if there is one.
  func checksumOddities() throws(CodingError) -> [String] {
    for chunk in chunks where chunk.type != "IDAT" && chunk.data.count <= Self.longestMetadata {
      guard try !hasRightChecksum(chunk) else { continue }
      return [
        "The chunk \(chunk.type) at byte \(chunk.range.lowerBound) has another checksum than it says: some programs do "
          + "not open the file. Get another copy."
      ]
    }
    return []
  }

  private func hasRightChecksum(_ chunk: StillChunk) throws(CodingError) -> Bool {
    let bytes = try source.part(chunk.range.lowerBound + 4..<chunk.range.upperBound, of: "the chunk \(chunk.type)")
    var told = ByteReader(bytes[(bytes.count - 4)...], base: chunk.data.upperBound)
    return told.u32() == Self.checksum(bytes.dropLast(4))
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }

  /// Indicates whether the file goes on to its last chunk.
  var isWhole: Bool { chunks.last?.type == "IEND" }

  private mutating func readChunks() throws(CodingError) {
    var position = 8
    while position < source.count {
      var head = ByteReader(try source.prefix(at: position, 8, of: "PNG chunks"), base: position)
      let length = Int(head.u32())
      let type = head.ascii(4)
      guard head.error != nil || type.utf8.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) }) else {
        throw error(
          .malformed,
          "A chunk must begin at byte \(position), and there is none: the file is damaged from there on, if "
            + "not before. Get another copy.")
      }
      guard head.error == nil, length <= source.count - position - 12 else {
        throw error(
          .truncated, "The chunk \(type) at byte \(position) passes the file's \(source.count) bytes. Get a whole copy."
        )
      }
      let data = position + 8..<position + 8 + length
      chunks.append(StillChunk(type: type, range: position..<data.upperBound + 4, data: data))
      position += length + 12
      if isWhole { return }
      guard chunks.count < 1_000_000 else {
        throw error(.malformed, "It has more than 1000000 chunks.")
      }
    }
    metadata.problems.append("The file ends without its last chunk, IEND.")
  }

  private mutating func readMetadata() throws(CodingError) {
    for chunk in chunks where chunk.data.count <= Self.longestMetadata {
      let offset = chunk.range.lowerBound
      switch chunk.type {
      case "eXIf" where exif == nil:
        metadata.readExif(try source.part(chunk.data, of: "eXIf at \(offset)"), "chunk eXIf", at: chunk.range)
      case "iTXt" where xmp == nil:
        guard try source.prefix(at: chunk.data.lowerBound, 18, of: "iTXt").elementsEqual(Self.xmpKeyword) else {
          continue
        }
        let text = try source.part(chunk.data, of: "iTXt at \(offset)")
        (metadata.xmp, metadata.xmpPlace) = (Self.packet(text), chunk.range)
        if xmp == nil { metadata.problems.append("The XMP at byte \(offset) cannot be read, and is passed over.") }
      default: break
      }
    }
  }

  /// The text of an `iTXt`, behind compression flag and method, language and translated keyword.
  private static func packet(_ chunk: [UInt8]) -> [UInt8]? {
    guard chunk.count > xmpKeyword.count + 2 else { return nil }
    let (isCompressed, method) = (chunk[xmpKeyword.count], chunk[xmpKeyword.count + 1])
    let names = chunk.dropFirst(xmpKeyword.count + 2)
    guard let language = names.firstIndex(of: 0), let keyword = names[(language + 1)...].firstIndex(of: 0) else {
      return nil
    }
    let text = chunk[(keyword + 1)...]
    switch (isCompressed, method) {
    case (0, _): return Array(text)
    case (1, 0): return Zlib.unpacked(text, atMost: XMPDocument.longestUnpacked)
    default: return nil
    }
  }

  func patches(_ change: StillChange) throws(CodingError) -> [BytePatch] {
    var patches = change.trailer
    let place = chunks[0].range.upperBound  // right behind IHDR
    if let tiff = change.exif {
      patches.append(BytePatch(range: metadata.exifPlace ?? place..<place, bytes: try chunk("eXIf", tiff)))
    }
    if let packet = change.xmp {
      patches.append(
        BytePatch(range: metadata.xmpPlace ?? place..<place, bytes: try chunk("iTXt", Self.xmpHeader + packet)))
    }
    return patches
  }

  private func chunk(_ type: String, _ data: [UInt8]) throws(CodingError) -> [UInt8] {
    guard data.count <= Int(Int32.max) else {
      throw error(.invalidSetting, "The chunk \(type) would be too large.")
    }
    var writer = ByteWriter(capacity: data.count + 12)
    writer.u32(UInt32(data.count))
    writer.ascii(type)
    writer.bytes(data)
    writer.u32(Self.checksum(writer.contents[4...]))
    return writer.contents
  }

  func detail(of chunk: StillChunk) -> String {
    if chunk.range == chunks[0].range { return "\(width)x\(height)" }
    return chunk.range == metadata.xmpPlace ? "XMP" : ""
  }
}
