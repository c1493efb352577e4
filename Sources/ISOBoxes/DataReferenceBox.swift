/// One place where media data may lie. Stands for `alis` and `url ` inside `dref`, ISO/IEC 14496-12,
/// 8.7.2, and QuickTime File Format, “Data Reference Atoms”.
package struct DataReferenceBox: Box {
  /// The type, `alis`, `url ` or `urn `.
  package let type: FourCC
  /// Version 0; flag 1 says that the data lie in this very file.
  package var header = VersionAndFlags(flags: 1)
  /// The place, if it is another file.
  package var place: [UInt8] = []

  package init(selfContained type: FourCC = "alis") { self.type = type }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.rest("place", &place)
  }
}
