/// Which item is the picture that is shown. Stands for `pitm`, ISO/IEC 14496-12, 8.11.4.
public struct HEIFPrimaryItemBox: Box {
  /// `pitm`.
  public var type: FourCC { "pitm" }
  /// Version 1 has a number of 32 bits.
  public var header = VersionAndFlags()
  /// The item's number.
  public var itemID: UInt32

  /// A box that names an item by a number of 16 bits.
  public init(itemID: UInt16) { self.itemID = UInt32(itemID) }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(itemID: 0) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.integer("item", &itemID, bytes: header.version == 0 ? 2 : 4, style: .decimal)
  }
}
