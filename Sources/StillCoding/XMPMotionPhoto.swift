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
  /// The element of the list, or `nil`.
  let directory: Int?
  /// The `rdf:li` of the list, in order.
  let entries: [(element: Int, item: MotionPhotoDescription.Item)]
  var items: [MotionPhotoDescription.Item] { entries.map(\.item) }

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
    func children(_ element: Int) -> [Int] { document.elements[element].children }
    func name(_ element: Int) -> XMPName { document.elements[element].name }
    directory = document.descriptions.flatMap(children).first {
      name($0) == XMPName(XMPNamespace.container, "Directory")
    }
    let list = directory.flatMap { children($0).first { name($0).uri == XMPNamespace.rdf } }
    entries = (list.map(children) ?? []).filter { name($0) == XMPName(XMPNamespace.rdf, "li") }
      .map { ($0, Self.item(document, $0)) }
  }

  /// An entry, whose properties may be attributes or elements, of the `rdf:li` or of what is inside it.
  private static func item(_ document: XMPDocument, _ index: Int) -> MotionPhotoDescription.Item {
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
