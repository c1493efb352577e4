import MediaCore

/// Changes a packet's text in the places that must change and nowhere else.
struct XMPEditor {
  /// The properties of a Motion Photo's video that its packet announces.
  struct Video: Hashable {
    let length: Int
    let timestamp: Int64?
    let pictureMime: String
    /// Bytes between the picture and the video: the header of HEIF's box.
    let padding: Int
  }

  let document: XMPDocument
  private(set) var removed: [Range<Int>] = []
  private var inserted: [BytePatch] = []

  init(_ document: XMPDocument) { self.document = document }

  /// The packet with the edits that concern XMP; the packet itself if there is nothing to change.
  ///
  /// - Throws: ``CodingError`` with `.malformed` when a video must be announced in a packet that cannot be parsed.
  static func applying(_ edits: StillEdits, video: Video?, to packet: [UInt8]?) throws(CodingError) -> [UInt8]? {
    guard let packet else { return video.map(fresh) }
    guard let document = XMPDocument(packet) else {
      guard video != nil || edits.motionPhoto != .keep || edits.removesLocation else { return packet }
      throw refusal(of: packet)
    }
    var editor = XMPEditor(document)
    editor.replaceValues(edits)
    if edits.removesLocation { try editor.removeLocation() }
    if let video {
      guard try editor.isAnnouncing(video) == false else { return editor.result() }
      try editor.announce(video)
    } else if edits.motionPhoto == .remove {
      editor.removeMotionPhoto()
    }
    return editor.result()
  }

  /// Returns the error for a packet that cannot be changed, as it is too long or cannot be parsed.
  static func refusal(of packet: [UInt8]) -> CodingError {
    if packet.count > XMPDocument.longest { return tooLong(packet.count) }
    return CodingError(
      .malformed, context: "XMP",
      message: "The still's XMP packet is not well-formed XML, so nothing in it can be changed. Remove it first.")
  }

  /// Longer packets than ``XMPDocument/longest`` are not read.
  static func tooLong(_ count: Int) -> CodingError {
    CodingError(
      .unsupported, context: "XMP",
      message:
        "The still's XMP has \(count) bytes, and livecam reads up to \(XMPDocument.longest). Remove what makes it "
        + "large first, such as a depth picture: exiftool -XMP:all= FILE.")
  }

  private func result() -> [UInt8] {
    let patches = removed.map { BytePatch(range: $0, bytes: []) } + inserted
    return patches.pieces(of: document.text.count).reduce(into: []) { result, piece in
      result += document.text[piece.kept]
      result += piece.new
    }
  }

  mutating func remove(_ range: Range<Int>) { removed.append(range) }

  private mutating func insert(_ text: String, at position: Int) {
    inserted.append(BytePatch(range: position..<position, bytes: Array(text.utf8)))
  }

  /// Brings along what contradicts new values elsewhere, where the packet has such properties.
  private mutating func replaceValues(_ edits: StillEdits) {
    if let orientation = edits.orientation {
      replace(XMPName(XMPNamespace.tiff, "Orientation"), with: "\(orientation.rawValue)")
    }
    guard let date = edits.date else { return }
    let text = ExifDate.xmpText(date)
    replace(XMPName(XMPNamespace.photoshop, "DateCreated"), with: text)
    replace(XMPName(XMPNamespace.xmp, "CreateDate"), with: text)
    replace(XMPName(XMPNamespace.xmp, "ModifyDate"), with: text)
    replace(XMPName(XMPNamespace.exif, "DateTimeOriginal"), with: text)
  }

  private mutating func replace(_ name: XMPName, with value: String) {
    for index in document.descriptions {
      let element = document.elements[index]
      for attribute in element.attributes where attribute.name == name && attribute.value != value {
        guard let range = range(of: attribute.rawName, in: element.startTag) else { continue }
        remove(range)
        insert(" \(attribute.rawName)=\"\(value)\"", at: range.lowerBound)
      }
      for child in element.children.map({ document.elements[$0] }) where child.name == name && child.children.isEmpty {
        guard !child.isEmptyTag, XMPDocument.trimmed(child.text) != value else { continue }
        remove(child.startTag.upperBound..<child.contentEnd)
        insert(value, at: child.startTag.upperBound)
      }
    }
  }

  mutating func removeProperties(where isRemoved: (XMPName) -> Bool) {
    for index in document.descriptions {
      let element = document.elements[index]
      for attribute in element.attributes where isRemoved(attribute.name) {
        if let range = range(of: attribute.rawName, in: element.startTag) { remove(range) }
      }
      for child in element.children where isRemoved(document.elements[child].name) { removeElement(child) }
    }
  }

