public import ByteCoding
public import MediaCore

/// The mark of a deferred photo's proxy: a still that stands in for one that is not processed yet.
///
/// It is a property of the still's XMP, `DeferredPhotoProxy="1"` in the namespace ``namespace``, so that it stays with
/// the file whoever copies it, and any XMP reader can see it: `exiftool -xmp -b FILE`. A photo library takes as a
/// proxy only what carries it. The final photo is another file and never does.
public enum ProxyMark {
  /// The namespace of livecam's own XMP properties.
  public static let namespace = "https://livecam.invalid/xmp/1.0/"
  /// The property's name, its only value being 1.
  public static let property = "DeferredPhotoProxy"

  /// Tells whether a still carries the mark.
  public static func isMarked(_ still: StillFile) -> Bool {
    guard let document = still.xmp.flatMap({ XMPDocument($0) }) else { return false }
    return document.property(namespace, property) == "1"
  }

  /// The still with the mark, and everything else byte for byte; marking twice changes nothing more.
  ///
  /// - Throws: ``MediaCore/CodingError``: `.malformed` when the still has XMP that cannot be parsed, `.unsupported` or
  ///   `.invalidSetting` when there is no room for more of it.
  public static func marking(_ still: StillFile) throws(CodingError) -> ByteRope {
    guard !isMarked(still) else { return ByteRope(still.source) }
    var change = StillChange()
    change.xmp = try packet(adding: still.xmp)
    return try still.container.rope(change, StillEdits()).rope
  }

  /// A JPEG or HEIC file in memory with the mark.
  /// - Throws: ``MediaCore/CodingError`` as ``marking(_:)-(StillFile)``, and when the file cannot be read.
  public static func marking(_ file: [UInt8]) throws(CodingError) -> [UInt8] {
    try marking(StillFile.read(ArrayBytes(file, name: "proxy"))).file("proxy")
  }

  private static func packet(adding old: [UInt8]?) throws(CodingError) -> [UInt8] {
    // It declares both prefixes itself, whatever the packet around it calls them.
    let description =
      "<rdf:Description xmlns:rdf=\"\(XMPNamespace.rdf)\" xmlns:livecam=\"\(namespace)\" rdf:about=\"\""
      + " livecam:\(property)=\"1\"/>"
    guard let old else { return XMPEditor.fresh(description) }
    let root = XMPName(XMPNamespace.rdf, "RDF")
    guard let document = XMPDocument(old),
      let element = document.elements.first(where: { $0.name == root && !$0.isEmptyTag })
    else { throw XMPEditor.refusal(of: old) }
    return Array(old[..<element.contentEnd]) + Array(description.utf8) + Array(old[element.contentEnd...])
  }
}
