import ByteCoding
import Foundation
import StillCoding
import TestSupport
import Testing

/// Whoever strips a location relies on it being gone from wherever programs put one.
@Suite struct LocationRemovalTests {
  /// What exiftool writes into a file to say where it was taken, in every way that it knows for the format.
  private static let places = [
    "-GPSLatitude=48.2", "-GPSLatitudeRef=N", "-GPSLongitude=16.37", "-GPSLongitudeRef=E", "-GPSAltitude=171",
    "-XMP-exif:GPSLatitude=48.2", "-XMP-exif:GPSLongitude=16.37", "-XMP-photoshop:City=Vienna",
    "-XMP-photoshop:State=Vienna", "-XMP-photoshop:Country=Austria", "-XMP-iptcCore:Location=Prater",
    "-XMP-iptcCore:CountryCode=AT", "-XMP-iptcExt:LocationShownCity=Vienna",
    "-XMP-iptcExt:LocationCreatedCity=Vienna", "-XMP-xmpDM:ShotLocation=Prater",
  ]
  private static let news = [
    "-IPTC:City=Vienna", "-IPTC:Sub-location=Prater", "-IPTC:Province-State=Vienna",
    "-IPTC:Country-PrimaryLocationCode=AUT", "-IPTC:Country-PrimaryLocationName=Austria",
    "-IPTC:ContentLocationCode=AUT", "-IPTC:ContentLocationName=Austria",
  ]
  private static let others = ["-XMP-dc:Title=Wheel", "-XMP-photoshop:Headline=News", "-Artist=Somebody"]
  /// The words that would give the place away.
  private static let words = ["Vienna", "Austria", "Prater", "AUT", "48.2", "16.37", "171 m"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  enum Kind: String, CaseIterable {
    case jpeg, png, webp, heic

    func make() throws -> [UInt8] {
      switch self {
      case .jpeg: try SampleJPEG.standard()
      case .png: try SampleStills.png.get()
      case .webp: try SampleStills.webp.get()
      case .heic: try HEICEncoder().encode(SamplePicture.corners(width: 320, height: 240))
      }
    }
  }

  private func stripped(_ name: String) throws -> [UInt8] {
    var edits = StillEdits()
    edits.removesLocation = true
    let bytes = try StillFile.read(ArrayBytes(folder.read(name), name: name)).edited(edits).rope.contents()
    try folder.write(bytes, as: "stripped-" + name)
    return bytes
  }

  private func listing(_ name: String) throws -> String {
    try ForeignTool.exiftool.run(["-a", "-G1", "-u", "-ee", "--System:all", "--File:all", name], in: folder).text
  }

  @Test("nothing tells of a place any more, and everything else is told as before", arguments: Kind.allCases)
  func everywhere(kind: Kind) throws {
    let name = "a.\(kind)"
    try folder.write(try kind.make(), as: name)
    let written = Self.places + Self.others + (kind == .jpeg ? Self.news + ["-IPTC:Headline=News"] : [])
    _ = try ForeignTool.exiftool.attempt(["-q", "-m", "-n", "-overwrite_original"] + written + [name], in: folder)
    let before = try listing(name)
    for word in ["Vienna", "Prater", "48 deg 12"] { #expect(before.contains(word), "\(word)\n\(before)") }
    _ = try stripped(name)
    let after = try listing("stripped-" + name)
    for word in Self.words + ["GPS", "48 deg"] { #expect(!after.contains(word), "\(word)\n\(after)") }
    for word in ["Wheel", "News", "Somebody"] { #expect(after.contains(word), "\(word)\n\(after)") }
    #expect(!after.contains("Warning"), "\(after)")
    if kind == .jpeg { #expect(after.contains("[IPTC]          Headline                        : News")) }
  }

  @Test("a place inside the extension is written over, byte for byte as long")
  func insideExtension() throws {
    let guid = "0123456789ABCDEF0123456789ABCDEF"
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Vienna"
      photoshop:Headline="News"><photoshop:Country>Austria</photoshop:Country></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let main = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\(guid)"/>
      </rdf:RDF></x:xmpmeta>
      """
    func length(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }
    let all = Array(packet.utf8)
    var bytes = try SampleJPEG.standard()
    // Two pieces, cut in the middle of the city's name, the second one first in the file.
    let cut = try #require(all.firstRange(of: Array("enna".utf8))).lowerBound
    for piece in [0..<cut, cut..<all.count] {
      let payload =
        Array("http://ns.adobe.com/xmp/extension/\0\(guid)".utf8) + length(all.count) + length(piece.lowerBound)
        + all[piece]
      bytes = SampleJPEG.inserting(0xe1, payload, into: bytes)
    }
    bytes = SampleJPEG.inserting(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(main.utf8), into: bytes)
    try folder.write(bytes, as: "c.jpg")
    #expect(try listing("c.jpg").contains("Vienna"))
    let clean = try stripped("c.jpg")
    let after = try listing("stripped-c.jpg")
    #expect(!after.contains("Vienna") && !after.contains("Austria") && after.contains("News"), "\(after)")
    #expect(clean.count == bytes.count)
    // A piece that is missing may hold a place: refused.
    let broken = try #require(bytes.firstRange(of: Array("extension/\0\(guid)".utf8) + length(all.count) + length(cut)))
    var lost = bytes
    lost[broken.upperBound - 1] &+= 1
    try folder.write(lost, as: "d.jpg")
    #expect(throws: (any Error).self) { try stripped("d.jpg") }
  }

  @Test("XMP that a PNG holds packed is read, changed, and cleaned")
  func packedText() throws {
    try folder.write(try SampleStills.png.get(), as: "a.png")
    _ = try ForeignTool.exiftool.attempt(
      ["-q", "-m", "-n", "-z", "-api", "Compress=1", "-overwrite_original"] + Self.places + Self.others + ["a.png"],
      in: folder)
    let still = try StillFile.read(ArrayBytes(try folder.read("a.png")))
    #expect(String(decoding: still.xmp ?? [], as: UTF8.self).contains("Vienna"))
    _ = try stripped("a.png")
    let after = try listing("stripped-a.png")
    for word in Self.words { #expect(!after.contains(word), "\(after)") }
    #expect(after.contains("Wheel"))
  }

  @Test("metadata that cannot be read are no excuse: the file is refused")
  func damaged() throws {
    let broken: [[UInt8]] = [
      Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta".utf8),
      Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 1, 0, 0x1c, 2],
      Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 6, 0x1c, 2, 90, 0, 200, 65],
    ]
    for (index, payload) in broken.enumerated() {
      let marker: UInt8 = index == 0 ? 0xe1 : 0xed
      try folder.write(SampleJPEG.inserting(marker, payload, into: try SampleJPEG.standard()), as: "x.jpg")
      #expect(throws: (any Error).self, "\(index)") { try stripped("x.jpg") }
    }
  }

  @Test("a HEIC whose Exif lies outside of it is read, and says so; changes to it are refused")
  func lostExif() throws {
    try folder.write(try Kind.heic.make(), as: "a.heic")
    _ = try ForeignTool.exiftool.attempt(["-q", "-overwrite_original", "-EXIF:Artist=Somebody", "a.heic"], in: folder)
    var bytes = try folder.read("a.heic")
    // The item's place, as `iloc` has it: its payload begins with the length of what precedes the TIFF header.
    let payload = try #require(bytes.firstRange(of: [0, 0, 0, 6] + Array("Exif\0\0".utf8))).lowerBound
    let offset = (0..<4).map { UInt8(payload >> (24 - 8 * $0) & 0xff) }
    let place = try #require(bytes.firstRange(of: offset))
    bytes.replaceSubrange(place, with: [0x7f, 0, 0, 0])
    let still = try StillFile.read(ArrayBytes(bytes, name: "lost.heic"))
    #expect(still.exif == nil && still.problems.contains { $0.contains("Exif") }, "\(still.problems)")
    var edits = StillEdits()
    edits.removesLocation = true
    #expect(throws: (any Error).self) { try still.edited(edits).rope }
  }
}
