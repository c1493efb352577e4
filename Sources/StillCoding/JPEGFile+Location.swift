import ByteCoding
import MediaCore

extension JPEGFile {
  /// Removes places from everything but the Exif and the XMP that count, which are edited as a whole, and a Motion
  /// Photo's video, which the caller takes care of.
  /// - Throws: ``CodingError`` with `.malformed` or `.unsupported` for what cannot be read: it may hold a place.
  func removeLocation(_ change: inout StillChange) throws(CodingError) {
    // An Exif that cannot be read goes.
    let counting = [exif == nil ? nil : metadata.exifPlace, metadata.xmpPlace]
    try removeLocation(
      from: segments.filter { !counting.contains($0.range) }, isInPlace: false, depth: 0, &change)
  }

  /// A JPEG that lies in another file, of the same length and without places: what goes from it becomes fill bytes
  /// before a marker (ITU-T T.81, B.1.1.2), so that no place that others know changes.
  /// - Throws: ``CodingError`` for what cannot be read: it may hold a place.
  static func withoutLocation(embedded bytes: [UInt8], name: String, depth: Int) throws(CodingError) -> [UInt8] {
    guard depth <= 3 else {
      throw CodingError(
        .unsupported, context: name,
        message: "There are pictures inside of pictures, too deep to look for places in them. Remove them first.")
    }
    let file = try JPEGFile(ArrayBytes(bytes, name: name))
    var change = StillChange()
    try file.removeLocation(from: file.segments, isInPlace: true, depth: depth, &change)
    change.trailer += try file.trailerRemoval(isInPlace: true, video: nil, turn: nil, depth: depth)
    var result = bytes
    for patch in change.trailer {
      // Patches lie in different segments; none may make the picture longer.
      guard patch.growth == 0 else { throw file.unclean("A part of it at byte \(patch.range.lowerBound)") }
      result.replaceSubrange(patch.range, with: patch.bytes)
    }
    return result
  }

  /// Removes places from segments. In place, segments keep their lengths.
  private func removeLocation(
    from segments: [Segment], isInPlace: Bool, depth: Int, _ change: inout StillChange
  ) throws(CodingError) {
    var gone: [Segment] = []
    for segment in segments {
      switch segment.content {
      case .exif:
        let start = segment.payload.lowerBound + 6
        if let block = ExifBlock(try source.part(start..<segment.payload.upperBound, of: "APP1")) {
          if let bytes = try ExifEditor.removingLocation(from: block, depth: depth) {
            change.trailer.append(BytePatch(range: start..<segment.payload.upperBound, bytes: bytes))
          }
        } else {
          gone.append(segment)
        }
      case .xmp:
        let range = segment.payload.lowerBound + Self.xmpIdentifier.count..<segment.payload.upperBound
        let packet = try source.part(range, of: "APP1 at \(segment.range.lowerBound)")
        let blank = try XMPEditor.blankingLocation(in: packet, depth: depth)
        if blank != packet { change.trailer.append(BytePatch(range: range, bytes: blank)) }
      case .other where (0xe0...0xef).contains(segment.marker.code): gone.append(segment)
      default: break
      }
    }
    change.trailer += gone.map { Self.removing($0.range, isInPlace: isInPlace) }
    if !gone.isEmpty {
      let names = gone.map { "APP\($0.marker.code - 0xe0) of \($0.range.count) bytes" }
      change.notes.append(
        "Segments that may say where the still was taken are gone: \(names.prefix(8).joined(separator: ", "))"
          + (names.count > 8 ? " and \(names.count - 8) more." : "."))
    }
    change.trailer += try extendedXMPPatches(depth: depth)
    change.trailer += try newsLocationPatches(isInPlace: isInPlace)
  }

  /// Any number of bytes 0xFF may stand before a marker.
  private static func removing(_ range: Range<Int>, isInPlace: Bool) -> BytePatch {
    BytePatch(range: range, bytes: isInPlace ? [UInt8](repeating: 0xff, count: range.count) : [])
  }

  /// Adobe's resources may go on in the next segment of theirs.
  private func newsLocationPatches(isInPlace: Bool) throws(CodingError) -> [BytePatch] {
    let places = segments.filter { $0.content == .photoshop }
    var bytes: [UInt8] = []
    for segment in places {
      let payload = try source.part(segment.payload, of: "APP13 at \(segment.range.lowerBound)")
      bytes += payload.dropFirst(PhotoshopResources.identifier.count)
    }
    guard let first = places.first else { return [] }
    let damage = error(
      .malformed,
      "The Photoshop segment at byte \(first.range.lowerBound) is damaged, and may say where the still was taken. "
        + "Remove it first.")
    guard let kept = try PhotoshopResources.withoutLocation(bytes, damage: damage) else { return [] }
    // In place all of them go from a picture inside of another, whose news nobody reads.
    if isInPlace { return places.map { Self.removing($0.range, isInPlace: true) } }
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
