import MediaCore

/// The properties of XMP that say where a picture was taken.
///
/// Addresses of photographers and licensors do not count, nor do places inside of the picture.
enum XMPLocation {
  /// Schemas of which everything tells where a phone or a drone was.
  private static let namespaces: Set<String> = [
    "http://developer.sonyericsson.com/cell/1.0/", "http://www.dji.com/drone-dji/1.0/",
    "http://ns.google.com/photos/dd/1.0/earthpose/", "http://ns.google.com/photos/dd/1.0/pose/",
  ]
  /// Schemas whose words for places are about people's addresses, or about a place in a film or a sound.
  private static let others: Set<String> = ["http://ns.useplus.org/ldf/xmp/1.0/", XMPNamespace.rdf]
  private static let devices = "http://ns.google.com/photos/dd/1.0/"

  /// Tells whether a property tells of a place. Drones and apps have namespaces of their own for where they were.
  static func isLocation(_ name: XMPName) -> Bool {
    guard !others.contains(name.uri) else { return false }
    if namespaces.contains(name.uri) { return true }
    let local = name.local.lowercased()
    switch name.uri {
    case XMPNamespace.dynamicMedia: return local == "shotlocation"
    case XMPNamespace.photoshop where local == "state": return true
    case _ where name.uri.hasPrefix(devices) && local == "pose": return true
    default: break
    }
    return PlaceNames.contains(local)
  }
}

extension XMPEditor {
  /// A packet of the same length, with spaces where it told of places.
  /// - Throws: ``CodingError`` with `.malformed` for a packet that cannot be parsed, `.unsupported` for one that is too
  ///   long.
  static func blankingLocation(in packet: [UInt8], depth: Int = 0) throws(CodingError) -> [UInt8] {
    guard let document = XMPDocument(packet) else { throw refusal(of: packet) }
    var editor = XMPEditor(document)
    try editor.removeLocation(depth: depth)
    var result = packet
    for range in editor.removed { for index in range { result[index] = 0x20 } }
    return result
  }

  /// Takes out what tells of a place, however deep in structures and lists it stands, and pictures in base64 that do.
  /// - Throws: ``CodingError`` with `.malformed` for such a picture that cannot be read.
  mutating func removeLocation(depth: Int = 0) throws(CodingError) {
    var index = 0
    while index < document.elements.count {
      let element = document.elements[index]
      if element.parent != nil,
        try tellsPlace(element.name, element.text, element.startTag.upperBound..<element.contentEnd, depth)
      {
        removeElement(index)
        index += max(1, document.subtree(index).count)
        continue
      }
      if !element.attributes.isEmpty {
        let values = Dictionary(element.attributes.map { ($0.rawName, $0) }) { first, _ in first }
        for (name, range) in attributeRanges(in: element.startTag) {
          guard let attribute = values[name] else { continue }
          if try tellsPlace(attribute.name, attribute.value, range, depth) { remove(range) }
        }
      }
      index += 1
    }
  }

  /// Tells whether a property is about a place by its name, or holds a picture that says where it was taken.
  private func tellsPlace(_ name: XMPName, _ text: String, _ range: Range<Int>, _ depth: Int) throws(CodingError)
    -> Bool
  {
    if XMPLocation.isLocation(name) { return true }
    guard text.utf8.drop(while: { $0 <= 0x20 }).starts(with: "/9j/".utf8) else { return false }
    let digits = document.text[range]
    // Behind what a JPEG begins with.
    let start = digits.firstRange(of: Array("/9j/".utf8))?.lowerBound ?? digits.endIndex
    let picture = Base64.bytes(of: digits[start...])
    return try JPEGFile.withoutLocation(embedded: picture, name: "\(name.local) in XMP", depth: depth + 1) != picture
  }
}
