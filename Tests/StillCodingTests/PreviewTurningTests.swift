import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

/// A picture that is turned takes the previews behind it along.
@Suite struct PreviewTurningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func orientation(_ name: String) throws -> String {
    try ForeignTool.exiftool.attempt(["-n", "-s3", "-IFD0:Orientation", name], in: folder).lines.first ?? "none"
  }

  @Test(
    "previews turn by as much, with and without Exif of their own, gain maps stay, and the list stays right",
    arguments: [(1, 6), (6, 3), (3, 8)], [false, true])
  func turning(_ turn: (from: Int, to: Int), isStripped: Bool) throws {
    let main = try Places.picture(width: 320, height: 240, orientation: turn.from)
    let tagged = try Places.picture(width: 160, height: 120, orientation: turn.from)
    let other = try Places.picture(width: 80, height: 60, orientation: 8)
    let bare = try SampleJPEG.standard(width: 64, height: 48)
    try folder.write(bare, as: "map.jpg")
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/">
      <HDRGainMap:HDRGainMapVersion>65536</HDRGainMap:HDRGainMapVersion></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    try folder.write(Array(packet.utf8), as: "map.xmp")
    _ = try ForeignTool.exiftool.attempt(["-q", "-overwrite_original", "-XMP<=map.xmp", "map.jpg"], in: folder)
    let map = try folder.read("map.jpg")
    let bytes = MultiPicture.make(
      main, [(0x01_0001, tagged), (0x01_0002, bare), (0, map), (0x02_0002, other)])
    var edits = StillEdits()
    edits.orientation = ExifOrientation(rawValue: UInt16(turn.to))
    edits.removesLocation = isStripped
    try folder.write(try StillFile.read(ArrayBytes(bytes)).edited(edits).rope.contents(), as: "b.jpg")
    #expect(try orientation("b.jpg") == "\(turn.to)")
    let check = try ForeignTool.exiftool.attempt(
      ["-validate", "-warning", "-a", "-mpf:all", "-G1", "-s", "b.jpg"], in: folder)
    #expect(!check.text.contains("Warning") && check.text.contains("MPImage5"), "\(check.text)")
    #expect(try Places.lines("b.jpg", in: folder).isEmpty == isStripped)
    func picture(_ number: Int) throws -> [UInt8] {
      // It calls the first preview so, and all others by their numbers.
      let tag = number == 2 ? "PreviewImage" : "MPImage\(number)"
      let bytes = try ForeignTool.exiftool.run(["-b", "-\(tag)", "b.jpg"], in: folder).bytes
      try folder.write(bytes, as: "\(number).jpg")
      return bytes
    }
    for (number, old) in [(2, tagged), (3, bare), (4, map), (5, other)] {
      let pixels = try SampleStills.pixels(of: picture(number), as: "a.jpg")
      #expect(firstDifference(pixels, try SampleStills.pixels(of: old, as: "a.jpg")) == nil, "\(number)")
    }
    // A quarter each: 1, 6, 3, 8 in a circle.
    let circle = [1, 6, 3, 8]
    func turned(_ old: Int) throws -> String {
      let shift = try #require(circle.firstIndex(of: turn.to)) - #require(circle.firstIndex(of: turn.from)) + 4
      return "\(circle[(try #require(circle.firstIndex(of: old)) + shift) % 4])"
    }
    #expect(try orientation("2.jpg") == "\(turn.to)")
    #expect(try orientation("3.jpg") == turned(1))
    #expect(try orientation("4.jpg") == "none")
    #expect(try orientation("5.jpg") == turned(8))
  }

  @Test("nothing happens to previews when the picture is not turned")
  func unturned() throws {
    let preview = try SampleJPEG.standard(width: 64, height: 48)
    let bytes = MultiPicture.make(try Places.picture(width: 320, height: 240, orientation: 6), [(0x01_0001, preview)])
    var edits = StillEdits()
    edits.orientation = .right
    let same = try StillFile.read(ArrayBytes(bytes)).edited(edits).rope.contents()
    #expect(same.count == bytes.count && firstDifference(same, bytes) == nil)
  }
}
