import CExpat

/// The elements of an XMP packet and where each stands in its text, so that the text can be changed in places.
///
/// Documents with a DOCTYPE, and with it entities that grow, are refused, as are those nested deeper than 64. Property
/// lists, whose DOCTYPE is always the same, are read by it, too.
struct XMPDocument {
  /// An attribute, with its name as the text has it.
  struct Attribute {
    let name: XMPName
    let rawName: String
    let value: String
  }

  /// An element. Offsets count bytes of the text.
  struct Element {
    let name: XMPName
    /// The part of the name before the colon in the text; empty if there is no colon.
    let prefix: String
    let attributes: [Attribute]
    /// Prefixes that the element itself declares, with their URIs.
    let declared: [String: String]
    let parent: Int?
    let depth: Int
    /// The start tag, from `<` past `>`.
    var startTag: Range<Int>
    /// The whole element, to past its end tag.
    var range: Range<Int>
    /// The place where the element's contents end: at the end tag, or at the end of an empty element's only tag.
    var contentEnd: Int
    var children: [Int] = []
    /// The text directly inside, from the first 64 KB.
    var text = ""

    /// Indicates whether the element is written as one tag, `<a/>`.
    var isEmptyTag: Bool { startTag == range }
  }

  let text: [UInt8]
  let elements: [Element]
  /// Comments and instructions to programs, in the text's order.
  let remarks: [Range<Int>]

  /// Parses a packet in UTF-8; `nil` if it is not well-formed, or refused. A DOCTYPE that declares nothing itself can
  /// be allowed: what it names is not read.
  init?(_ packet: [UInt8], allowsDocumentType: Bool = false) {
    // Some writers fill the packet's room with zeros.
    let end = packet.lastIndex { $0 != 0 && $0 != 0x20 && $0 != 0x0a && $0 != 0x0d && $0 != 0x09 }
    guard let end, end < Self.longest, packet.count <= Self.longest else { return nil }
    // expat would read UTF-16 all the same, and the text could not be changed in places.
    guard !packet.prefix(2).contains(where: { [0, 0xfe, 0xff].contains($0) }) else { return nil }
    let builder = XMPBuilder(allowsDocumentType: allowsDocumentType)
    guard builder.parse(packet[...end]) else { return nil }
    text = packet
    (elements, remarks) = (builder.elements, builder.remarks)
  }

  /// A packet is read as a whole: 64 MB is more than the depth pictures that apps put into extended XMP need, and
  /// little enough for memory. Longer ones are refused by whoever has to change them.
  static let longest = 64 << 20
  /// The largest size in bytes of a packed text when unpacked: no program packs pictures into one.
  static let longestUnpacked = 4 << 20
  /// The number of bytes that are kept of a value, from its beginning: longer values are pictures in base64.
  static let keptOfValues = 65_536

  /// The `rdf:Description` elements directly below `rdf:RDF`, which hold the properties.
  var descriptions: [Int] {
    let description = XMPName(XMPNamespace.rdf, "Description")
    let root = XMPName(XMPNamespace.rdf, "RDF")
    return elements.indices.filter { index in
      elements[index].name == description && elements[index].parent.map { elements[$0].name == root } == true
    }
  }

  /// The text of a property, written as an attribute or as an element.
  func property(_ uri: String, _ local: String) -> String? {
    let name = XMPName(uri, local)
    for index in descriptions {
      if let attribute = elements[index].attributes.first(where: { $0.name == name }) { return attribute.value }
      if let child = elements[index].children.first(where: { elements[$0].name == name }) {
        return Self.trimmed(elements[child].text)
      }
    }
    return nil
  }

  /// An element with everything inside it, in the text's order.
  func subtree(_ index: Int) -> ArraySlice<Element> {
    let end = elements[index].range.upperBound
    let last = elements[index...].firstIndex { $0.range.lowerBound >= end } ?? elements.endIndex
    return elements[index..<last]
  }

  static func trimmed(_ text: String, of isSpace: (Character) -> Bool = \.isWhitespace) -> String {
    let kept = text.drop(while: isSpace)
    return kept.lastIndex { !isSpace($0) }.map { String(kept[...$0]) } ?? ""
  }
}

/// Takes expat's calls. Lives for one parse.
private final class XMPBuilder {
  var elements: [XMPDocument.Element] = []
  var remarks: [Range<Int>] = []
  private var open: [Int] = []
  private var declared: [String: String] = [:]
  private var isRefused = false
  /// Elements and attributes so far.
  private var count = 0
  /// The largest number of elements and attributes, far above any real packet.
  private static let mostParts = 1_000_000
  private let allowsDocumentType: Bool
  private var parser: XML_Parser?

