import ISOBoxes
import MediaCore
import VideoCoding

/// A check whether a file of pictures says what belongs to what, as ISO/IEC 23008-12 prescribes.
struct HEICReferenceCheck {
  let table: HEICItemTable
  /// The parts of each item, and below the items with references of some kinds, gathered once: a file may have any
  /// number of both.
  private let parts: [UInt32: [UInt32]]
  private let describing: Set<UInt32>
  private let thumbnails: Set<UInt32>
  private let auxiliary: Set<UInt32>
  private let belonging: Set<UInt32>

  init(table: HEICItemTable) {
    self.table = table
    func sources(_ kinds: Set<FourCC>) -> Set<UInt32> {
      Set(table.references.filter { kinds.contains($0.type) }.map(\.itemID))
    }
    parts = Dictionary(table.references.filter { $0.type == "dimg" }.map { ($0.itemID, $0.targets) }) { $0 + $1 }
    describing = sources(["cdsc"])
    (thumbnails, auxiliary) = (sources(["thmb"]), sources(["auxl"]))
    belonging = sources(["thmb", "auxl", "base", "prem"]).union(table.references.flatMap(\.targets))
  }

  /// A sentence on parts of pictures that cannot be: a property that is not there, tiles of several sizes; `nil` if
  /// there are none.
  var damage: String? {
    for item in table.itemIDs {
      if let lost = (table.associations[item] ?? []).first(where: { $0.index > table.properties.count }) {
        return "Item \(item) is said to have property \(lost.index) of \(table.properties.count) ('ipma')."
      }
    }
    if let problem = HEICPropertyCheck(table: table).damage { return problem }
    for (grid, tiles) in grids {
      let sizes = Set(tiles.compactMap { table.properties(of: $0).first(HEIFSpatialExtentsBox.self) }.map(Size.init))
      if sizes.count > 1 { return "The tiles of item \(grid) have several sizes ('ispe')." }
    }
    return nil
  }

  /// The items that belong to nothing, or to two things, a sentence each.
  var oddities: [String] {
    [
      tileOddity, referenceOddity, kindOddity, descriptionOddity, thumbnailOddity, toneMapOddity, groupOddity,
      primaryOddity,
    ].compactMap(\.self) + formatOddities
  }

  /// The kinds of references between items that anything is known of.
  private static let knownReferences: Set<FourCC> = [
    "dimg", "thmb", "cdsc", "auxl", "base", "exbl", "iloc", "fdel", "pred", "tbas", "prem", "eroi", "evir", "text",
    "mask", "ster", "mint", "tmap",
  ]
  /// The kinds of items that are no pictures, and of which anything is known.
  private static let otherKinds: Set<FourCC> = ["Exif", "mime", "uri ", "tmap", "exif", "rgan", "rgmk"]

  private var referenceOddity: String? {
    table.references.first { !Self.knownReferences.contains($0.type) }.map {
      "A reference of item \($0.itemID) is of a kind that is not known ('\($0.type)')."
    }
  }

  /// Items that are of no kind, or of another than what describes them.
  private var kindOddity: String? {
    let known = HEICItemCheck.knownKinds.union(Self.otherKinds)
    for item in table.itemIDs {
      guard let info = table.infos[item] else { continue }
      if info.header.version >= 2, !known.contains(info.itemType) {
        return "Item \(item) is of a kind that is not known ('\(info.itemType)')."
      }
      let record = table.properties(of: item).first(CodecConfigurationBox.self)?.type
      if record == "hvcC", !isKind(item, "hvc1", "hev1", "lhv1", "hvt1") || record == "av1C" && !isKind(item, "av01") {
        return "Item \(item) is of the kind '\(info.itemType)', and has the record of another ('hvcC')."
      }
      let parts = parts[item]?.count ?? 0
      if isKind(item, "iden"), parts != 1 {
        return "Item \(item) stands for \(parts) pictures, and not for one ('iden')."
      }
      // Ten bytes, two sides of the canvas, and a place for each picture.
      if isKind(item, "iovl"), let length = table.locations[item]?.extents.first?.length,
        length < 14 + 4 * UInt64(parts)
      {
        return "Item \(item) does not say where its \(parts) pictures lie ('iovl')."
      }
    }
    return nil
  }

  private struct Size: Hashable {
    let width: UInt32
    let height: UInt32

    init(_ box: HEIFSpatialExtentsBox) { (width, height) = (box.width, box.height) }
  }

  private func isKind(_ item: UInt32, _ kinds: FourCC...) -> Bool {
    table.infos[item].map { kinds.contains($0.itemType) } ?? false
  }

  private var grids: [(grid: UInt32, tiles: [UInt32])] {
    table.itemIDs.filter { isKind($0, "grid") }.map { ($0, parts[$0] ?? []) }
  }

