/// What a picture file consists of: `hdlr`, `pitm`, `iinf`, `iref`, `iprp`, `iloc` and others. Stands for `meta` at
/// the top of a file of ISO/IEC 23008-12; movies have a ``MetadataBox`` of that name.
package struct HEIFMetaBox: ParentBox {
  package var type: FourCC { "meta" }
  package var header = VersionAndFlags()
  package var children: [any Box]

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.boxes(&children, in: .pictureMetadata)
  }
}