  /// Takes an element out with the white space before it.
  mutating func removeElement(_ index: Int) {
    var range = document.elements[index].range
    while range.lowerBound > 0, Self.isSpace(document.text[range.lowerBound - 1]) {
      range = range.lowerBound - 1..<range.upperBound
    }
    remove(range)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

  /// Returns the range of an attribute in a start tag, with the white space before it. The tag is well-formed.
  private func range(of rawName: String, in tag: Range<Int>) -> Range<Int>? {
    attributeRanges(in: tag).first { $0.name == rawName }?.range
  }

  /// The names of a start tag's attributes, and where each stands with the white space before it.
  func attributeRanges(in tag: Range<Int>) -> [(name: String, range: Range<Int>)] {
    let text = document.text
    var found: [(String, Range<Int>)] = []
    var index = tag.lowerBound + 1
    while index < tag.upperBound, !Self.isSpace(text[index]) { index += 1 }
    while index < tag.upperBound {
      let start = index
      while index < tag.upperBound, Self.isSpace(text[index]) { index += 1 }
      let nameStart = index
      while index < tag.upperBound, text[index] != 0x3d, !Self.isSpace(text[index]) { index += 1 }
      let name = text[nameStart..<index]
      while index < tag.upperBound, text[index] != 0x22, text[index] != 0x27 { index += 1 }
      guard index < tag.upperBound else { break }
      let quote = text[index]
      index += 1
      while index < tag.upperBound, text[index] != quote { index += 1 }
      guard index < tag.upperBound else { break }
      index += 1
      found.append((String(decoding: name, as: UTF8.self), start..<index))
    }
    return found
  }
}

// MARK: - Motion Photo

extension XMPEditor {
  private static func isMotionProperty(_ name: XMPName) -> Bool {
    name.uri == XMPNamespace.camera && (name.local.hasPrefix("MotionPhoto") || name.local.hasPrefix("MicroVideo"))
  }

  /// Takes the announcement out. A list that has more than picture and video, such as a gain map, keeps the rest.
  private mutating func removeMotionPhoto() {
    removeProperties(where: Self.isMotionProperty)
    let motion = XMPMotionPhoto(document)
    let videos = motion.entries.filter { $0.item.semantic == "MotionPhoto" }
    guard let directory = motion.directory, !videos.isEmpty else { return }
    if motion.items.allSatisfy({ $0.semantic == "MotionPhoto" || $0.semantic == "Primary" }) {
      removeElement(directory)
    } else {
      for video in videos { removeElement(video.element) }
    }
  }

  private func isAnnouncing(_ video: Video) throws(CodingError) -> Bool {
    let motion = XMPMotionPhoto(document)
    guard motion.isMotionPhoto, !motion.isMicroVideo, let last = motion.items.last, let first = motion.items.first,
      document.property(XMPNamespace.camera, "MotionPhotoPresentationTimestampUs") == "\(video.timestamp ?? -1)"
    else { return false }
    return last.semantic == "MotionPhoto" && last.length == video.length && last.padding ?? 0 == 0
      && first.semantic == "Primary" && first.length ?? 0 == 0 && first.padding ?? 0 == video.padding
  }

  /// Writes the announcement of 1.0 into the first description: readers expect both in one.
  private mutating func announce(_ video: Video) throws(CodingError) {
    guard let index = document.descriptions.first else {
      throw CodingError(
        .malformed, context: "XMP",
        message: "The still's XMP packet has no rdf:Description to put a Motion Photo into. Remove the packet first.")
    }
    removeProperties(where: Self.isMotionProperty)
    let element = document.elements[index]
    // Prefixes are declared anew on the element itself unless the very same are in scope.
    let scope = prefixes(in: index)
    func prefix(_ usual: String, _ uri: String) -> (name: String, declaration: String) {
      if let known = scope.first(where: { $0.value == uri && !$0.key.isEmpty })?.key { return (known, "") }
      let name = ([usual] + (1...99).map { "\(usual)\($0)" }).first { scope[$0] == nil } ?? usual
      return (name, " xmlns:\(name)=\"\(uri)\"")
    }
    let camera = prefix("GCamera", XMPNamespace.camera)
    let container = prefix("Container", XMPNamespace.container)
    let item = prefix("Item", XMPNamespace.item)
    let name = element.prefix.isEmpty ? element.name.local : element.prefix + ":" + element.name.local
    let attributes = Self.attributes(camera.name, video)
    insert(
      camera.declaration + container.declaration + item.declaration + attributes,
      at: element.startTag.lowerBound + 1 + name.utf8.count)

    let rdf = element.prefix.isEmpty ? scope.first { $0.value == XMPNamespace.rdf }?.key ?? "" : element.prefix
    let others = otherItems()
    let directory = Self.directory(
      video, others: others.texts, container: (container.name, others.declarations), item: item.name, rdf: rdf)
    if element.isEmptyTag {
      let end = element.startTag.upperBound
      remove(end - 2..<end)
      insert(">" + directory + "\n    </\(name)>", at: end - 2)
    } else {
      insert(directory, at: element.startTag.upperBound)
    }
  }

