/// Which Swift type stands for which four characters, in which place.
enum BoxRegistry {
  static func kind(of type: FourCC, in context: BoxContext) -> any Box.Type {
    switch context {
    case .general, .sampleEntry: general[type] ?? UnknownBox.self
    case .sampleDescription: sampleEntries[type] ?? UnknownBox.self
    case .soundExtension: soundExtensions[type] ?? UnknownBox.self
    case .metadataSampleEntry: type == "keys" ? ContainerBox.self : UnknownBox.self
    case .metadataKeyTable, .itemList: ContainerBox.self
    case .metadataKey: metadataKeyParts[type] ?? UnknownBox.self
    case .trackReferences: TrackReferenceBox.self
    case .dataReferences: dataReferences[type] ?? UnknownBox.self
    case .metadataItem: type == "data" ? MetadataValueBox.self : UnknownBox.self
    case .pictureFile: type == "meta" ? HEIFMetaBox.self : type == "ftyp" ? FileTypeBox.self : UnknownBox.self
    case .pictureMetadata: pictureMetadata[type] ?? UnknownBox.self
    case .pictureProperties: pictureProperties[type] ?? UnknownBox.self
    case .itemReferences, .wideItemReferences: HEIFItemReferenceBox.self
    case .entityGroups: HEIFEntityGroupBox.self
    }
  }
}
