import ByteCoding
import MediaCore

/// A property list in XML, as Apple's `PropertyList-1.0.dtd` has it.
enum XMLPropertyList {
  /// The bytes of a list without places.
  /// - Throws: ``CodingError`` for a list that cannot be read, and for data of which nobody knows what they hold.
  static func withoutPlaces(_ bytes: [UInt8], kind: String, depth: Int) throws(CodingError) -> [UInt8] {
    guard let document = XMPDocument(bytes, allowsDocumentType: true), document.elements[0].name.local == "plist" else {
      throw damage(kind, "It is no XML in UTF-8, or too large or too deep")
    }
    let elements = document.elements
    let isArchive = elements.contains { $0.text == "$archiver" }
    var result = withoutRemarks(document)
    func blank(_ range: Range<Int>) { for place in range { result[place] = 0x20 } }
    // What lies in an entry that is gone has no start tag any more.
    for element in elements where result[element.range.lowerBound] == 0x3c {
      let contents = element.startTag.upperBound..<element.contentEnd
      let isVersioned = element.parent == nil && element.attributes.allSatisfy { $0.rawName == "version" }
      guard element.declared.isEmpty, element.attributes.isEmpty || isVersioned else {
        throw damage(kind, "An element at byte \(element.range.lowerBound) has attributes, which lists have not")
      }
      switch element.name.local {
      case "dict":
        let entries = element.children
        guard entries.count % 2 == 0 else {
          throw damage(kind, "A dictionary at byte \(contents.lowerBound) lacks a value")
        }
        for place in stride(from: 0, to: entries.count, by: 2) {
          let (key, value) = (elements[entries[place]], elements[entries[place + 1]])
          guard key.name.local == "key" else {
            throw damage(kind, "A value at byte \(key.range.lowerBound) has no key")
          }
          guard PlaceNames.containsWithAddresses(key.text) else { continue }
          guard !isArchive else { throw PropertyListLocation.archived(kind) }
          blank(key.range.lowerBound..<value.range.upperBound)
        }
      case "string", "key", "integer", "real", "date":
        guard element.text.utf8.count < XMPDocument.keptOfValues else {
          throw damage(kind, "A text at byte \(contents.lowerBound) is longer than \(XMPDocument.keptOfValues) bytes")
        }
        guard !isArchive || !PlaceNames.containsWithAddresses(element.text) else {
          throw PropertyListLocation.archived(kind)
        }
        if PropertyListLocation.isPlace(text: element.text) { blank(contents) }
      case "data":
        // Comments and sections inside would be taken for digits.
        guard !bytes[contents].contains(where: { [0x3c, 0x26].contains($0) }) else {
          throw damage(kind, "The data at byte \(contents.lowerBound) hold something else")
        }
        let data = Base64.bytes(of: bytes[contents])
        let name = "at byte \(contents.lowerBound)"
        if try PropertyListLocation.blanking(data: data, of: name, kind: kind, depth: depth) != data { blank(contents) }
      case "plist", "array", "true", "false": break
      default: throw damage(kind, "An element '\(element.name.local.prefix(64))' is of no kind that lists have")
      }
    }
    return result
  }

  /// The text of a list without what belongs to no value: comments, instructions, and text between values.
  private static func withoutRemarks(_ document: XMPDocument) -> [UInt8] {
    var result = document.text
    // Blanks in their place could become part of a text. Instructions need a name.
    for remark in document.remarks {
      let isComment = result[remark.lowerBound + 1] == 0x21
      let contents = isComment ? remark.dropFirst(4).dropLast(3) : remark.dropFirst(2).dropLast(2)
      for place in contents { result[place] = isComment ? 0x20 : 0x61 }
    }
    for element in document.elements
    where ["dict", "plist", "array", "true", "false"].contains(element.name.local) {
      var place = element.startTag.upperBound
      let children = element.children.map { document.elements[$0].range }
      for child in children + [element.contentEnd..<element.contentEnd] {
        for index in place..<child.lowerBound where result[index] > 0x20 { result[index] = 0x20 }
        place = child.upperBound
      }
    }
    return result
  }

  private static func damage(_ kind: String, _ message: String) -> CodingError {
    CodingError(.malformed, context: kind, message: message + ".")
  }
}
