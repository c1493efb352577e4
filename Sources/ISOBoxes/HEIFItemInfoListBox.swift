/// What items there are. Stands for `iinf`, ISO/IEC 14496-12, 8.11.6.
package struct HEIFItemInfoListBox: ParentBox {
  package var type: FourCC { "iinf" }
  /// Version 0 counts with 16 bits, version 1 with 32.
  package var header = VersionAndFlags()
  package var children: [any Box]

  package var items: [HEIFItemInfoBox] { children.all(HEIFItemInfoBox.self) }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    var count = UInt32(clamping: children.count)
    coder.integer("count", &count, bytes: header.version == 0 ? 2 : 4, style: .decimal)
    coder.boxes(&children, in: .pictureMetadata)
    if coder.isDecoding, children.count != Int(count) {
      coder.fail(.sizeMismatch, "\(count) items are announced, and \(children.count) are there.")
    }
  }
}