  /// The text of the list's further entries, such as a gain map's, which stay between picture and video, and the
  /// declarations that they were under; takes the old list out.
  private mutating func otherItems() -> (texts: [String], declarations: String) {
    let motion = XMPMotionPhoto(document)
    guard let directory = motion.directory else { return ([], "") }
    let kept = motion.entries.filter { $0.item.semantic != "Primary" && $0.item.semantic != "MotionPhoto" }.map(
      \.element)
    removeElement(directory)
    guard !kept.isEmpty else { return ([], "") }
    var declared = document.elements[directory].declared
    if let list = document.elements[kept[0]].parent {
      declared.merge(document.elements[list].declared) { _, inner in inner }
    }
    let declarations = declared.filter { !$0.key.isEmpty && !$0.value.contains { "\"&<".contains($0) } }
      .sorted { $0.key < $1.key }.map { " xmlns:\($0.key)=\"\($0.value)\"" }
    return (
      kept.map { String(decoding: document.text[document.elements[$0].range], as: UTF8.self) }, declarations.joined()
    )
  }

  private func prefixes(in index: Int) -> [String: String] {
    var scope: [String: String] = [:]
    var next: Int? = index
    while let current = next {
      scope.merge(document.elements[current].declared) { inner, _ in inner }
      next = document.elements[current].parent
    }
    return scope
  }

  private static func attributes(_ camera: String, _ video: Video) -> String {
    " \(camera):MotionPhoto=\"1\" \(camera):MotionPhotoVersion=\"1\""
      + " \(camera):MotionPhotoPresentationTimestampUs=\"\(video.timestamp ?? -1)\""
  }

  private static func directory(
    _ video: Video, others: [String], container: (prefix: String, declarations: String), item: String, rdf: String
  ) -> String {
    let rdf = rdf.isEmpty ? "" : rdf + ":"
    func entry(_ mime: String, _ semantic: String, length: Int, padding: Int) -> String {
      // `parseType` must have a prefix even where RDF's elements have none.
      let parse = rdf.isEmpty ? "" : " \(rdf)parseType=\"Resource\""
      return "<\(rdf)li\(parse)>"
        + "<\(container.prefix):Item \(item):Mime=\"\(mime)\" \(item):Semantic=\"\(semantic)\" "
        + "\(item):Length=\"\(length)\" \(item):Padding=\"\(padding)\"/></\(rdf)li>"
    }
    let entries =
      [entry(video.pictureMime, "Primary", length: 0, padding: video.padding)] + others
      + [entry("video/mp4", "MotionPhoto", length: video.length, padding: 0)]
    return "\n      <\(container.prefix):Directory\(container.declarations)>\n        <\(rdf)Seq>"
      + entries.map { "\n          " + $0 }.joined()
      + "\n        </\(rdf)Seq>\n      </\(container.prefix):Directory>"
  }

  private static func fresh(_ video: Video) -> [UInt8] {
    fresh(
      "<rdf:Description rdf:about=\"\" xmlns:GCamera=\"\(XMPNamespace.camera)\""
        + " xmlns:Container=\"\(XMPNamespace.container)\" xmlns:Item=\"\(XMPNamespace.item)\""
        + attributes("GCamera", video) + ">"
        + directory(video, others: [], container: ("Container", ""), item: "Item", rdf: "rdf")
        + "\n    </rdf:Description>")
  }

  /// A packet of one description.
  static func fresh(_ description: String) -> [UInt8] {
    let text =
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n  <rdf:RDF xmlns:rdf=\"\(XMPNamespace.rdf)\">\n    \(description)\n"
      + "  </rdf:RDF>\n</x:xmpmeta>\n"
    return Array(text.utf8)
  }
}
