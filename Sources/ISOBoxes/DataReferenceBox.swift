/// One place where media data may lie. Stands for `alis` and `url ` inside `dref`.
public struct DataReferenceBox: Box {
  /// `alis`, `url ` or `urn `.
  public let type: FourCC
  /// Version 0; flag 1 says that the data lie in this very file.
  public var header: VersionAndFlags
  /// The place, if it is another file.
  public var place: [UInt8]

  /// A reference to the file itself.
  public init(selfContained type: FourCC = "alis") {
    self.type = type
    header = VersionAndFlags(version: 0, flags: 1)
    place = []
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(selfContained: type) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.rest("place", &place)
  }
}
