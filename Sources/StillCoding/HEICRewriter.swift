import ByteCoding
import ISOBoxes
import MediaCore

/// Changes to a file of pictures, collected; ``rope(removesVideo:end:)`` then lays the file out anew.
///
/// Until then all places are those of the old file.
struct HEICRewriter {
  let file: HEICFile
  var meta: ListBox
  /// Bytes of the old file that are written over, by where they begin.
  var overwrites: [Int: [UInt8]] = [:]
  /// Bytes of the old file that become zero.
  var erased: [Range<Int>] = []
  /// Top boxes that are left out, by their place in the layout.
  var dropped: Set<Int> = []
  /// Indicates whether the bytes behind the last box that are no box are left out.
  var dropsTrailer = false
  /// The contents of new `mdat` boxes, and the item that each is for.
  var added: [(item: UInt32, payload: [UInt8])] = []
  /// The file type that the file begins with; `nil` if it stays.
  var fileType: FileTypeBox?
  var table: HEICItemTable { file.table }

  /// Changes that put metadata in and turn the picture; `nil` leaves a thing as it is.
  /// - Throws: ``CodingError`` with `.unsupported` where the file's structure has no room for the change.
  init(
    _ file: HEICFile, exif: [UInt8]? = nil, xmp: [UInt8]? = nil, orientation: ExifOrientation? = nil
  ) throws(CodingError) {
    self.file = file
    meta = file.table.meta
    if let exif { try setExif(exif) }
    if let xmp { try setXMP(xmp) }
    if let orientation, orientation != file.orientation { try turn(to: orientation) }
  }

  func error(
    _ message: String, _ code: CodingError.Code = .unsupported, because cause: CodingError? = nil
  ) -> CodingError {
    CodingError(code, context: file.source.name, message: message, underlying: cause)
  }

  mutating func changeInfo(of items: [UInt32], _ body: (inout HEIFItemInfoBox) -> Void) {
    meta.update(ListBox.self, "iinf") { list in
      list.updateAll(HEIFItemInfoBox.self) { if items.contains($0.itemID) { body(&$0) } }
    }
  }

  // MARK: - Metadata

  /// Puts a TIFF structure in as the picture's Exif.
  private mutating func setExif(_ tiff: [UInt8]) throws(CodingError) {
    guard HEICExif.tiffOffset(in: tiff, from: 0) == 0 else {
      throw error("What is to become its Exif does not begin with a TIFF header.", .invalidSetting)
    }
    var prefix = HEICExif.usualPrefix
    if let item = table.exifItem,
      let payload = try table.bytes(of: item, in: file.source, limit: HEICFile.mostMetadata),
      let start = HEICExif.tiffStart(ofPayload: payload), start <= 64,
      // Strict readers find nothing behind a distance that is wrong, as some phones write it.
      payload.prefix(4).reduce(0, { $0 << 8 | Int($1) }) == start - 4
    {
      prefix = Array(payload[..<start])
    }
    let item = try item(table.exifItem, orNew: "Exif")
    try place(prefix + tiff, as: item)
  }

  private mutating func setXMP(_ packet: [UInt8]) throws(CodingError) {
    guard !packet.isEmpty else { throw error("What is to become its XMP is empty.", .invalidSetting) }
    let item = try item(table.xmpItem, orNew: "mime", contentType: "application/rdf+xml")
    try place(packet, as: item)
  }

  /// Makes auxiliary pictures belong to one picture only, the one to show if they did, and metadata to none.
  mutating func simplifyReferences() {
    let primary = table.primary
    meta.update(ListBox.self, "iref") { list in
      list.remove("cdsc")
      list.updateAll(HEIFItemReferenceBox.self) { box in
        guard box.type == "auxl" else { return }
        box.targets = Array((box.targets.contains(primary) ? [primary] : box.targets).prefix(1))
      }
    }
  }

