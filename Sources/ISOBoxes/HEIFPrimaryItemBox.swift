/// The item that is the picture to show. Stands for `pitm`, ISO/IEC 14496-12, 8.11.4.
package struct HEIFPrimaryItemBox: Box {
  package var type: FourCC { "pitm" }
  /// Version 1 has a number of 32 bits.
  package var header = VersionAndFlags()
  package var itemID: UInt32

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.integer("item", &itemID, bytes: header.version == 0 ? 2 : 4, style: .decimal)
  }
}
