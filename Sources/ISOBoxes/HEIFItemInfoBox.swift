/// The description of one item. Stands for `infe`, ISO/IEC 14496-12, 8.11.6.
package struct HEIFItemInfoBox: Box {
  package var type: FourCC { "infe" }
  /// Version 2 has a number of 16 bits, version 3 of 32; versions 0 and 1 have no type. Flag 1 hides the item.
  package var header: VersionAndFlags
  package var itemID: UInt32
  /// The number of the protection that the item has; 0 for none.
  package var protection: UInt16 = 0
  /// The type of the item: `hvc1`, `grid`, `Exif`, `mime` …; zero in versions 0 and 1, whose items have a content
  /// type only.
  package var itemType: FourCC
  /// The name and, for some types, more texts, each with a zero behind.
  package var texts: [UInt8]

  /// Creates an item without a name. `contentType` is for items of the type `mime`.
  package init(itemID: UInt16, itemType: FourCC, isHidden: Bool = false, contentType: String? = nil) {
    header = VersionAndFlags(version: 2, flags: isHidden ? 1 : 0)
    self.itemID = UInt32(itemID)
    self.itemType = itemType
    texts = [0] + (contentType.map { Array($0.utf8) + [0] } ?? [])
  }

  /// Indicates whether the item is not meant to be shown by itself.
  package var isHidden: Bool {
    get { header.flags & 1 != 0 }
    set { header.flags = header.flags & ~1 | (newValue ? 1 : 0) }
  }

  /// The content type of an item of the type `mime`, such as `application/rdf+xml`; `nil` for other items.
  package var contentType: String? {
    guard itemType == "mime" || header.version < 2 else { return nil }
    return text(1)
  }

  /// The encoding by which an item of the type `mime` is packed, such as `deflate`; `nil` if the item is not packed.
  package var contentEncoding: String? { contentType == nil ? nil : text(2).flatMap { $0.isEmpty ? nil : $0 } }

  /// The URI that names the kind of an item of the type `uri `, such as `tag:apple.com,2023:photo:metadata:styles`;
  /// `nil` for other items.
  package var uri: String? { itemType == "uri " ? text(1) : nil }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...3)
    coder.integer("item", &itemID, bytes: header.version == 3 ? 4 : 2, style: .decimal)
    coder.number("protection", &protection)
    if header.version >= 2 { coder.fourCC("type", &itemType) }
    coder.rest("texts", &texts)
  }

  private func text(_ index: Int) -> String? {
    let parts = texts.split(separator: 0, maxSplits: index + 1, omittingEmptySubsequences: false)
    return parts.count > index ? String(decoding: parts[index], as: UTF8.self) : nil
  }
}
