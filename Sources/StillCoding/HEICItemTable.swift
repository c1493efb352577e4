import ByteCoding
import ISOBoxes
import MediaCore

/// A table of what the `meta` box of a file of pictures says about its items, ready to be looked up.
struct HEICItemTable: Sendable {
  let meta: ListBox
  let primary: UInt32
  let infos: [UInt32: HEIFItemInfoBox]
  /// The numbers of the items, in the order of the file.
  let itemIDs: [UInt32]
  let locations: [UInt32: HEIFItemLocationBox.Entry]
  let references: [HEIFItemReferenceBox]
  let associations: [UInt32: [HEIFPropertyAssociationBox.Property]]
  let properties: [any Box]
  let idat: [UInt8]

  init(_ meta: ListBox, of source: any ByteSource) throws(CodingError) {
    self.meta = meta
    guard let primary = meta.first(HEIFPrimaryItemBox.self)?.itemID else {
      throw HEICFile.error(source, .malformed, "No picture in it is named as the one to show ('pitm' is missing).")
    }
    let items = meta.first(ListBox.self, "iinf")?.children.all(HEIFItemInfoBox.self) ?? []
    let places = meta.first(HEIFItemLocationBox.self)?.entries ?? []
    let boxes = meta.container("iprp")
    let entries = boxes?.children.all(HEIFPropertyAssociationBox.self).flatMap(\.entries) ?? []
    self.primary = primary
    itemIDs = items.map(\.itemID)
    // Of several that claim a number, the first counts.
    infos = Dictionary(items.map { ($0.itemID, $0) }) { first, _ in first }
    locations = Dictionary(places.map { ($0.itemID, $0) }) { first, _ in first }
    associations = Dictionary(entries.map { ($0.itemID, $0.properties) }) { $0 + $1 }
    references = meta.first(ListBox.self, "iref")?.children.all(HEIFItemReferenceBox.self) ?? []
    properties = boxes?.container("ipco")?.children ?? []
    idat = meta.first(HEIFItemDataBox.self)?.contents ?? []
    guard infos[primary] != nil else {
      throw HEICFile.error(source, .malformed, "The picture to show, item \(primary), is not in it.")
    }
  }

  func properties(of item: UInt32) -> [any Box] {
    (associations[item] ?? []).compactMap { property in
      properties.indices.contains(property.index - 1) ? properties[property.index - 1] : nil
    }
  }

  func targets(_ type: FourCC, of item: UInt32) -> [UInt32] {
    references.filter { $0.type == type && $0.itemID == item }.flatMap(\.targets)
  }

  func sources(_ type: FourCC, to item: UInt32) -> [UInt32] {
    references.filter { $0.type == type && $0.targets.contains(item) }.map(\.itemID)
  }

  /// Returns a name for people of an item that is a picture, by its role in the file: `its gain map of item 52`.
  func name(of item: UInt32) -> String {
    let auxiliary = properties(of: item).first(HEIFAuxiliaryTypeBox.self)?.name
    let role =
      if item == primary {
        "picture"
      } else if !targets("thmb", of: item).isEmpty {
        "thumbnail"
      } else if let auxiliary {
        auxiliary.hasSuffix("hdrgainmap") ? "gain map" : "auxiliary picture"
      } else if sources("dimg", to: item).contains(primary) {
        "tile"
      } else {
        "picture"
      }
    return "its \(role) of item \(item)"
  }

  /// Items that show the primary item in another way, such as with its gain map applied: `tmap`.
  var alternates: [UInt32] {
    sources("dimg", to: primary).filter { infos[$0]?.itemType == "tmap" }
  }

  /// The item that holds the primary item's Exif, or `nil`.
  var exifItem: UInt32? { describing { $0.itemType == "Exif" } }

  /// The item that holds the primary item's XMP, or `nil`.
  var xmpItem: UInt32? {
    describing { $0.contentType == "application/rdf+xml" && $0.contentEncoding == nil }
  }

  /// Returns the item of a kind that describes the primary item, or else the first one that describes nothing.
  private func describing(_ isKind: (HEIFItemInfoBox) -> Bool) -> UInt32? {
    let candidates = itemIDs.filter { infos[$0].map(isKind) == true }
    return candidates.first { targets("cdsc", of: $0).contains(primary) }
      ?? candidates.first { targets("cdsc", of: $0).isEmpty }
  }
}
