/// How items refer to one another. Stands for `iref`, ISO/IEC 14496-12, 8.11.12.
public struct HEIFItemReferenceListBox: Box {
  /// `iref`.
  public var type: FourCC { "iref" }
  /// Version 1 has numbers of 32 bits.
  public var header = VersionAndFlags()
  /// The references.
  public var children: [any Box]

  /// A list of references with numbers of 16 bits.
  public init(references: [HEIFItemReferenceBox]) { children = references }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(references: []) }

  /// The references, in order.
  public var references: [HEIFItemReferenceBox] { children.all(HEIFItemReferenceBox.self) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.boxes(&children, in: header.version == 0 ? .itemReferences : .wideItemReferences)
  }
}
