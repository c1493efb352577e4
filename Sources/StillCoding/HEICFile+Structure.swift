public import ByteCoding
import ISOBoxes

extension HEICFile {
  /// The file's boxes as a tree, with what each says, and its Exif. Offsets of Exif count from its TIFF header: items
  /// may lie in pieces.
  public func structure() -> [StructureNode] {
    var nodes = layout.parts.map { part in
      // What cannot be read is shown without what it says.
      guard part.type == "meta" || part.type == "ftyp", part.range.count <= Self.mostMetadata,
        let bytes = try? source.bytes(part.range),
        let box = try? BoxDecoder.boxes(in: bytes, context: .pictureFile, base: part.range.lowerBound).first
      else {
        return StructureNode(part.type.description, offset: part.range.lowerBound, size: part.range.count)
      }
      return Self.namingContainers(box.structure(at: part.range.lowerBound, isBrief: false))
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

  /// Returns a node in which boxes that hold others come without their versions and counts.
  private static func namingContainers(_ node: StructureNode) -> StructureNode {
    var node = node
    if ["meta", "iinf", "iref", "iprp", "ipco", "grpl"].contains(node.name) { node.detail = "" }
    node.children = node.children.map(namingContainers)
    return node
  }
}
