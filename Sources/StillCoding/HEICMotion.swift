import ByteCoding
import ISOBoxes
import MediaCore

/// The movie of a Motion Photo in a file of pictures: in the box `mpvd`, or simply behind everything else.
enum HEICMotion {
  /// Returns the range of the movie, or `nil` if there is none.
  ///
  /// What vendors write about its length cannot be trusted, so its own boxes are counted, from `ftyp` on.
  static func range(in layout: HEICLayout, of source: any ByteSource) throws(CodingError) -> Range<Int>? {
    if let part = layout.first("mpvd") { return try movie(in: part.payload, of: source) }
    guard let second = appended(layout) else { return nil }
    return try movie(in: layout.parts[second].range.lowerBound..<source.count, of: source)
  }

  /// The box with which a movie behind the pictures begins: a second `ftyp`.
  static func appended(_ layout: HEICLayout) -> Int? {
    guard let meta = layout.parts.firstIndex(where: { $0.type == "meta" }) else { return nil }
    return layout.parts.indices.first { $0 > meta && layout.parts[$0].type == "ftyp" }
  }

  private static func movie(in range: Range<Int>, of source: any ByteSource) throws(CodingError) -> Range<Int>? {
    var position = range.lowerBound
    // A movie has a handful of boxes at its top; one in fragments has two for each.
    for _ in 0..<10_000 where range.upperBound - position >= 8 {
      let head = try source.part(position..<min(position + 16, range.upperBound), of: "video")
      var reader = ByteReader(head)
      // Where no box follows, the movie has ended.
      guard let header = try? BoxHeader(&reader, available: UInt64(range.upperBound - position)),
        let size = Int(exactly: header.payloadSize), size <= range.upperBound - position - header.headerSize,
        header.type != "sefd", position > range.lowerBound || header.type == "ftyp"
      else { break }
      position += header.headerSize + size
    }
    return position > range.lowerBound ? range.lowerBound..<position : nil
  }
}
