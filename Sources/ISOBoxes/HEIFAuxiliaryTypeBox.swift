/// The kind of an auxiliary picture: a gain map, a depth map, alpha. Stands for `auxC`, ISO/IEC 23008-12, 6.5.8.
package struct HEIFAuxiliaryTypeBox: Box {
  package var type: FourCC { "auxC" }
  package var header = VersionAndFlags()
  /// A name with a zero behind, and then what belongs to pictures of that name.
  package var contents: [UInt8]

  package init(name: String) { contents = Array(name.utf8) + [0] }

  /// The name, such as `urn:com:apple:photo:2020:aux:hdrgainmap`.
  package var name: String { String(decoding: contents.prefix { $0 != 0 }, as: UTF8.self) }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.rest("contents", &contents)
  }
}