  private var tileOddity: String? {
    for (grid, tiles) in grids {
      let records = Set(tiles.compactMap { table.properties(of: $0).first(CodecConfigurationBox.self)?.record })
      if records.count > 1 { return "The tiles of item \(grid) are coded in several ways ('hvcC')." }
    }
    var owners: [UInt32: UInt32] = [:]
    for (grid, tiles) in grids {
      for tile in tiles {
        if let other = owners.updateValue(grid, forKey: tile) {
          return other == grid
            ? "Tile \(tile) stands twice in the picture of item \(grid)."
            : "Tile \(tile) is a part of two pictures, items \(other) and \(grid)."
        }
      }
    }
    return nil
  }

  /// Metadata that describe no picture, and hidden pictures that are a part of none.
  private var descriptionOddity: String? {
    for item in table.itemIDs {
      guard let info = table.infos[item] else { continue }
      if info.protection != 0 { return "Item \(item) is said to be protected." }
      let isXMP = info.contentType == "application/rdf+xml"
      if isKind(item, "Exif") || isXMP, !describing.contains(item) {
        return "Its \(isXMP ? "XMP" : "Exif") of item \(item) describes no picture ('cdsc')."
      }
      if info.isHidden, isKind(item, "hvc1", "av01", "grid"), item != table.primary, !belonging.contains(item) {
        return "Its picture of item \(item) is hidden, and belongs to no other."
      }
    }
    return nil
  }

  private var thumbnailOddity: String? {
    let tiles = Set(grids.flatMap(\.tiles))
    let hasThumbnail = !table.sources("thmb", to: table.primary).isEmpty
    for reference in table.references where reference.type == "thmb" || reference.type == "auxl" {
      if tiles.contains(reference.itemID) { return "Tile \(reference.itemID) is said to be another picture's." }
      if reference.type == "thmb", let target = reference.targets.first(where: auxiliary.contains),
        !hasThumbnail
      {
        return "Its thumbnail of item \(reference.itemID) is that of item \(target), which is not the picture to show."
      }
    }
    return nil
  }

  private var toneMapOddity: String? {
    // One stands in for one picture; nobody reads more than a few.
    for item in table.itemIDs.lazy.filter({ isKind($0, "tmap") }).prefix(16) {
      let parts = parts[item] ?? []
      guard parts.count == 2, parts[0] != parts[1] else {
        return "Its tone map of item \(item) is not made of two pictures ('dimg')."
      }
      if thumbnails.contains(parts[1]) || parts[1] == table.primary {
        return "Its tone map of item \(item) has item \(parts[1]) for its gain map, which is another picture."
      }
      let groups = groups.filter { $0.type == "altr" && $0.entityIDs.contains(item) }
      if !groups.contains(where: { $0.entityIDs.contains(parts[0]) }) {
        return "Its tone map of item \(item) stands in for no picture ('altr')."
      }
    }
    return nil
  }

  private var groups: [HEIFEntityGroupBox] { table.meta.container("grpl")?.children.all(HEIFEntityGroupBox.self) ?? [] }

  private var groupOddity: String? {
    for group in groups {
      if let lost = group.entityIDs.first(where: { table.infos[$0] == nil }) {
        return "The group '\(group.type)' names item \(lost), and there is none."
      }
    }
    return nil
  }

  private var primaryOddity: String? {
    table.infos[table.primary]?.isHidden == true ? "Its picture to show, item \(table.primary), is hidden." : nil
  }

  /// Records and channels that are not those of the pictures, one sentence for each kind.
  private var formatOddities: [String] {
    var found: [String] = []
    var known: Set<[UInt8]> = []
    for item in table.itemIDs where isKind(item, "hvc1") {
      let properties = table.properties(of: item)
      guard let record = properties.first(CodecConfigurationBox.self)?.record, record.count >= 23 else { continue }
      if known.insert(record).inserted {
        for problem in [
          ConfigurationRecord.contradiction(in: record, .hevc),
          StreamParameters(record: record, codec: .hevc).chromaProblem,
        ].compactMap(\.self) {
          found.append("Of its picture of item \(item) \(problem) ('hvcC').")
        }
      }
      let channels: [UInt8] =
        record[16] & 3 == 0 ? [record[17] & 7] : [record[17], record[18], record[18]].map { $0 & 7 }
      if let pixels = properties.first(HEIFPixelInformationBox.self), pixels.bitsPerChannel != channels.map({ $0 + 8 })
      {
        let text = pixels.bitsPerChannel.map(String.init).joined(separator: ", ")
        found.append("Its picture of item \(item) is said to have channels of \(text) bits ('pixi'), and has others.")
      }
    }
    return Array(found.prefix(2))
  }
}
