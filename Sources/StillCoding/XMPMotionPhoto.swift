/// What a packet says of a Motion Photo's video.
struct XMPMotionPhoto {
  /// Whether `MotionPhoto` is 1.
  let isMotionPhoto: Bool
  /// Whether `MicroVideo` is 1.
  let isMicroVideo: Bool
  /// `MicroVideoOffset`: bytes from the file's end back to the video.
  let microVideoOffset: Int?
  /// The presentation timestamp of either; `nil` if there is none or it is negative, which means "unset".
  let timestamp: Int64?
  let items: [MotionPhotoDescription.Item]

  /// `nil` without a packet that can be parsed.
  init?(packet: [UInt8]?) {
    guard let document = packet.flatMap({ XMPDocument($0) }) else { return nil }
    self.init(document)
  }

  init(_ document: XMPDocument) {
    func camera(_ name: String) -> String? { document.property(XMPNamespace.camera, name) }
    isMotionPhoto = camera("MotionPhoto") == "1"
    isMicroVideo = camera("MicroVideo") == "1"
    microVideoOffset = camera("MicroVideoOffset").flatMap { Int($0) }
    let text = camera("MotionPhotoPresentationTimestampUs") ?? camera("MicroVideoPresentationTimestampUs")
    timestamp = text.flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
    items = Self.itemElements(document).map { Self.item(document, $0) }
  }

  /// The `rdf:li` of the directory, in order.
  static func itemElements(_ document: XMPDocument) -> [Int] {
    guard let directory = directory(document),
      let list = document.elements[directory].children.first(where: {
        document.elements[$0].name.uri == XMPNamespace.rdf
      })
    else { return [] }
    let name = XMPName(XMPNamespace.rdf, "li")
    return document.elements[list].children.filter { document.elements[$0].name == name }
  }

  static func directory(_ document: XMPDocument) -> Int? {
    let name = XMPName(XMPNamespace.container, "Directory")
    return document.descriptions.lazy.flatMap { document.elements[$0].children }
      .first { document.elements[$0].name == name }
  }

  /// An entry, whose properties may be attributes or elements, of the `rdf:li` or of what is inside it.
  static func item(_ document: XMPDocument, _ index: Int) -> MotionPhotoDescription.Item {
    var values: [String: String] = [:]
    for element in document.subtree(index) {
      for attribute in element.attributes where attribute.name.uri == XMPNamespace.item {
        values[attribute.name.local] = attribute.value
      }
      if element.name.uri == XMPNamespace.item, element.children.isEmpty {
        values[element.name.local] = XMPDocument.trimmed(element.text)
      }
    }
    return MotionPhotoDescription.Item(
      semantic: values["Semantic"], length: values["Length"].flatMap { Int($0) },
      padding: values["Padding"].flatMap { Int($0) })
  }
}
