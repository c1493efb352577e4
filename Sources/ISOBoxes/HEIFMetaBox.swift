/// What a picture file consists of: `hdlr`, `pitm`, `iinf`, `iref`, `iprp`, `iloc` and others. Stands for `meta` at
/// the top of a file of ISO/IEC 23008-12; movies have a ``MetadataBox`` of that name.
public struct HEIFMetaBox: Box {
  /// `meta`.
  public var type: FourCC { "meta" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// What it holds, in order.
  public var children: [any Box]

  /// A box of the given children.
  public init(children: [any Box]) { self.children = children }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(children: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.boxes(&children, in: .pictureMetadata)
  }
}
