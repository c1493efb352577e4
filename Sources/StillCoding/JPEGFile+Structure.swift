import ByteCoding
import MediaCore

extension JPEGFile {
  /// Segments, the picture's data as one part, and what follows its end.
  func structure() throws(CodingError) -> [StructureNode] {
    var nodes = [StructureNode("SOI", offset: 0, size: 2)]
    nodes += segments.map(node)
    guard let end = try endOfImage() else {
      return nodes + [
        StructureNode(
          "scans", offset: scanStart, size: source.count - scanStart,
          detail: "\(width)x\(height), without an end marker")
      ]
    }
    nodes.append(
      StructureNode("scans", offset: scanStart, size: end - scanStart, detail: "\(width)x\(height), to the end marker"))
    guard end < source.count else { return nodes }
    var trailer = StructureNode("trailer", offset: end, size: source.count - end)
    for picture in multiPicture?.pictures ?? [] {
      guard let start = picture.start, start < source.count else { continue }
      trailer.children.append(StructureNode("MPF picture", offset: start, size: picture.size))
    }
    for block in try SamsungTrailer(source)?.blocks ?? [] {
      trailer.children.append(StructureNode(block.name, offset: block.range.lowerBound, size: block.range.count))
    }
    return nodes + [trailer]
  }

  private func node(_ segment: Segment) -> StructureNode {
    var node = StructureNode(
      Self.name(segment), offset: segment.range.lowerBound, size: segment.range.count)
    if segment.range == metadata.exifPlace, let exif {
      node.detail = exif.bytes[0] == 0x4d ? "big-endian" : "little-endian"
      node.children = exif.structure(at: segment.payload.lowerBound + 6)
    }
    if segment.content == .multiPicture { node.detail = "\(multiPicture?.pictures.count ?? 0) pictures" }
    if segment.marker.isStartOfFrame { node.detail = "\(width)x\(height)" }
    return node
  }

  private static func name(_ segment: Segment) -> String {
    let marker =
      switch segment.marker.code {
      case 0xe0...0xef: "APP\(segment.marker.code - 0xe0)"
      case 0xdb: "DQT"
      case 0xc4: "DHT"
      case 0xdd: "DRI"
      case 0xfe: "COM"
      case _ where segment.marker.isStartOfFrame: "SOF\(segment.marker.code - 0xc0)"
      default: segment.marker.description
      }
    return segment.content == .decoding || segment.content == .other ? marker : "\(marker) \(segment.content.rawValue)"
  }
}
