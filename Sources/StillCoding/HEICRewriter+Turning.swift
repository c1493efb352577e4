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
      try replace([HEIFSpatialExtentsBox(width: size.height, height: size.width)], essential: false, of: item)
    }
  }

  private mutating func setTurn(_ turn: HEICTurn, of item: UInt32) throws(CodingError) {
    let isTurnKnown = table.properties(of: item).contains { $0.type == "irot" }
    // A picture with a rotation of zero keeps it; one without gets none.
    let properties = turn.boxes.filter { $0.type == "imir" || $0.value != 0 || isTurnKnown }
    try replace(properties, essential: true, of: item)
  }

  /// Puts properties in the place of those of their kind that an item has, or behind its last one.
  private mutating func replace<Kind: Box & Equatable>(
    _ boxes: [Kind], essential: Bool, of item: UInt32
  ) throws(CodingError) {
    guard var properties = meta.container("iprp"), var list = properties.container("ipco") else {
      throw error("It has no properties, so its picture cannot be turned.")
    }
    let new = boxes.map { box in
      // Equal ones are there once.
      let place = list.children.firstIndex { $0 as? Kind == box } ?? list.children.count
      if place == list.children.count { list.children.append(box) }
      return place + 1
    }
    properties.replace(with: list)
    let old = Set(list.children.indices.filter { list.children[$0] is Kind }.map { $0 + 1 })
    let tables = properties.children.indices.filter { properties.children[$0] is HEIFPropertyAssociationBox }
    let own = tables.first { index in
      (properties.children[index] as? HEIFPropertyAssociationBox)?.entries.contains { $0.itemID == item } == true
    }
    guard let place = own ?? tables.first, var table = properties.children[place] as? HEIFPropertyAssociationBox
    else { throw error("Its properties belong to no picture ('ipma' is missing).") }
    guard table.replace(old, with: new, isEssential: essential, of: item) else {
      throw error("Its picture has too many properties to get another one.")
    }
    properties.children[place] = table
    meta.replace(with: properties)
  }
}
