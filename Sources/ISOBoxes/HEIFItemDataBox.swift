/// Small items' bytes inside `meta`. Stands for `idat`, ISO/IEC 14496-12, 8.11.11.
public struct HEIFItemDataBox: Box {
  /// `idat`.
  public var type: FourCC { "idat" }
  /// The bytes; `iloc` says which are whose.
  public var contents: [UInt8]

  /// A box of the given bytes.
  public init(contents: [UInt8]) { self.contents = contents }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(contents: []) }

  /// Hands over the bytes.
  public mutating func code(_ coder: inout some FieldCoder) { coder.rest("contents", &contents) }
}