  init(allowsDocumentType: Bool) { self.allowsDocumentType = allowsDocumentType }

  func parse(_ packet: ArraySlice<UInt8>) -> Bool {
    guard let parser = XML_ParserCreateNS("UTF-8", 0x0a) else { return false }
    defer { XML_ParserFree(parser) }
    self.parser = parser
    XML_SetReturnNSTriplet(parser, 1)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMPBuilder.from($0)?.start($1, $2) }, { data, _ in XMPBuilder.from(data)?.end() })
    XML_SetCharacterDataHandler(parser) { XMPBuilder.from($0)?.characters($1, Int($2)) }
    XML_SetCommentHandler(parser) { data, _ in XMPBuilder.from(data)?.remark() }
    XML_SetProcessingInstructionHandler(parser) { data, _, _ in XMPBuilder.from(data)?.remark() }
    XML_SetStartNamespaceDeclHandler(parser) { XMPBuilder.from($0)?.declare($1, $2) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, declaresItself in
      guard let builder = XMPBuilder.from(data), declaresItself != 0 || !builder.allowsDocumentType else { return }
      builder.refuse()
    }
    let status = packet.withUnsafeBytes {
      XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32(packet.count), 1)
    }
    return status == XML_STATUS_OK && !isRefused && !elements.isEmpty
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> XMPBuilder? {
    data.map { Unmanaged<XMPBuilder>.fromOpaque($0).takeUnretainedValue() }  // called while `self` parses
  }

  private func refuse() {
    isRefused = true
    XML_StopParser(parser, 0)
  }

  private func remark() {
    guard !isRefused, count < Self.mostParts else { return refuse() }
    count += 1
    let start = Int(XML_GetCurrentByteIndex(parser))
    remarks.append(start..<start + Int(XML_GetCurrentByteCount(parser)))
  }

  private func declare(_ prefix: UnsafePointer<XML_Char>?, _ uri: UnsafePointer<XML_Char>?) {
    declared[prefix.map { String(cString: $0) } ?? ""] = uri.map { String(cString: $0) } ?? ""
  }

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard !isRefused, let name else { return }
    guard open.count < 64, count < Self.mostParts else { return refuse() }
    count += 1
    var found: [XMPDocument.Attribute] = []
    var index = 0
    while let attributes, let key = attributes[index], let value = attributes[index + 1] {
      let (name, prefix) = Self.split(key)
      found.append(
        .init(
          name: name, rawName: prefix.isEmpty ? name.local : prefix + ":" + name.local, value: Self.beginning(value)))
      index += 2
      count += 1
    }
    let (split, prefix) = Self.split(name)
    let start = Int(XML_GetCurrentByteIndex(parser))
    let tag = start..<start + Int(XML_GetCurrentByteCount(parser))
    if let parent = open.last { elements[parent].children.append(elements.count) }
    open.append(elements.count)
    elements.append(
      .init(
        name: split, prefix: prefix, attributes: found, declared: declared, parent: open.dropLast().last,
        depth: open.count, startTag: tag, range: tag, contentEnd: tag.upperBound))
    declared = [:]
  }

  private func end() {
    guard !isRefused, let index = open.popLast() else { return }
    let position = Int(XML_GetCurrentByteIndex(parser))
    let count = Int(XML_GetCurrentByteCount(parser))
    // The end of `<a/>` is told at the tag's own place, or with no bytes of its own.
    guard position >= elements[index].startTag.upperBound, count > 0 else { return }
    elements[index].contentEnd = position
    elements[index].range = elements[index].startTag.lowerBound..<position + count
  }

  private func characters(_ text: UnsafePointer<XML_Char>?, _ count: Int) {
    guard !isRefused, let text, let index = open.last, elements[index].text.utf8.count < XMPDocument.keptOfValues
    else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    elements[index].text += String(decoding: bytes, as: UTF8.self)
  }

  private static func beginning(_ value: UnsafePointer<XML_Char>) -> String {
    var count = 0
    while count < XMPDocument.keptOfValues, value[count] != 0 { count += 1 }
    return String(decoding: UnsafeRawBufferPointer(start: value, count: count), as: UTF8.self)
  }

  /// A name as expat gives it: URI, local name and prefix with line feeds between, or less of it.
  private static func split(_ name: UnsafePointer<XML_Char>) -> (XMPName, prefix: String) {
    let parts = String(cString: name).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 0, 1: return (XMPName("", parts.first ?? ""), "")
    default: return (XMPName(parts[0], parts[1]), parts.count > 2 ? parts[2] : "")
    }
  }
}
