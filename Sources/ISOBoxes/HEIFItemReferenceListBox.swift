/// How items refer to one another. Stands for `iref`, ISO/IEC 14496-12, 8.11.12.
package struct HEIFItemReferenceListBox: ParentBox {
  package var type: FourCC { "iref" }
  /// Version 1 has numbers of 32 bits.
  package var header = VersionAndFlags()
  package var children: [any Box]

  /// A list of references with numbers of 16 bits.
  package init(references: [HEIFItemReferenceBox]) { children = references }

  package var references: [HEIFItemReferenceBox] { children.all(HEIFItemReferenceBox.self) }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.boxes(&children, in: header.version == 0 ? .itemReferences : .wideItemReferences)
  }
}
