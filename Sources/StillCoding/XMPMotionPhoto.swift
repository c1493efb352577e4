/// The properties of a packet that describe a Motion Photo's video.
struct XMPMotionPhoto {
  /// Indicates whether `MotionPhoto` is 1.
  let isMotionPhoto: Bool
  /// Indicates whether `MicroVideo` is 1.
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
  /// The contradictions in the description of the video, a sentence each.
  let contradictions: [String]

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
    var contradictions = isMotionPhoto ? Self.contradictions(document, entries) : []
    if isMotionPhoto, directory == nil, microVideoOffset == nil,
      document.elements.contains(where: { $0.name.local == "Directory" && $0.name.uri != XMPNamespace.container })
    {
      contradictions.append("Its XMP lists the video under a name that readers do not know ('Container:Directory').")
    }
    if let text, Int64(text) == nil {
      contradictions.append("Its XMP has the still at '\(text.prefix(32))', which is no number of microseconds.")
    }
    let last = entries.last.flatMap { $0.item.semantic == "MotionPhoto" ? $0.item : nil }
    if isMicroVideo, let offset = microVideoOffset, let length = last?.length, offset != length {
      contradictions.append("Its XMP has a video of \(length) bytes, and another of \(offset) ('MicroVideoOffset').")
    }
    self.contradictions = contradictions
  }

  private static func contradictions(
    _ document: XMPDocument, _ entries: [(element: Int, item: MotionPhotoDescription.Item)]
  ) -> [String] {
    // Without a list the older way may be meant.
    guard !entries.isEmpty else { return [] }
    guard let video = entries.last(where: { $0.item.semantic == "MotionPhoto" }) else {
      return ["Its XMP says that it is a Motion Photo, and lists no video ('Item:Semantic')."]
    }
    if entries.count(where: { $0.item.semantic == "MotionPhoto" }) > 1 {
      return ["Its XMP lists several videos ('Item:Semantic'), of which programs take the one or the other."]
    }
    guard let kind = values(document, video.element)["Mime"], !kind.hasPrefix("video/") else { return [] }
    return ["Its XMP says that its video is '\(kind.prefix(64))', which is none ('Item:Mime')."]
  }

  /// An entry, whose properties may be attributes or elements, of the `rdf:li` or of what is inside it.
  private static func item(_ document: XMPDocument, _ index: Int) -> MotionPhotoDescription.Item {
    let values = values(document, index)
    return MotionPhotoDescription.Item(
      semantic: values["Semantic"], length: values["Length"].flatMap { Int($0) },
      padding: values["Padding"].flatMap { Int($0) })
  }

  private static func values(_ document: XMPDocument, _ index: Int) -> [String: String] {
    var values: [String: String] = [:]
    for element in document.subtree(index) {
      for attribute in element.attributes where attribute.name.uri == XMPNamespace.item {
        values[attribute.name.local] = attribute.value
      }
      if element.name.uri == XMPNamespace.item, element.children.isEmpty {
        values[element.name.local] = XMPDocument.trimmed(element.text)
      }
    }
    return values
  }
}
