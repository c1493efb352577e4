import ByteCoding
import ISOBoxes
import MediaCore

/// A check whether what a file of pictures says of its items holds together.
struct HEICItemCheck {
  let file: HEICFile
  private var table: HEICItemTable { file.table }
  private var layout: HEICLayout { file.layout }
  private var source: any ByteSource { file.source }

  /// Kinds of items that are pictures, which have a size and bytes.
  private static let pictureKinds: Set<FourCC> = ["hvc1", "av01", "grid", "iovl"]
  /// References without which pictures are not found, or are not what they were.
  private static let pictureReferences: Set<FourCC> = ["dimg", "auxl", "thmb"]

  /// Returns a sentence on what contradicts itself about the pictures' items, auxiliary ones included; `nil` if nothing
  /// does. The pictures themselves are not looked at.
  func itemProblem() throws(CodingError) -> String? {
    // ISO/IEC 23008-12, 6.2: readers such as libheif open nothing of a file that says otherwise.
    guard let handler = table.meta.first(HandlerBox.self)?.subtype, handler == "pict" else {
      return "Its items are not said to be pictures ('hdlr' of 'meta'): many programs do not open it. Get another copy."
    }
    if let missing = danglingReferences(where: { Self.pictureReferences.contains($0) }).first {
      return missing + " Get another copy."
    }
    if let damage = HEICReferenceCheck(table: table).damage { return damage + " Get another copy." }
    for item in table.infos.keys.sorted() {
      guard let kind = table.infos[item]?.itemType, Self.pictureKinds.contains(kind) else { continue }
      let name = "Its" + table.name(of: item).dropFirst(3)
      if isEmpty(item) { return "\(name) has no bytes ('iloc'). Get another copy." }
      guard let size = table.properties(of: item).first(HEIFSpatialExtentsBox.self), size.width > 0, size.height > 0
      else { return "\(name) has no size ('ispe'). Get another copy." }
      if kind == "grid", let problem = try gridProblem(item, size) { return problem + " Get another copy." }
    }
    return nil
  }

  /// Tells whether an item has no bytes. In a file of several items, an item that is said to have all bytes up to the
  /// end counts as empty as well: no program writes that.
  private func isEmpty(_ item: UInt32) -> Bool {
    guard let entry = table.locations[item], !entry.extents.isEmpty else { return true }
    return table.locations.count > 1 && entry.dataReference == 0 && entry.extents.contains { $0.length == 0 }
  }

  private func gridProblem(_ item: UInt32, _ size: HEIFSpatialExtentsBox) throws(CodingError) -> String? {
    let tiles = table.targets("dimg", of: item)
    guard let fields = HEICGridFields(try table.bytes(of: item, in: source, limit: 4096) ?? []),
      fields.rows * fields.columns == tiles.count
    else { return "Its picture of tiles (item \(item)) does not have the tiles that it announces." }
    guard fields.width == Int(size.width), fields.height == Int(size.height) else {
      return "Its picture of tiles (item \(item)) has \(fields.width)x\(fields.height) pixels, and its size ('ispe') "
        + "is \(size.width)x\(size.height)."
    }
    guard let tile = table.properties(of: tiles[0]).first(HEIFSpatialExtentsBox.self) else { return nil }
    let (width, height) = (fields.columns * Int(tile.width), fields.rows * Int(tile.height))
    guard fields.width <= width, fields.height <= height else {
      return "The \(fields.width)x\(fields.height) pixels of item \(item) are more than its tiles have: "
        + "\(width)x\(height)."
    }
    return nil
  }

  /// References between items of which one is not in the file, a sentence each.
  private func danglingReferences(where isWanted: (FourCC) -> Bool) -> [String] {
    table.references.filter { isWanted($0.type) }.compactMap { reference in
      ([reference.itemID] + reference.targets).first { table.infos[$0] == nil }.map {
        "A reference ('\(reference.type)' of item \(reference.itemID)) names item \($0), and there is none."
      }
    }
  }

  // MARK: - What does not keep the picture from being shown

  /// The number of items that are looked at; a file may name any number.
  private static let mostItems = 1000
  /// Texts and profiles are shorter.
  private static let mostText = 4 << 20

