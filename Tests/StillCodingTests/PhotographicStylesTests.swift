import ByteCoding
import ISOBoxes
import MediaCore
import TestSupport
import Testing

@testable import StillCoding

/// Stills of phones with Photographic Styles: items of the kind `uri `, whose property lists are looked into.
@Suite struct PhotographicStylesTests {
  private static let texture = "tag:apple.com,2026:photo:metadata:texture_styles"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A still with a place in Exif and XMP, and with lists.
  private func make(_ lists: [(kind: String, name: String)]) throws {
    try folder.write(try LocationRemovalTests.Kind.heic.make(), as: "plain.heic")
    _ = try ForeignTool.exiftool.attempt(
      [
        "-q", "-m", "-n", "-overwrite_original", "-GPSLatitude=48.2", "-GPSLatitudeRef=N", "-Artist=Somebody",
        "-XMP-photoshop:City=Vienna", "-XMP-dc:Title=Wheel", "plain.heic",
      ], in: folder)
    try PhotographicStyles.addLists(lists, to: "plain.heic", as: "a.heic", in: folder)
  }

  private func strip() throws -> HEICFile {
    var edits = StillEdits()
    edits.removesLocation = true
    let edited = try StillFile.read(ArrayBytes(folder.read("a.heic"), name: "a.heic")).edited(edits)
    #expect(edited.notes.isEmpty, "\(edited.notes)")
    let bytes = try edited.rope.contents()
    try folder.write(bytes, as: "b.heic")
    return try HEICFile.read(ArrayBytes(bytes))
  }

  private func payload(of kind: String, in file: HEICFile) throws -> [UInt8] {
    let item = try #require(file.table.itemIDs.first { file.table.infos[$0]?.uri == kind })
    return try #require(try file.table.bytes(of: item, in: file.source, limit: 1 << 20))
  }

  private func tags(_ name: String) throws -> [String] {
    try ForeignTool.exiftool.run(["-a", "-G1", "-s", "-ee", "--System:all", "--File:all", name], in: folder).lines
      .filter { !["GPS", "City", "MediaDataOffset", "MetaImageSize"].contains(where: $0.contains) }
  }

  @Test("photographicStylesAreKept: lists that tell no place stay byte for byte, and places elsewhere go")
  func photographicStylesAreKept() throws {
    try PhotographicStyles.writeList("style", in: folder)
    try PhotographicStyles.write(
      "{'Preset': 'Soft', 'FilmGrainSeed': 277, 'CaptureMode': 'Still'}", as: "grain", in: folder)
    try make([(PhotographicStyles.kind, "style"), (Self.texture, "grain")])
    #expect(try Places.lines("a.heic", in: folder).count > 1)
    let file = try strip()
    #expect(try Places.lines("b.heic", in: folder).isEmpty)
    #expect(try payload(of: PhotographicStyles.kind, in: file) == folder.read("style"))
    #expect(try payload(of: Self.texture, in: file) == folder.read("grain"))
    #expect(try tags("b.heic") == tags("a.heic"))
    #expect(
      try ForeignTool.python.run([HEIFItems.script, "a.heic", "b.heic", "Exif", "mime"], in: folder).lines == ["same"])
    _ = try ForeignTool.heifConvert.attempt(["b.heic", "b.png"], in: folder)
    #expect(try !folder.read("b.png").isEmpty)
  }

  @Test("placesInStylesGo: entries about places go, in lists inside of lists as well, and nothing else")
  func placesInStylesGo() throws {
    try PhotographicStyles.writeList("style", in: folder)
    try PhotographicStyles.writeList("place", hasPlaces: true, in: folder)
    try make([(PhotographicStyles.kind, "place")])
    let clean = try payload(of: PhotographicStyles.kind, in: try strip())
    #expect(try clean.count == folder.read("place").count)
    for word in ["Vienna", "48.2082", "Latitude", "GPS", "LocationName"] {
      #expect(clean.firstRange(of: Array(word.utf8)) == nil, "\(word)")
    }
    // 48.2082 as a number.
    #expect(clean.firstRange(of: (48.2082).bitPattern.bytes) == nil)
    try folder.write(clean, as: "clean")
    let program = """
      import plistlib
      clean, style, place = (plistlib.load(open(name, 'rb')) for name in ('clean', 'style', 'place'))
      more, xml, notes = (clean.pop(name) for name in ('more', 'xml', 'notes'))
      assert clean == style, sorted(clean)
      assert plistlib.loads(more) == {'gain': 2.0}
      assert len(xml) == len(place['xml']) and plistlib.loads(xml) == {'gain': 3.0}, xml
      assert [note.strip() for note in notes] == ['a walk', '', 'zur Br\\u00fccke'], notes
      print('same')
      """
    #expect(try ForeignTool.python.run(["-c", program], in: folder).lines == ["same"])
  }

  @Test("unreadableStylesAreNamed: what cannot be read is refused with its item, its kind and why")
  func unreadableStylesAreNamed() throws {
    let strange = "tag:example.com,2026:strange"
    try PhotographicStyles.write("{'blob': bytes(range(200, 256))}", as: "unknown", in: folder)
    try folder.write(Array("bplist00 and no more of it, though it is long enough".utf8), as: "broken")
    try folder.write([UInt8](repeating: 0x81, count: 40), as: "floats")
    for (kind, name, words) in [
      (PhotographicStyles.kind, "broken", ["is a property list of the kind", "Its offsets have"]),
      (strange, "unknown", ["is a property list of the kind", "56 bytes of data under 'blob'"]),
      (strange, "floats", ["is of the kind"]),
    ] {
      try make([(kind, name)])
      #expect {
        _ = try strip()
      } throws: { error in
        let text = "\(error)"
        return (words + [kind, "Item 103 ", "a.heic: "]).allSatisfy { text.contains($0) }
      }
    }
    // What Apple's lists hold as data are numbers.
    try make([(PhotographicStyles.kind, "unknown")])
    #expect(try payload(of: PhotographicStyles.kind, in: strip()) == folder.read("unknown"))
  }
}

extension UInt64 {
  fileprivate var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}
