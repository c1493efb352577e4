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
    var result = bytes
    func blank(_ range: Range<Int>) { for place in range { result[place] = 0x20 } }
    // What lies in an entry that is gone has no start tag any more.
    for element in elements where result[element.range.lowerBound] == 0x3c {
      let contents = element.startTag.upperBound..<element.contentEnd
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
          guard PropertyListLocation.isPlace(name: key.text) else { continue }
          guard !isArchive else { throw PropertyListLocation.archived(kind) }
          blank(key.range.lowerBound..<value.range.upperBound)
        }
      case "string", "key":
        guard element.text.utf8.count < XMPDocument.keptOfValues else {
          throw damage(kind, "A text at byte \(contents.lowerBound) is longer than \(XMPDocument.keptOfValues) bytes")
        }
        guard !isArchive || !PropertyListLocation.isPlace(name: element.text) else {
          throw PropertyListLocation.archived(kind)
        }
        if PropertyListLocation.isPlace(text: element.text) { blank(contents) }
      case "data":
        let data = Base64.bytes(of: bytes[contents])
        let name = "at byte \(contents.lowerBound)"
        if try PropertyListLocation.blanking(data: data, of: name, kind: kind, depth: depth) != data { blank(contents) }
      case "plist", "array", "integer", "real", "date", "true", "false": break
      default: throw damage(kind, "An element '\(element.name.local.prefix(64))' is of no kind that lists have")
      }
    }
    return result
  }

  private static func damage(_ kind: String, _ message: String) -> CodingError {
    CodingError(.malformed, context: kind, message: message + ".")
  }
}
