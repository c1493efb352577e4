/// What items there are. Stands for `iinf`, ISO/IEC 14496-12, 8.11.6.
public struct HEIFItemInfoListBox: Box {
  /// `iinf`.
  public var type: FourCC { "iinf" }
  /// Version 0 counts with 16 bits, version 1 with 32.
  public var header = VersionAndFlags()
  /// The items.
  public var children: [any Box]

  /// A list of items.
  public init(items: [HEIFItemInfoBox]) { children = items }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(items: []) }

  /// The items, in order.
  public var items: [HEIFItemInfoBox] { children.all(HEIFItemInfoBox.self) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    var count = UInt32(clamping: children.count)
    coder.integer("count", &count, bytes: header.version == 0 ? 2 : 4, style: .decimal)
    coder.boxes(&children, in: .pictureMetadata)
    if coder.isDecoding, children.count != Int(count) {
      coder.fail(.sizeMismatch, "\(count) items are announced, and \(children.count) are there.")
    }
  }
}
