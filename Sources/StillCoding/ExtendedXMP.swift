import ByteCoding
import MediaCore

/// The XMP of a JPEG that is too long for one segment (XMP specification, part 3, 1.1.3.1).
///
/// Its packets lie in pieces over several segments, under a hash that the main packet names.
struct ExtendedXMP {
  /// A piece of a packet: its place there, and its place in the file.
  private struct Piece {
    let guid: [UInt8]
    let offset: Int
    let range: Range<Int>
  }

  private let source: any ByteSource
  private var pieces: [Piece] = []

  /// - Throws: ``CodingError`` with `.malformed` for a segment too short for its head.
  init(in file: JPEGFile) throws(CodingError) {
    source = file.source
    for segment in file.segments where segment.content == .extendedXMP {
      let start = segment.payload.lowerBound + JPEGFile.extensionIdentifier.count
      guard segment.payload.upperBound - start >= 40 else { throw damaged(at: segment.range.lowerBound) }
      let head = try source.part(start..<start + 40, of: "APP1 at \(segment.range.lowerBound)")
      let offset = head[36...].reduce(0) { $0 << 8 | Int($1) }
      pieces.append(Piece(guid: Array(head[..<32]), offset: offset, range: start + 40..<segment.payload.upperBound))
    }
  }

  /// What writes over places with spaces, so that pieces and names stay as they are: readers go by the name, and do not
  /// hash anew.
  /// - Throws: ``CodingError`` with `.malformed` for a packet that is not whole: it may hold a place.
  func locationPatches(depth: Int) throws(CodingError) -> [BytePatch] {
    var patches: [BytePatch] = []
    let packets = Dictionary(grouping: pieces, by: \.guid)
    for guid in packets.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let pieces = (packets[guid] ?? []).sorted { $0.offset < $1.offset }
      // Known before anything is read.
      let length = pieces.reduce(0) { $0 + $1.range.count }
      guard length <= XMPDocument.longest else { throw XMPEditor.tooLong(length) }
      var packet: [UInt8] = []
      packet.reserveCapacity(length)
      for piece in pieces {
        guard piece.offset == packet.count else { throw damaged() }
        packet += try source.part(piece.range, of: "extended XMP")
      }
      let blank = try XMPEditor.blankingLocation(in: packet, depth: depth)
      guard blank != packet else { continue }
      for piece in pieces {
        let part = piece.offset..<piece.offset + piece.range.count
        if blank[part] != packet[part] { patches.append(BytePatch(range: piece.range, bytes: Array(blank[part]))) }
      }
    }
    return patches
  }

  private func damaged(at place: Int? = nil) -> CodingError {
    CodingError(
      .malformed, context: "JPEG \(source.name)",
      message: "The extended XMP\(place.map { " at byte \($0)" } ?? "") is not whole, and may say where the still was "
        + "taken. Remove it first.")
  }
}
