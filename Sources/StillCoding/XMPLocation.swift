import MediaCore

/// Where XMP says that a picture was taken.
enum XMPLocation {
  private static let names: Set<XMPName> = [
    XMPName(XMPNamespace.photoshop, "City"), XMPName(XMPNamespace.photoshop, "State"),
    XMPName(XMPNamespace.photoshop, "Country"), XMPName(XMPNamespace.iptcCore, "Location"),
    XMPName(XMPNamespace.iptcCore, "CountryCode"), XMPName(XMPNamespace.iptcExtension, "LocationShown"),
    XMPName(XMPNamespace.iptcExtension, "LocationCreated"), XMPName(XMPNamespace.dynamicMedia, "shotLocation"),
  ]

  /// Whether a property tells of a place. Drones and apps have namespaces of their own for where they were.
  static func isLocation(_ name: XMPName) -> Bool {
    let local = name.local.lowercased()
    return names.contains(name) || local.hasPrefix("gps") || local == "latitude" || local == "longitude"
  }
}

extension XMPEditor {
  /// A packet of the same length, with spaces where it told of places.
  /// - Throws: ``CodingError`` with `.malformed` for one that cannot be parsed.
  static func blankingLocation(in packet: [UInt8]) throws(CodingError) -> [UInt8] {
    guard let document = XMPDocument(packet) else { throw unreadable }
    var editor = XMPEditor(document)
    editor.removeProperties(where: XMPLocation.isLocation)
    var result = packet
    for range in editor.removed { for index in range { result[index] = 0x20 } }
    return result
  }
}
