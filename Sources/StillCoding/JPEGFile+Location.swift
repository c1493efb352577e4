import ByteCoding
import MediaCore

extension JPEGFile {
  /// What takes places out of everything but the Exif and the XMP that count, which are edited as a whole.
  /// - Throws: ``CodingError`` with `.malformed` for metadata that cannot be read: they may hold a place.
  func locationPatches() throws(CodingError) -> [BytePatch] {
    var patches: [BytePatch] = []
    for other in segments where other.content == .exif && other.range != exifSegment?.range {
      let start = other.payload.lowerBound + 6
      guard let block = ExifBlock(try source.part(start..<other.payload.upperBound, of: "APP1")) else { continue }
      var edits = StillEdits()
      edits.removesLocation = true
      patches.append(
        BytePatch(range: start..<other.payload.upperBound, bytes: ExifEditor.applying(edits, to: block).bytes))
    }
    for other in segments where other.content == .xmp && other.range != xmpSegment?.range {
      let range = other.payload.lowerBound + Self.xmpIdentifier.count..<other.payload.upperBound
      let packet = try source.part(range, of: "APP1 at \(other.range.lowerBound)")
      let blank = try XMPEditor.blankingLocation(in: packet)
      if blank != packet { patches.append(BytePatch(range: range, bytes: blank)) }
    }
    return patches + (try extendedLocationPatches()) + (try newsLocationPatches())
  }

  /// A piece of an extended packet: its place there, and its place in the file.
  private struct Chunk {
    let guid: [UInt8]
    let offset: Int
    let range: Range<Int>
  }

  /// Extended packets lie in pieces over several segments, under a hash that the main packet names. Places are written
  /// over with spaces, so that pieces and names stay as they are: readers go by the name, and do not hash anew.
  private func extendedLocationPatches() throws(CodingError) -> [BytePatch] {
    var chunks: [Chunk] = []
    for segment in segments where segment.content == .extendedXMP {
      let start = segment.payload.lowerBound + Self.extensionIdentifier.count
      guard segment.payload.upperBound - start >= 40 else { throw damagedExtension(segment) }
      let head = try source.part(start..<start + 40, of: "APP1 at \(segment.range.lowerBound)")
      let offset = head[36...].reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        Chunk(guid: Array(head[..<32]), offset: offset, range: start + 40..<segment.payload.upperBound))
    }
    var patches: [BytePatch] = []
    for guid in Set(chunks.map(\.guid)).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let pieces = chunks.filter { $0.guid == guid }.sorted { $0.offset < $1.offset }
      var packet: [UInt8] = []
      for piece in pieces {
        guard piece.offset == packet.count else { throw damagedExtension(nil) }
        packet += try source.part(piece.range, of: "extended XMP")
      }
      let blank = try XMPEditor.blankingLocation(in: packet)
      guard blank != packet else { continue }
      patches += pieces.map {
        BytePatch(range: $0.range, bytes: Array(blank[$0.offset..<$0.offset + $0.range.count]))
      }
    }
    return patches
  }

  private func damagedExtension(_ segment: Segment?) -> CodingError {
    CodingError(
      .malformed, context: "JPEG \(source.name)",
      message: "The extended XMP\(segment.map { " at byte \($0.range.lowerBound)" } ?? "") is not whole, and may say "
        + "where the still was taken. Remove it first.")
  }

  /// Adobe's resources may go on in the next segment of theirs.
  private func newsLocationPatches() throws(CodingError) -> [BytePatch] {
    var places: [Segment] = []
    var bytes: [UInt8] = []
    for segment in segments where segment.marker.code == 0xed {
      let payload = try source.part(segment.payload, of: "APP13 at \(segment.range.lowerBound)")
      guard payload.starts(with: PhotoshopResources.identifier) else { continue }
      places.append(segment)
      bytes += payload.dropFirst(PhotoshopResources.identifier.count)
    }
    guard let first = places.first else { return [] }
    guard let resources = PhotoshopResources(bytes) else {
      throw CodingError(
        .malformed, context: "JPEG \(source.name)",
        message: "The Photoshop segment at byte \(first.range.lowerBound) is damaged, and may say where the still was "
          + "taken. Remove it first.")
    }
    guard let kept = try resources.withoutLocation() else { return [] }
    var written: [UInt8] = []
    let room = Self.longestPayload - PhotoshopResources.identifier.count
    for start in stride(from: 0, to: kept.count, by: room) {
      let payload = PhotoshopResources.identifier + kept[start..<min(kept.count, start + room)]
      written += try segment(payload, "Photoshop segment", marker: 0xed)
    }
    return [BytePatch(range: first.range, bytes: written)]
      + places.dropFirst().map { BytePatch(range: $0.range, bytes: []) }
  }
}
