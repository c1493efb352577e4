/// Version and flags, and boxes: sample descriptions (`stsd`), places of data (`dref`), and in files of pictures all
/// that they say (`meta`), their items (`iinf`) and how these refer to one another (`iref`).
///
/// Stands for ISO/IEC 14496-12, 8.5.2, 8.7.2, 8.11.1, 8.11.6 and 8.11.12. Movies have a ``MetadataBox`` named `meta`.
package struct ListBox: ParentBox {
  /// `stsd`, `dref`, `meta`, `iinf` or `iref`.
  package let type: FourCC
  /// Version 1 of `iinf` counts with 32 bits, and that of `iref` has numbers of 32 bits.
  package var header = VersionAndFlags()
  /// The boxes of the list; sample descriptions and places of data are referred to by their numbers in it, from 1.
  package var children: [any Box]

  package init(_ type: FourCC, _ children: [any Box] = []) {
    self.type = type
    self.children = children
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...(type == "iinf" || type == "iref" ? 1 : 0))
    let isWide = header.version == 1
    let (context, countBytes): (BoxContext, Int) =
      switch type {
      case "stsd": (.sampleDescription, 4)
      case "dref": (.dataReferences, 4)
      case "iinf": (.pictureMetadata, isWide ? 4 : 2)
      case "iref": (isWide ? .wideItemReferences : .itemReferences, 0)
      default: (.pictureMetadata, 0)
      }
    var count = UInt(children.count)
    if countBytes > 0 { coder.integer("count", &count, bytes: countBytes, style: .decimal) }
    coder.boxes(&children, in: context)
    if coder.isDecoding, countBytes > 0, children.count != count {
      coder.fail(.sizeMismatch, "\(count) boxes are announced, and \(children.count) are there.")
    }
  }
}
