import ByteCoding
import MediaCore

extension JPEGFile {
  /// Returns patches that write over places in XMP that is too long for one segment (XMP specification, part 3,
  /// 1.1.3.1).
  ///
  /// Its packets lie in pieces over several segments, under a hash that the main packet names. Places become spaces, so
  /// that pieces and names stay as they are: readers go by the name, and do not hash anew.
  /// - Throws: ``CodingError`` with `.malformed` for a packet that is not whole: it may hold a place.
  func extendedXMPPatches(depth: Int) throws(CodingError) -> [BytePatch] {
    var packets: [[UInt8]: [(offset: Int, range: Range<Int>)]] = [:]
    for segment in segments where segment.content == .extendedXMP {
      let start = segment.payload.lowerBound + Self.extensionIdentifier.count
      guard segment.payload.upperBound - start >= 40 else { throw damagedXMP(at: segment.range.lowerBound) }
      let head = try source.part(start..<start + 40, of: "APP1 at \(segment.range.lowerBound)")
      let offset = head[36...].reduce(0) { $0 << 8 | Int($1) }
      packets[Array(head[..<32]), default: []].append((offset, start + 40..<segment.payload.upperBound))
    }
    var patches: [BytePatch] = []
    for (_, pieces) in packets.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let pieces = pieces.sorted { $0.offset < $1.offset }
      // Known before anything is read.
      let length = pieces.reduce(0) { $0 + $1.range.count }
      guard length <= XMPDocument.longest else { throw XMPEditor.tooLong(length) }
      var packet: [UInt8] = []
      packet.reserveCapacity(length)
      for piece in pieces {
        guard piece.offset == packet.count else { throw damagedXMP() }
        packet += try source.part(piece.range, of: "extended XMP")
      }
      let blank = try XMPEditor.blankingLocation(in: packet, depth: depth)
      for piece in pieces {
        let part = piece.offset..<piece.offset + piece.range.count
        if blank[part] != packet[part] { patches.append(BytePatch(range: piece.range, bytes: Array(blank[part]))) }
      }
    }
    return patches
  }

  private func damagedXMP(at place: Int? = nil) -> CodingError {
    error(
      .malformed,
      "The extended XMP\(place.map { " at byte \($0)" } ?? "") is not whole, and may say where the still was taken. "
        + "Remove it first.")
  }
}
