import Foundation
import TestSupport
import Testing

/// The judge of rewritten HEIF files must see what differs.
@Suite(.foreignPrograms) struct HEIFItemsTests {
  private static let picture = Project.url("Tests/Fuzz/Seeds/heic/a.heic")
  private let folder: TemporaryFolder
  private let bytes: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    bytes = Array(try Data(contentsOf: Self.picture))
    try folder.write(bytes, as: "one.heic")
  }

  /// What the script says of the picture and another one.
  private func compared(with other: [UInt8], ignoring types: String...) throws -> [String] {
    try folder.write(other, as: "other.heic")
    return try ForeignTool.python.run([HEIFItems.script, "one.heic", "other.heic"] + types, in: folder).lines
  }

  /// The picture with one byte changed that many bytes behind where a text begins.
  private func changed(behind text: String, by distance: Int) throws -> [UInt8] {
    let place = try #require(Data(bytes).range(of: Data(text.utf8))?.upperBound)
    var other = bytes
    other[place + distance] ^= 1
    return other
  }

  @Test("a file is the same as itself")
  func same() throws {
    #expect(try compared(with: bytes) == ["same"])
  }

  @Test("a byte of the picture makes a difference, whatever metadata are left out")
  func picture() throws {
    let said = try compared(with: changed(behind: "mdat", by: 40), ignoring: "Exif", "mime")
    #expect(said.count == 1 && said[0].hasSuffix(": hvc1"), "\(said)")
  }

  @Test("a byte of Exif makes a difference, unless Exif is left out")
  func exif() throws {
    let other = try changed(behind: "MM\0*", by: 40)
    #expect(try compared(with: other) != ["same"])
    #expect(try compared(with: other, ignoring: "Exif") == ["same"])
    #expect(try compared(with: other, ignoring: "mime") != ["same"])
  }
}