  /// Leaves each brand once: libheif names some again for every picture.
  mutating func tidyBrands() throws(CodingError) {
    guard var box = try HEICFile.fileType(of: file.source, file.layout) else { return }
    var seen: Set<FourCC> = []
    box.compatibleBrands = box.compatibleBrands.filter { seen.insert($0).inserted }
    fileType = box
  }

  /// Gives an item, which may be new, its bytes.
  mutating func place(_ payload: [UInt8], as item: UInt32) throws(CodingError) {
    let old = try table.pieces(of: item, in: file.source)
    let others = try piecesOfOthers(than: item)
    let isAlone = !old.contains { piece in others.contains { $0.overlaps(piece) } }
    if let location = table.locations[item], location.construction == 0, old.count == 1, isAlone,
      case let range = old[0].range, range.count >= payload.count,
      table.meta.first(HEIFItemLocationBox.self)?.lengthBytes ?? 0 > 0
    {
      overwrites[range.lowerBound] = payload + [UInt8](repeating: 0, count: range.count - payload.count)
      meta.update(HEIFItemLocationBox.self) { box in
        box.update(item) { $0.extents[0].length = UInt64(payload.count) }
      }
      return
    }
    if isAlone { erase(old) }
    added.append((item, payload))
    meta.update(HEIFItemLocationBox.self) { box in
      box.update(item) { $0.moveToFile(length: UInt64(payload.count)) }
    }
  }

  /// Returns the pieces of all items but one, and those that it lies in.
  private func piecesOfOthers(than item: UInt32) throws(CodingError) -> [HEICItemTable.Piece] {
    var own: Set<UInt32> = [item]
    for _ in 0..<3 { own.formUnion(own.flatMap { table.targets("iloc", of: $0) }) }
    var pieces: [HEICItemTable.Piece] = []
    for id in table.itemIDs where !own.contains(id) { pieces += try table.pieces(of: id, in: file.source) }
    return pieces
  }

  private mutating func erase(_ pieces: [HEICItemTable.Piece]) {
    if pieces.count == 1, !pieces[0].isInIdat,
      let part = file.layout.parts.firstIndex(where: { $0.type == "mdat" && $0.payload == pieces[0].range })
    {
      // An `mdat` that an earlier change made for this item alone.
      dropped.insert(part)
      return
    }
    erased += pieces.filter { !$0.isInIdat }.map(\.range)
    for range in pieces.filter(\.isInIdat).map(\.range) {
      meta.update(HEIFItemDataBox.self) { box in
        for index in range.clamped(to: box.contents.indices) { box.contents[index] = 0 }
      }
    }
  }

  /// The item that there is, or a new hidden one that describes the picture, and the picture's alternates.
  private mutating func item(
    _ old: UInt32?, orNew type: FourCC, contentType: String? = nil
  ) throws(CodingError) -> UInt32 {
    if let old { return old }
    let current = meta.first(ListBox.self, "iinf")?.children.all(HEIFItemInfoBox.self).map(\.itemID) ?? []
    let groups = meta.children.containers("grpl").flatMap { $0.children.all(HEIFEntityGroupBox.self) }.map(\.groupID)
    // Items and groups share one row of numbers.
    let last = (current + Array(table.locations.keys) + groups).max() ?? 0
    guard last < UInt16.max, meta.first(HEIFItemLocationBox.self) != nil else {
      throw error("Its items leave no number, or no place, for another one.")
    }
    let id = UInt16(last + 1)
    meta.update(ListBox.self, "iinf") {
      $0.children.append(HEIFItemInfoBox(itemID: id, itemType: type, isHidden: true, contentType: contentType))
    }
    let targets = [table.primary] + table.alternates
    let isListed = meta.update(ListBox.self, "iref") { list in
      list.children.append(
        HEIFItemReferenceBox("cdsc", itemID: UInt32(id), targets: targets, isWide: list.header.version == 1))
    }
    if !isListed {
      let reference = HEIFItemReferenceBox("cdsc", itemID: UInt32(id), targets: targets)
      meta.children.append(ListBox("iref", [reference]))
    }
    return UInt32(id)
  }
}
