package import MediaCore

/// A filter for the places where something was taken, in property lists and in the metadata that hold such lists.
///
/// Entries of dictionaries are removed by their names, whatever their values; texts that are coordinates become blanks.
/// Data may be lists, pictures and texts in their turn. Bytes that belong to no entry, such as gaps and comments,
/// become blank as well. A list keeps its length, and its other objects their places and bytes.
package enum PropertyListLocation {
  /// Lists inside of lists; more have no use but to cost time.
  private static let deepest = 4

  /// Tells whether bytes begin as a property list does, binary or XML.
  package static func isPropertyList(_ bytes: [UInt8]) -> Bool { isBinary(bytes) || isXML(bytes) }

  /// Tells whether a value, which is a property list, a JPEG, XMP or a text, tells of a place; `nil` for anything else.
  /// `kind` is the name of the value where it stands, such as a key of QuickTime's.
  /// - Throws: ``MediaCore/CodingError`` for what begins as one of these and cannot be read or judged.
  package static func tellsPlace(_ value: [UInt8], kind: String) throws(CodingError) -> Bool? {
    try blanking(value, kind: kind).map { $0 != value }
  }

  /// The value without places, as long as it is; `nil` for what is neither a property list nor a JPEG, XMP or a text.
  /// - Throws: ``MediaCore/CodingError`` for what begins as one of these and cannot be read or judged.
  package static func blanking(_ value: [UInt8], kind: String, depth: Int = 0) throws(CodingError) -> [UInt8]? {
    guard depth <= deepest else {
      throw CodingError(
        .unsupported, context: kind, message: "Property lists lie inside of each other deeper than \(deepest) levels.")
    }
    if isBinary(value) { return try BinaryPropertyList.withoutPlaces(value, kind: kind, depth: depth) }
    if isXML(value) { return try XMLPropertyList.withoutPlaces(value, kind: kind, depth: depth) }
    if value.starts(with: [0xff, 0xd8, 0xff]) {
      return try JPEGFile.withoutLocation(embedded: value, name: kind, depth: 1)
    }
    if isXMP(value) { return try XMPEditor.blankingLocation(in: value) }
    guard let text = text(value) else { return nil }
    return isPlace(text: text) ? [UInt8](repeating: 0x20, count: value.count) : value
  }

  /// The data of a list without places, as long as they are. Of Apple's own lists those that are no list, picture or
  /// text are curves, matrices and tables of numbers.
  static func blanking(
    data: [UInt8], of name: @autoclosure () -> String, kind: String, depth: Int
  ) throws(CodingError) -> [UInt8] {
    if let clean = try blanking(data, kind: kind, depth: depth + 1) { return clean }
    guard
      kind.hasPrefix("com.apple.quicktime.") || (kind.hasPrefix("tag:apple.com,") && kind.contains(":photo:"))
        || kind.hasPrefix(AppleMakerNote.kind)
    else {
      throw CodingError(
        .unsupported, context: kind, message: "Its \(data.count) bytes of data \(name()) are of no kind that is known.")
    }
    return data
  }

  /// Returns an error for an archive of objects that tells of a place: names and values stand apart in it.
  static func archived(_ kind: String) -> CodingError {
    CodingError(.unsupported, context: kind, message: "It is an archive of objects, one of which is about a place.")
  }

  private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  private static func isXML(_ bytes: [UInt8]) -> Bool {
    // Marks of the order of bytes may come first. Lists in UTF-16 are known for what they are, and refused.
    let start = bytes.drop { $0 <= 0x20 || [0xef, 0xbb, 0xbf, 0xfe, 0xff].contains($0) }.prefix(1024)
    guard start.first == 0x3c else { return false }
    return ["<plist", "<\0p\0l\0i\0s\0t"].contains { start.firstRange(of: Array($0.utf8)) != nil }
  }

  private static func isXMP(_ bytes: [UInt8]) -> Bool {
    ["<?xpacket", "<x:xmpmeta", "<rdf:RDF"].contains {
      bytes.drop { $0 <= 0x20 || [0xef, 0xbb, 0xbf].contains($0) }.starts(with: $0.utf8)
    }
  }

  /// UTF-8 without control characters, but for zeros at its end.
  private static func text(_ bytes: [UInt8]) -> String? {
    let text = bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]
    guard !text.contains(where: { $0 < 0x20 && ![0x09, 0x0a, 0x0d].contains($0) || $0 == 0x7f }) else { return nil }
    return String(validating: text, as: UTF8.self)
  }

  /// Tells whether a text has coordinates: those of ISO 6709, a `geo:` of RFC 5870, or others that call themselves so.
  static func isPlace(text: String) -> Bool {
    if isCoordinates(text.utf8.filter { $0 > 0x20 }) { return true }
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return false }
    let small = text.lowercased()
    return ["latitude", "longitude", "geo:"].contains { small.contains($0) }
  }

  /// `+48.2082+016.3738+171.000/`, with or without its last two parts.
  private static func isCoordinates(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    var numbers = 0
    while let sign = rest.first, sign == 0x2b || sign == 0x2d {
      let number = rest.dropFirst().prefix { (0x30...0x39).contains($0) || $0 == 0x2e }
      guard !number.isEmpty else { return false }
      rest = rest[number.endIndex...]
      numbers += 1
    }
    guard (2...3).contains(numbers) else { return false }
    return rest.isEmpty ? text.contains(0x2e) : rest.elementsEqual([0x2f]) || rest.starts(with: "CRS".utf8)
  }
}
