import ByteCoding
import ISOBoxes
import MediaCore

extension HEICRewriter {
  /// The boxes at the file's top that stay. All others are some maker's or C2PA's, and may say anything.
  private static let known: Set<FourCC> = [
    "ftyp", "styp", "meta", "mdat", "idat", "free", "skip", "wide", "mpvd", "sefd", "etyp",
  ]

  /// Takes places out of everything but the Exif and the XMP that count and a Motion Photo's video, and tells what had
  /// to go as a whole.
  /// - Throws: ``CodingError`` with `.malformed` or `.unsupported` for what may tell of a place and cannot be cleaned.
  mutating func removeLocation() throws(CodingError) -> [String] {
    for item in table.itemIDs where item != table.xmpItem {
      if item == table.exifItem, file.exifTIFF != nil { continue }
      try removeLocation(from: item)
    }
    meta.children.removeAll { ["uuid", "udta", "xml ", "bxml"].contains($0.type) }
    return try removeUnknownBoxes()
  }

  private mutating func removeLocation(from item: UInt32) throws(CodingError) {
    guard let info = table.infos[item] else { return }
    let isXMP = info.itemType == "mime" && info.contentType == "application/rdf+xml"
    guard isXMP || ["Exif", "jpeg", "mime", "uri "].contains(info.itemType) else { return }
    guard let payload = try table.bytes(of: item, in: file.source, limit: HEICFile.mostMetadata), !payload.isEmpty
    else {
      return
    }
    guard info.protection == 0 else { throw unclean(item, "is encrypted") }
    if info.itemType == "Exif" {
      try removeLocation(fromExif: payload, item)
    } else if isXMP, let encoding = info.contentEncoding {
      guard let packet = Zlib.inflated(payload[...], atMost: XMPDocument.longestUnpacked) else {
        throw unclean(item, "is XMP that is packed as '\(encoding)'")
      }
      let clean = try XMPEditor.blankingLocation(in: packet)
      guard clean != packet else { return }
      try place(clean, as: item)
      setPlain(item)
    } else if isXMP {
      let clean = try XMPEditor.blankingLocation(in: payload)
      if clean != payload { try place(clean, as: item) }
    } else if payload.starts(with: [0xff, 0xd8, 0xff]) {
      let clean = try JPEGFile.withoutLocation(embedded: payload, name: "item \(item)", depth: 1)
      if clean != payload { try place(clean, as: item) }
    } else if PropertyListLocation.isPropertyList(payload) {
      try removeLocation(fromList: payload, item, kind: kind(of: info))
    } else {
      throw unclean(item, "is of the kind '\(kind(of: info))'")
    }
  }

  private func kind(of info: HEIFItemInfoBox) -> String { info.contentType ?? info.uri ?? info.itemType.description }

  private mutating func removeLocation(fromList payload: [UInt8], _ item: UInt32, kind: String) throws(CodingError) {
    do throws(CodingError) {
      let clean = try PropertyListLocation.blanking(payload, kind: kind)
      if let clean, clean != payload { try place(clean, as: item) }
    } catch {
      throw unclean(item, "is a property list of the kind '\(kind)' that cannot be read", because: error)
    }
  }

  private mutating func removeLocation(fromExif payload: [UInt8], _ item: UInt32) throws(CodingError) {
    guard let start = HEICExif.tiffStart(ofPayload: payload), let block = ExifBlock(Array(payload[start...])) else {
      throw unclean(item, "is Exif that cannot be read")
    }
    if let bytes = try ExifEditor.removingLocation(from: block) { try place(payload[..<start] + bytes, as: item) }
  }

  /// Removes the encoding from the description of an item of the type `mime`: the third text, behind name and content
  /// type.
  private mutating func setPlain(_ item: UInt32) {
    changeInfo(of: [item]) { info in
      let texts = info.texts.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      info.texts = texts.prefix(2).flatMap { Array($0) + [0] }
    }
  }

  private mutating func removeUnknownBoxes() throws(CodingError) -> [String] {
    var names: [String] = []
    let parts = file.layout.parts
    for (index, part) in parts.enumerated() where index < HEICMotion.appended(file.layout) ?? parts.count {
      guard part.type != "moov" else {
        throw error(
          "Besides its picture it holds a sequence of pictures, which may say where they were taken and which livecam "
            + "cannot clean. Convert it to a single picture.")
      }
      if part.type == "sefd" {
        let slice = try file.source.piece(part.payload, of: "sefd")
        guard try SamsungTrailer(slice)?.places.isEmpty == false else { continue }
      } else if Self.known.contains(part.type) {
        continue
      }
      dropped.insert(index)
      names.append("'\(part.type)' of \(part.range.count) bytes")
    }
    var pages = BytePages(file.source)
    let trailer = file.layout.trailer
    guard try pages.end(of: 0, from: trailer.lowerBound, before: trailer.upperBound) == trailer.upperBound else {
      throw error(
        "The \(trailer.count) bytes behind its last box may say where it was taken, and livecam cannot clean them. Remove "
          + "them first: exiftool -trailer:all= FILE.")
    }
    guard !names.isEmpty else { return [] }
    return ["Boxes that may say where the still was taken are gone: \(names.prefix(8).joined(separator: ", "))."]
  }

  private func unclean(_ item: UInt32, _ what: String, because cause: CodingError? = nil) -> CodingError {
    error(
      "Item \(item) \(what). It may say where the still was taken, and livecam cannot clean it. Convert the "
        + "still to a JPEG first.",
      because: cause)
  }
}
