import ISOBoxes
import MediaCore

extension HEICRewriter {
  /// Turns the picture, and with it its thumbnails and auxiliary pictures.
  ///
  /// An alternate (`tmap`) is made of the picture as it is shown, so only its size changes, as phones have it.
  mutating func turn(to orientation: ExifOrientation) throws(CodingError) {
    let change = HEICTurn(file.orientation).inverse.then(HEICTurn(orientation))
    let companions = table.sources("thmb", to: table.primary) + table.sources("auxl", to: table.primary)
    let alternates = Set(table.alternates)
    for item in [table.primary] + companions.filter({ !alternates.contains($0) }) {
      try setTurn(HEICTurn(table.properties(of: item)).then(change), of: item)
    }
    guard change.quarters % 2 == 1 else { return }
    for item in alternates {
      guard let size = table.properties(of: item).first(HEIFSpatialExtentsBox.self) else { continue }
      try replace([HEIFSpatialExtentsBox(width: size.height, height: size.width)], essential: false, of: item) {
        $0 is HEIFSpatialExtentsBox
      }
    }
  }

  private mutating func setTurn(_ turn: HEICTurn, of item: UInt32) throws(CodingError) {
    let isTurnKnown = table.properties(of: item).contains { $0.type == "irot" }
    // A picture with a rotation of zero keeps it; one without gets none.
    let properties = turn.boxes.filter { $0.type == "imir" || $0.value != 0 || isTurnKnown }
    try replace(properties, essential: true, of: item) { $0 is HEIFTransformBox }
  }

  /// Puts properties in the place of those of an item that `isOld` chooses, or behind its last one.
  private mutating func replace(
    _ boxes: [any Box], essential: Bool, of item: UInt32, _ isOld: (any Box) -> Bool
  ) throws(CodingError) {
    guard var properties = meta.container("iprp"), var list = properties.container("ipco") else {
      throw error("It has no properties, so its picture cannot be turned.")
    }
    let new = boxes.map { box in
      HEIFPropertyAssociationBox.Property(index: Self.index(of: box, in: &list.children), isEssential: essential)
    }
    properties.replace(with: list)
    let old = Set(list.children.indices.filter { isOld(list.children[$0]) }.map { $0 + 1 })
    try associate(new, insteadOf: old, with: item, in: &properties)
    meta.replace(with: properties)
  }

  private func associate(
    _ new: [HEIFPropertyAssociationBox.Property], insteadOf old: Set<Int>, with item: UInt32,
    in properties: inout ContainerBox
  ) throws(CodingError) {
    let boxes = properties.children.indices.filter { properties.children[$0] is HEIFPropertyAssociationBox }
    let holder = boxes.first { index in
      (properties.children[index] as? HEIFPropertyAssociationBox)?.entries.contains { $0.itemID == item } == true
    }
    guard let place = holder ?? boxes.first,
      var box = properties.children[place] as? HEIFPropertyAssociationBox
    else { throw error("Its properties belong to no picture ('ipma' is missing).") }
    let entry = box.entries.firstIndex { $0.itemID == item }
    var current = entry.map { box.entries[$0].properties } ?? []
    let first = current.firstIndex { old.contains($0.index) } ?? current.count
    current.removeAll { old.contains($0.index) }
    current.insert(contentsOf: new, at: min(first, current.count))
    guard current.count <= 255, new.allSatisfy({ $0.index <= 32767 }) else {
      throw error("Its picture has too many properties to get another one.")
    }
    if let entry {
      box.entries[entry].properties = current
    } else {
      box.entries.append(.init(itemID: item, properties: current))
    }
    if new.contains(where: { $0.index > box.largestIndex }) { box.header.flags |= 1 }
    properties.children[place] = box
  }

  /// The place of a property, from 1; it is added unless the list has an equal one.
  private static func index(of box: any Box, in list: inout [any Box]) -> Int {
    let same = list.firstIndex { other in
      switch (box, other) {
      case (let new as HEIFTransformBox, let old as HEIFTransformBox): new == old
      case (let new as HEIFSpatialExtentsBox, let old as HEIFSpatialExtentsBox): new == old
      default: false
      }
    }
    if let same { return same + 1 }
    list.append(box)
    return list.count
  }
}
