/// Which items one item refers to, in one way. Stands for the children of `iref`, ISO/IEC 14496-12, 8.11.12.
public struct HEIFItemReferenceBox: Box {
  /// The way: `cdsc` describes, `dimg` is made of, `thmb` is a small copy of, `auxl` belongs to.
  public let type: FourCC
  /// The item that refers.
  public var itemID: UInt32
  /// The items that it refers to.
  public var targets: [UInt32]
  /// Whether numbers have 32 bits: those of the list that it lies in do.
  public var isWide: Bool

  /// A reference.
  public init(_ type: FourCC, itemID: UInt32, targets: [UInt32], isWide: Bool = false) {
    self.type = type
    self.itemID = itemID
    self.targets = targets
    self.isWide = isWide
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(type, itemID: 0, targets: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    if coder.isDecoding { isWide = coder.context == .wideItemReferences }
    let bytes = isWide ? 4 : 2
    coder.integer("item", &itemID, bytes: bytes, style: .decimal)
    guard var count = UInt16(exactly: targets.count) else {
      coder.fail(.invalidValue, "An item refers to more items than 16 bits can count.")
      return
    }
    coder.u16("count", &count)
    coder.list("targets", &targets, count: Int(count), elementBytes: bytes, blank: 0) { coder, id in
      coder.integer("", &id, bytes: bytes, style: .decimal)
    }
  }
}
