import ByteCoding

/// A part of a PNG or WebP.
struct StillChunk {
  let type: String
  /// The data with all that belongs to them: length, type, check sum or padding.
  let range: Range<Int>
  let data: Range<Int>
}

/// A still that consists of chunks behind a header.
protocol ChunkedStill: SegmentedStill {
  /// The bytes that the file begins with, before its chunks.
  static var header: StructureNode { get }
  var chunks: [StillChunk] { get }
  /// The first byte past all that belongs to the still.
  var end: Int { get }
  func detail(of chunk: StillChunk) -> String
}

extension ChunkedStill {
  /// The first byte past the last chunk.
  var chunksEnd: Int { chunks.last?.range.upperBound ?? Self.header.size }

  func structure() -> [StructureNode] {
    var nodes = [Self.header]
    for chunk in chunks {
      // A PNG's picture is cut into hundreds of chunks that say nothing.
      if chunk.type == "IDAT", nodes[nodes.count - 1].name == "IDAT" {
        nodes[nodes.count - 1].size += chunk.range.count
        continue
      }
      var node = StructureNode(
        chunk.type, offset: chunk.range.lowerBound, size: chunk.range.count, detail: detail(of: chunk))
      if chunk.range == metadata.exifPlace, let exif {
        node.children = exif.structure(at: chunk.data.upperBound - exif.bytes.count)
      }
      nodes.append(node)
    }
    if end < source.count { nodes.append(StructureNode("trailer", offset: end, size: source.count - end)) }
    return nodes
  }
}
