/// A box that holds nothing but boxes.
///
/// Stands for the containers of ISO/IEC 14496-12: `moov` (8.2.1), `trak` (8.3.1), `tref` (8.3.3), `mdia` (8.4.1),
/// `minf` (8.4.4), `stbl` (8.5.1), `edts` (8.6.5), `dinf` (8.7.1), `mvex` (8.8.1), `moof` (8.8.4), `traf` (8.8.6),
/// `udta` (8.10.1), `iprp` and `ipco` (8.11.14), `grpl` (8.18); and for those of the QuickTime File Format: `gmhd`,
/// `ilst`, `tapt`, `wave`.
package struct ContainerBox: ParentBox {
  package let type: FourCC
  package var children: [any Box]
  /// Four zero bytes after the last child, where QuickTime ends a user data list so; otherwise empty.
  package var terminator: [UInt8] = []

  package init(_ type: FourCC, _ children: [any Box] = []) {
    self.type = type
    self.children = children
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.boxes(&children, in: Self.childContext(of: type, in: coder.context))
    coder.rest("terminator", &terminator)
    if coder.isDecoding, !terminator.isEmpty, terminator != [0, 0, 0, 0] {
      coder.fail(.sizeMismatch, "\(terminator.count) bytes follow the last box.")
    }
  }

  private static func childContext(of type: FourCC, in context: BoxContext) -> BoxContext {
    switch (context, type) {
    case (.metadataSampleEntry, "keys"): .metadataKeyTable
    case (.metadataKeyTable, _): .metadataKey
    case (.itemList, _): .metadataItem
    case (.sampleEntry, "wave"): .soundExtension
    case (.pictureMetadata, "ipco"): .pictureProperties
    case (.pictureMetadata, "grpl"): .entityGroups
    case (.pictureMetadata, _): .pictureMetadata
    case (_, "ilst"): .itemList
    case (_, "tref"): .trackReferences
    default: .general
    }
  }
}

extension [any Box] {
  /// The first box of a kind, and of a type if one is given, or `nil`.
  package func first<Kind: Box>(_ kind: Kind.Type, _ type: FourCC? = nil) -> Kind? {
    for case let box as Kind in self where type == nil || box.type == type { return box }
    return nil
  }

  package func all<Kind: Box>(_ kind: Kind.Type) -> [Kind] { compactMap { $0 as? Kind } }

  package func containers(_ type: FourCC) -> [ContainerBox] {
    all(ContainerBox.self).filter { $0.type == type }
  }
}
