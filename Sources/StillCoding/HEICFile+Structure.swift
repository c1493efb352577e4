public import ByteCoding
import ISOBoxes

extension HEICFile {
  /// The file's boxes as a tree, with what each says, and its Exif. Offsets of Exif count from its TIFF header: items
  /// may lie in pieces.
  public func structure() -> [StructureNode] {
    var nodes = layout.parts.map { part in
      guard part.type == "meta" || part.type == "ftyp", part.range.count <= Self.mostMetadata,
        let bytes = try? source.bytes(part.range)
      else {
        return StructureNode(part.type.description, offset: part.range.lowerBound, size: part.range.count)
      }
      return Self.nodes(in: bytes[...], base: part.range.lowerBound, context: .pictureFile, depth: 0).first
        ?? StructureNode(part.type.description, offset: part.range.lowerBound, size: part.range.count)
    }
    if !layout.trailer.isEmpty {
      nodes.append(StructureNode("no box", offset: layout.trailer.lowerBound, size: layout.trailer.count))
    }
    if let exif {
      nodes.append(
        StructureNode(
          "Exif item", offset: 0, size: exif.bytes.count, detail: "offsets from its TIFF header",
          children: exif.structure(at: 0)))
    }
    return nodes
  }

  private static func nodes(
    in bytes: ArraySlice<UInt8>, base: Int, context: BoxContext, depth: Int
  ) -> [StructureNode] {
    var nodes: [StructureNode] = []
    var reader = ByteReader(bytes, base: base)
    while reader.remaining >= 8 {
      let start = reader.offset
      guard let header = try? BoxHeader(&reader, available: UInt64(reader.remaining)),
        let size = Int(exactly: header.payloadSize), size <= reader.remaining
      else { break }
      reader.skip(size)
      let whole = bytes[bytes.startIndex + start..<bytes.startIndex + reader.offset]
      nodes.append(node(header.type, whole, header.headerSize, base: base + start, context: context, depth: depth))
    }
    return nodes
  }

  private static func node(
    _ type: FourCC, _ bytes: ArraySlice<UInt8>, _ headerSize: Int, base: Int, context: BoxContext, depth: Int
  ) -> StructureNode {
    var node = StructureNode(type.description, offset: base, size: bytes.count)
    if depth < 8, let inner = inside(type, bytes.dropFirst(headerSize), context) {
      let payload = bytes.dropFirst(headerSize + inner.skipped)
      node.children = nodes(
        in: payload, base: base + headerSize + inner.skipped, context: inner.context, depth: depth + 1)
    } else if let box = try? BoxDecoder().boxes(in: bytes, context: context, base: base).first {
      // Without the type and size that the line begins with.
      let words = box.dump().split(separator: "\n").joined(separator: " ").split(separator: " ")
      node.detail = words.drop { !$0.hasPrefix("size=") }.dropFirst().joined(separator: " ")
    }
    return node
  }

  /// What holds boxes, after how many bytes of its own, and what they mean.
  private static func inside(
    _ type: FourCC, _ payload: ArraySlice<UInt8>, _ context: BoxContext
  ) -> (skipped: Int, context: BoxContext)? {
    let isWide = (payload.first ?? 0) > 0
    return switch (context, type) {
    case (.pictureFile, "meta"): (4, .pictureMetadata)
    case (.pictureMetadata, "iinf"): (isWide ? 8 : 6, .pictureMetadata)
    case (.pictureMetadata, "iref"): (4, isWide ? .wideItemReferences : .itemReferences)
    case (.pictureMetadata, "iprp"): (0, .pictureMetadata)
    case (.pictureMetadata, "ipco"): (0, .pictureProperties)
    case (.pictureMetadata, "grpl"): (0, .entityGroups)
    default: nil
    }
  }
}
