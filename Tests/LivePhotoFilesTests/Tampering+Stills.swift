import ByteCoding
import Testing

@testable import ISOBoxes

extension Tampering {
  /// A HEIC whose `meta` is edited. The new one lies behind everything else, so that items stay where they are.
  static func heic(_ bytes: [UInt8], _ edit: (inout ListBox) throws -> Void) throws -> [UInt8] {
    let name = try #require(bytes.firstRange(of: Array("meta".utf8)))
    let start = name.lowerBound - 4
    let size = bytes[start..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    let boxes = try BoxDecoder.boxes(in: Array(bytes[start..<start + size]), context: .pictureFile, base: start)
    var meta = try #require(boxes.first as? ListBox)
    try edit(&meta)
    var result = bytes
    result.replaceSubrange(name, with: Array("free".utf8))
    return result + (try meta.encoded())
  }
}

extension ListBox {
  /// Adds an item that lies in `idat`.
  mutating func addItem(
    _ item: UInt16, _ type: FourCC, _ payload: [UInt8], contentType: String? = nil, isHidden: Bool = true
  ) {
    update(ListBox.self, "iinf") {
      $0.children.append(HEIFItemInfoBox(itemID: item, itemType: type, isHidden: isHidden, contentType: contentType))
    }
    var data = first(HEIFItemDataBox.self) ?? HEIFItemDataBox(contents: [])
    let extent = HEIFItemLocationBox.Extent(offset: UInt64(data.contents.count), length: UInt64(payload.count))
    data.contents += payload
    replace(with: data)
    update(HEIFItemLocationBox.self) { box in
      // Only version 0 knows no places but the file.
      if box.header.version == 0 { box.header.version = 1 }
      box.update(UInt32(item)) { $0 = .init(itemID: UInt32(item), method: 1, extents: [extent]) }
    }
  }

  /// Has one item refer to others.
  mutating func refer(_ type: FourCC, _ item: UInt32, to targets: [UInt32]) {
    let box = HEIFItemReferenceBox(type, itemID: item, targets: targets)
    if !update(ListBox.self, "iref", { $0.children.append(box) }) { children.append(ListBox("iref", [box])) }
  }

  /// Gives an item properties of its own.
  mutating func addProperties(_ item: UInt32, _ boxes: [any Box]) {
    update(ContainerBox.self, "iprp") { box in
      var count = 0
      box.update(ContainerBox.self, "ipco") { list in
        count = list.children.count
        list.children += boxes
      }
      let properties = boxes.indices.map {
        HEIFPropertyAssociationBox.Property(index: count + $0 + 1, isEssential: false)
      }
      box.children.append(HEIFPropertyAssociationBox(entries: [.init(itemID: item, properties: properties)]))
    }
  }

  /// Replaces the last property of an item.
  mutating func updateProperties(_ item: UInt32, _ change: (any Box) -> any Box) {
    update(ContainerBox.self, "iprp") { box in
      let places = box.children.all(HEIFPropertyAssociationBox.self).flatMap(\.entries)
      guard let place = places.first(where: { $0.itemID == item })?.properties.last?.index else { return }
      box.update(ContainerBox.self, "ipco") { $0.children[place - 1] = change($0.children[place - 1]) }
    }
  }

  /// Shows a picture of tiles in place of the one that is shown.
  mutating func showGrid(of tiles: [UInt32], as item: UInt16 = 100, width: UInt16, height: UInt16, columns: UInt8 = 1) {
    func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
    let fields = [0, 0, UInt8(tiles.count) / columns - 1, columns - 1] + bytes(width) + bytes(height)
    addItem(item, "grid", fields, isHidden: false)
    refer("dimg", UInt32(item), to: tiles)
    addProperties(UInt32(item), [HEIFSpatialExtentsBox(width: UInt32(width), height: UInt32(height))])
    replace(with: HEIFPrimaryItemBox(itemID: UInt32(item)))
  }
}
