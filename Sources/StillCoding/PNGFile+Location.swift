import ByteCoding
import MediaCore

extension PNGFile {
  /// Removes chunks besides Exif and XMP that may tell of a place: copies of metadata for old programs, texts about
  /// places, and metadata of C2PA.
  /// - Throws: ``CodingError`` for damaged metadata, and for bytes behind the last chunk: they may tell of a place.
  func removeLocation(_ change: inout StillChange) throws(CodingError) {
    if let place = metadata.xmpPlace, xmp == nil {
      throw error(
        .malformed,
        "The XMP at byte \(place.lowerBound) is damaged, or packed and larger than "
          + "\(XMPDocument.longestUnpacked) bytes, and may say where the picture was taken. Remove it first.")
    }
    for chunk in chunks where try tellsPlace(chunk) { change.trailer.append(BytePatch(range: chunk.range, bytes: [])) }
    try checkTrailer(from: chunksEnd, advice: "Remove them first: exiftool -trailer:all= FILE.")
  }

  private func tellsPlace(_ chunk: StillChunk) throws(CodingError) -> Bool {
    switch chunk.type {
    case "tEXt", "zTXt", "iTXt":
      guard chunk.range != metadata.xmpPlace else { return false }
      let head = try source.prefix(at: chunk.data.lowerBound, min(chunk.data.count, 80), of: chunk.type)
      return Self.tellsPlace(keyword: String(decoding: head.prefix { $0 != 0 }, as: UTF8.self).lowercased())
    // `zxIf` is eXIf, packed; `caBX` holds C2PA's claims.
    case "eXIf", "exIf": return chunk.range != metadata.exifPlace || exif == nil
    case "zxIf", "zxif", "caBX": return true
    default: return false
    }
  }

  /// ImageMagick writes `exif:GPSLatitude` and the like, and profiles in hexadecimal digits.
  private static func tellsPlace(keyword: String) -> Bool {
    if keyword.hasPrefix("raw profile type ") { return !keyword.hasPrefix("raw profile type ic") }
    if keyword == "xml:com.adobe.xmp" { return true }
    let name = keyword.split { ":. ".contains($0) }.last.map(String.init) ?? keyword
    return keyword.contains("gps") || XMPLocation.isLocation(XMPName("", name))
      || XMPLocation.isLocation(XMPName("", keyword))
  }
}