  /// Returns the problems of all that is not the picture, a sentence each. Pictures are not looked at.
  func oddities() throws(CodingError) -> [String] {
    var found = danglingReferences { !Self.pictureReferences.contains($0) }
    for item in table.itemIDs.prefix(Self.mostItems) {
      if let problem = try metadataProblem(item) { found.append(problem) }
    }
    let nameless = table.locations.keys.filter { table.infos[$0] == nil }.sorted()
    found += nameless.prefix(1).map { "Item \($0) has bytes, and nothing says what it is ('infe')." }
    for reference in table.references where reference.type == "auxl" && table.infos[reference.itemID] != nil {
      if let kind = table.properties(of: reference.itemID).first(HEIFAuxiliaryTypeBox.self)?.name {
        guard Self.isMisspelt(kind) else { continue }
        found.append(
          "Its auxiliary picture of item \(reference.itemID) is called '\(kind)' ('auxC'), which is hardly other than "
            + "'\(Self.gainMap)': programs do not find the gain map. Get another copy.")
        continue
      }
      found.append("Nothing says what its auxiliary picture of item \(reference.itemID) is ('auxC').")
    }
    found += HEICReferenceCheck(table: table).oddities
    let isUncalibrated = file.exif?.isUncalibrated ?? false
    if let problem = HEICPropertyCheck(table: table).colorOddity(isUncalibrated: isUncalibrated) {
      found.append(problem)
    }
    return try found + kindOddities + colorOddities + [sharedBytes].compactMap(\.self) + endOddities()
  }

  private static let gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap"

  /// Tells whether a name is that of a gain map but for a letter or two. The year is Apple's to change.
  private static func isMisspelt(_ name: String) -> Bool {
    func letters(_ text: String) -> [UInt8] { text.utf8.filter { !(0x30...0x39).contains($0) } }
    let (one, other) = (letters(name), letters(gainMap))
    guard one != other, abs(one.count - other.count) <= 2 else { return false }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    return max(one.count, other.count) - start - end <= 2
  }

  /// A sentence on pictures that have bytes in common, or whose bytes lie in no `mdat`; `nil` if there are none.
  private var sharedBytes: String? {
    var places: [(range: Range<Int>, isInIdat: Bool, item: UInt32)] = []
    for item in table.itemIDs.prefix(Self.mostItems) {
      guard let kind = table.infos[item]?.itemType, ["hvc1", "av01"].contains(kind),
        // What cannot be found is told by whoever decodes it.
        let pieces = try? table.pieces(of: item, in: source)
      else { continue }
      for piece in pieces where !piece.range.isEmpty { places.append((piece.range, piece.isInIdat, item)) }
    }
    let media = layout.parts.filter { $0.type == "mdat" }.map(\.payload)
    for place in places where !place.isInIdat && !media.contains(where: { $0.contains(place.range) }) {
      return "The bytes of \(table.name(of: place.item)) lie in no 'mdat'."
    }
    places.sort { ($0.isInIdat ? 1 : 0, $0.range.lowerBound) < ($1.isInIdat ? 1 : 0, $1.range.lowerBound) }
    for (one, next) in zip(places, places.dropFirst())
    where one.isInIdat == next.isInIdat && one.item != next.item && next.range.lowerBound < one.range.upperBound {
      return "Its pictures of items \(min(one.item, next.item)) and \(max(one.item, next.item)) have bytes in common "
        + "('iloc'): one of them shows what is another's."
    }
    return nil
  }

  /// The kinds of pictures that anything is known of: ISO/IEC 23008-12 and ISO/IEC 23001-17.
  static let knownKinds: Set<FourCC> = [
    "hvc1", "hev1", "lhv1", "hvt1", "av01", "avc1", "svc1", "avt1", "vvc1", "vvt1", "evc1", "evs1", "j2k1", "jpeg",
    "jxs1", "unci", "mski", "grid", "iden", "iovl", "tmap", "tili",
  ]

  /// Pictures of kinds that nobody shows.
  private var kindOddities: [String] {
    var pictures: Set<UInt32> = [table.primary]
    for reference in table.references {
      switch reference.type {
      case "dimg": pictures.formUnion(reference.targets)
      case "auxl", "thmb": pictures.insert(reference.itemID)
      default: break
      }
    }
    return pictures.sorted().compactMap { item in
      table.infos[item].flatMap { info in
        Self.knownKinds.contains(info.itemType)
          ? nil : "Its picture of item \(item) is of a kind that is not known ('\(info.itemType)')."
      }
    }
  }

