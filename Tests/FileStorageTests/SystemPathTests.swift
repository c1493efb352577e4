import FileStorage
import MediaCore
import SystemCalls
import TestSupport
import Testing

/// Paths of any bytes, as strings and on the disk.
struct SystemPathTests {
  @Test func everyByteComesBack() {
    for byte in UInt8.min...UInt8.max {
      for bytes in [[byte], [0x61, byte, 0x62], [0xC3, byte], [byte, 0xA9], [0xF4, 0x8F, 0xBA, byte]] {
        let path = String(systemPath: bytes)
        #expect(path.systemBytes == bytes)
        #expect(path.systemPath.map(UInt8.init(bitPattern:)) == bytes + [0])
      }
    }
  }

  @Test(arguments: 0..<200) func randomBytesComeBack(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Bytes of which characters are made, so that whole and torn ones meet.
    let choice: [UInt8] = [0x2F, 0x61, 0x80, 0xA9, 0xBA, 0xBB, 0xBF, 0x8F, 0xC3, 0xE2, 0x82, 0xED, 0xF0, 0xF4, 0xFF]
    let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in choice.randomElement(using: &random) ?? 0 }
    let path = String(systemPath: bytes)
    #expect(path.systemBytes == bytes)
    // A slash stays one: parts of the path can be told from each other.
    #expect(path.unicodeScalars.count { $0 == "/" } == bytes.count { $0 == 0x2F })
    #expect(String(systemPath: path.systemBytes) == path)
  }

  @Test(arguments: ["", "IMG_0001.JPG", "café", "cafe\u{301}", "写真/😀.heic", "\u{10FFFF}\u{10FD00}"])
  func unicodeStaysAsItIs(path: String) {
    #expect(Array(String(systemPath: path.utf8).utf8) == Array(path.utf8))
    #expect(!String(systemPath: path.utf8).isEscaped)
    #expect(path.systemBytes == Array(path.utf8))
  }

  /// A name that really has one of the characters which stand for bytes is not taken for those bytes.
  @Test func escapesAreEscaped() {
    let path = String(systemPath: "a\u{10FEE9}".utf8)
    #expect(path.isEscaped)
    #expect(path != String(systemPath: [0x61, 0xE9]))
    #expect(path.systemBytes == Array("a\u{10FEE9}".utf8))
  }

  @Test func namesBeginAtTheSlash() {
    // With the slash before it a mark is one character.
    #expect(Folder.containing("a/\u{301}b") == "a")
    #expect(Folder.name(of: "a/\u{301}b") == "\u{301}b")
  }

  @Test func filesHaveAnyName() throws {
    let folder = try TemporaryFolder()
    let parent = folder.path + "/" + String(systemPath: [0xFF])
    let name = String(systemPath: Array("caf".utf8) + [0xE9] + Array(".jpg".utf8))
    let files = DiskFiles()
    try files.createAll([FileDraft(parent + "/" + name) { write in try Array("x".utf8).withUnsafeBytes(write) }])
    #expect(try files.names(in: parent) == [name])
    #expect(try files.kind(of: parent + "/" + name) == .file)
    #expect(try files.open(parent + "/" + name).count == 1)
    var walk = FolderWalk(of: files) { _ in false }
    walk.enter([folder.path])
    #expect(walk.flatMap(\.entries).map(\.path) == [parent + "/" + name])
    try files.rename(parent + "/" + name, to: parent + "/" + name + "2")
    #expect(!files.exists(parent + "/" + name))
    try files.remove(parent + "/" + name + "2")
    try files.removeFolder(parent)
    #expect(try files.names(in: folder.path) == [])
  }
}
