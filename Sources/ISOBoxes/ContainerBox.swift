/// A box that holds nothing but boxes: `moov`, `trak`, `mdia`, `tref`, `ilst` and others.
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