  private var colorOddities: [String] {
    table.properties.all(ColorParameterBox.self).compactMap { box in
      switch box.form {
      case "nclx", "nclc": nil
      case "prof", "rICC": ColorProfile.problem(in: box.rest).map { "Its colour profile \($0)." }
      default: "Its colours are described in a way that is not known ('colr' with '\(box.form)')."
      }
    }
  }

  private func metadataProblem(_ item: UInt32) throws(CodingError) -> String? {
    guard let info = table.infos[item], ["Exif", "mime", "tmap", "uri "].contains(info.itemType) else { return nil }
    let isText = info.contentType == "application/rdf+xml" && info.contentEncoding == nil
    let name = info.itemType == "Exif" ? "Exif" : isText ? "XMP" : info.itemType == "tmap" ? "tone map" : "data"
    if isEmpty(item) { return "Its \(name) of item \(item) has no bytes ('iloc')." }
    let bytes: [UInt8]
    do { bytes = try table.bytes(of: item, in: source, limit: Self.mostText) ?? [] } catch {
      return "Its \(name) of item \(item) cannot be read: \(error.message)"
    }
    let document = isText ? XMPDocument(bytes) : nil
    let toneMap = info.itemType == "tmap" ? GainMapFields(toneMap: bytes) : nil
    let isRight =
      switch info.itemType {
      case "Exif": HEICExif.tiffStart(ofPayload: bytes).map { ExifBlock(Array(bytes[$0...])) != nil } ?? false
      case "tmap": toneMap != nil
      default: !isText || document != nil
      }
    guard isRight else { return "Its \(name) of item \(item) cannot be read." }
    if let problem = toneMap?.numbers?.problem ?? document?.gainMapProblem {
      return "Its gain map (item \(item)) \(problem)."
    }
    if info.itemType == "Exif", !HEICExif.isExact(bytes) {
      return "Its Exif of item \(item) does not begin where it says."
    }
    if info.itemType == "mime", !isText, info.contentEncoding == nil, bytes.contains("<x:xmpmeta".utf8) {
      return "Its data of item \(item) are XMP, and are said to be '\(info.contentType ?? "")'."
    }
    return nil
  }

  /// Returns sentences on bytes behind the last box, and on another file behind the boxes.
  private func endOddities() throws(CodingError) -> [String] {
    if layout.parts.count(where: { $0.type == "meta" }) > 1 {
      return ["It has two descriptions ('meta'), of which programs take the one or the other."]
    }
    if !layout.trailer.isEmpty {
      // Samsung's own ends with its name.
      let end = try source.part(source.count - min(4, layout.trailer.count)..<source.count, of: "the end")
      return end == Array("SEFT".utf8)
        ? []
        : [
          "\(layout.trailer.count) bytes behind its last box are no box: something else was put behind the file. "
            + "Cut them off, or get another copy."
        ]
    }
    guard layout.first("mpvd") == nil else { return [] }
    let movie = layout.first("moov")
    guard let second = HEICMotion.appended(layout) else {
      let place = movie?.range.lowerBound
      return place.map { ["A movie lies behind its pictures ('moov' at byte \($0)), and nothing tells of it."] } ?? []
    }
    guard movie == nil else { return [] }
    let start = layout.parts[second].range.lowerBound
    return ["\(source.count - start) bytes behind its pictures are another file ('ftyp'), and no movie."]
  }
}

/// The fields of a grid: ISO/IEC 23008-12, 6.6.2.3.
struct HEICGridFields {
  let rows: Int
  let columns: Int
  let width: Int
  let height: Int

  /// `nil` for what is no such description.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    let (version, flags) = (reader.u8(), reader.u8())
    (rows, columns) = (Int(reader.u8()) + 1, Int(reader.u8()) + 1)
    func side() -> Int { flags & 1 == 0 ? Int(reader.u16()) : Int(reader.u32()) }
    (width, height) = (side(), side())
    guard version == 0, reader.error == nil else { return nil }
  }
}
