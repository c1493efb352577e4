/// The references of one kind from one item to others. Stands for the children of `iref`, ISO/IEC 14496-12, 8.11.12.
package struct HEIFItemReferenceBox: Box {
  /// The way: `cdsc` describes, `dimg` is made of, `thmb` is a small copy of, `auxl` belongs to.
  package let type: FourCC
  package var itemID: UInt32
  package var targets: [UInt32]
  /// Indicates whether items' numbers have 32 bits, as the list that contains the box prescribes.
  package var isWide: Bool

  package init(_ type: FourCC, itemID: UInt32, targets: [UInt32], isWide: Bool = false) {
    self.type = type
    self.itemID = itemID
    self.targets = targets
    self.isWide = isWide
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    if coder.isDecoding { isWide = coder.context == .wideItemReferences }
    let bytes = isWide ? 4 : 2
    coder.integer("item", &itemID, bytes: bytes, style: .decimal)
    coder.countedNumbers("targets", &targets, countBytes: 2, bytes: bytes)
  }
}
