/// A box of version and flags, a count of boxes in some types, and these boxes.
///
/// | Type | Contents | ISO/IEC 14496-12 |
/// |---|---|---|
/// | `stsd` | count of 32 bits, sample descriptions | 8.5.2 |
/// | `dref` | count of 32 bits, places of data | 8.7.2 |
/// | `meta` | the metadata of a file of pictures; movies have a ``MetadataBox`` of this name | 8.11.1 |
/// | `iinf` | count of 16 bits, or of 32 in version 1, items of a file of pictures | 8.11.6 |
/// | `iref` | references between items, with numbers of 16 bits, or of 32 in version 1 | 8.11.12 |
///
/// They are one type, because they differ in nothing but that count.
package struct ListBox: ParentBox {
  /// The type: `stsd`, `dref`, `meta`, `iinf` or `iref`.
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
