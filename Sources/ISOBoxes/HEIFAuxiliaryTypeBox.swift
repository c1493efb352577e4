/// What an auxiliary picture is: a gain map, a depth map, alpha. Stands for `auxC`, ISO/IEC 23008-12, 6.5.8.
public struct HEIFAuxiliaryTypeBox: Box {
  /// `auxC`.
  public var type: FourCC { "auxC" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// A name with a zero behind, and then what belongs to pictures of that name.
  public var contents: [UInt8]

  /// A box for a name.
  public init(name: String) { contents = Array(name.utf8) + [0] }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(name: "") }

  /// The name, such as `urn:com:apple:photo:2020:aux:hdrgainmap`.
  public var name: String { String(decoding: contents.prefix { $0 != 0 }, as: UTF8.self) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.rest("contents", &contents)
  }
}
