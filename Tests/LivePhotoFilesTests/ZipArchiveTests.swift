import ByteCoding
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LivePhotoFiles

@Suite struct ZipArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An archive of Python's, whose `body` writes to `archive`.
  private func archive(_ body: String) throws -> [UInt8] {
    let script = "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w') as archive:\n" + body
    _ = try ForeignTool.python.run(["-c", script, folder.path("a.zip")])
    return try folder.read("a.zip")
  }

  private func contents(_ archive: ZipArchive, _ member: ZipArchive.Member) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try archive.unpack(member) { bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test("members come out as they went in, plain and deflated, behind a comment of any length")
  func members() throws {
    let bytes = try archive(
      """
        archive.writestr("plain", bytes(range(256)) * 9)
        archive.writestr("folder/", b"")
        archive.writestr("packed", bytes(range(256)) * 4000, 8)
        archive.writestr("empty", b"", 8)
        archive.comment = b"PK\\x05\\x06" + b"x" * 60000
      """)
    let archive = try ZipArchive(ArrayBytes(bytes, name: "a.zip"))
    #expect(archive.members.map(\.name) == ["plain", "packed", "empty"])
    let cycle = (0..<256).map { UInt8($0) }
    let expected = [9, 4000, 0].map { Array(repeatElement(cycle, count: $0).joined()) }
    for (member, expected) in zip(archive.members, expected) {
      #expect(member.size == expected.count)
      #expect(firstDifference(try contents(archive, member), expected) == nil)
      #expect(firstDifference(try archive.firstBytes(of: member, count: 5), Array(expected.prefix(5))) == nil)
    }
    let plain = try #require(try archive.plainBytes(of: archive.members[0]))
    #expect(firstDifference(try plain.allBytes(), expected[0]) == nil)
    #expect(try archive.plainBytes(of: archive.members[1]) == nil)
  }

  @Test("changed and cut archives are errors or give what was packed, and never more than they promise")
  func mutations() throws {
    let bytes = try archive(
      """
        archive.writestr("a", b"Live Photo " * 500, 8)
        archive.writestr("b", b"plain text")
      """)
    let good = [Array(String(repeating: "Live Photo ", count: 500).utf8), Array("plain text".utf8)]
    var random = SeededRandom(seed: 11)
    var refused = 0
    for round in 0..<3000 {
      var changed = bytes
      if round % 4 == 0 { changed.removeLast(Int.random(in: 1...bytes.count, using: &random)) }
      for _ in 0..<Int.random(in: 1...3, using: &random) where !changed.isEmpty {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let archive = try ZipArchive(ArrayBytes(changed, name: "a.zip"))
        for member in archive.members {
          let unpacked = try contents(archive, member)
          #expect(unpacked.count == member.size)
          #expect(good.contains(unpacked), "a checksum that fits other bytes")
        }
      } catch is CodingError { refused += 1 }
    }
    #expect(refused > 1000)
  }

  @Test("a member that claims to be larger than deflate can make it is refused before it is unpacked")
  func bomb() throws {
    var bytes = try archive("  archive.writestr('a', b'x' * 100, 8)")
    let directory = try #require(bytes.firstRange(of: [0x50, 0x4b, 1, 2])).lowerBound
    bytes.replaceSubrange(directory + 24..<directory + 28, with: [0, 0, 0, 0x20])
    #expect(throws: CodingError.self) { try ZipArchive(ArrayBytes(bytes, name: "bomb.zip")) }
  }

  @Test(
    "an archive whose headers and directory do not tell the same is damaged, as programs go by the one or the other",
    arguments: [
      (14, "contradicts the directory"), (18, "contradicts"), (22, "contradicts"), (8, "contradicts"),
      (30, "another name"),
    ])
  func contradictions(offset: Int, text: String) throws {
    var bytes = try archive("  archive.writestr('a', b'x' * 100, 8)")
    bytes[offset] ^= 1
    let error = #expect(throws: CodingError.self) { try ZipArchive(ArrayBytes(bytes, name: "a.zip")) }
    #expect(error?.message.contains(text) == true, "\(String(describing: error))")
  }

  @Test("entries of one name, of the same bytes, and what lies before the first or behind the last are damage")
  func ambiguity() throws {
    func problem(_ bytes: [UInt8]) -> String {
      let error = #expect(throws: CodingError.self) { try ZipArchive(ArrayBytes(bytes, name: "a.zip")) }
      return error?.message ?? ""
    }
    let twice = try archive(
      "  import warnings\n  warnings.simplefilter('ignore')\n"
        + "  archive.writestr('a', b'1' * 40)\n  archive.writestr('a', b'2')")
    #expect(problem(twice).contains("two entries of the name a"))
    var shared = try archive("  archive.writestr('a', b'1' * 40)\n  archive.writestr('b', b'2')")
    // Of the same name, size and bytes as the first but for the place.
    let entries = shared.indices.filter { shared[$0...].starts(with: [0x50, 0x4b, 1, 2]) }
    shared.replaceSubrange(entries[1] + 16..<entries[1] + 47, with: shared[entries[0] + 16..<entries[0] + 47])
    shared[entries[0] + 46] = UInt8(ascii: "c")
    shared[30] = UInt8(ascii: "c")
    shared[entries[1] + 46] = UInt8(ascii: "c")
    #expect(!problem(shared).isEmpty)
    let good = try archive("  archive.writestr('a', b'1' * 40)")
    #expect(problem(good + good).contains("\(good.count) bytes lie between its directory and its end"))
  }

  @Test("bytes that no entry has are told, and those that describe the entry before them are none")
  func strayBytes() throws {
    let good = try archive("  archive.writestr('a', b'1' * 40)")
    #expect(try ZipArchive(ArrayBytes(good, name: "a.zip")).strayBytes == nil)
    let behind = try ZipArchive(ArrayBytes(good + [1, 2, 3], name: "a.zip")).strayBytes
    #expect(behind?.hasPrefix("3 bytes behind its end") == true)
    let script = """
      import sys, zipfile
      class Pipe:
          def __init__(self, path): self.file = open(path, "wb")
          def write(self, data): return self.file.write(data)
          def flush(self): self.file.flush()
      with zipfile.ZipFile(Pipe(sys.argv[1]), "w") as archive:
          archive.writestr("folder/", b"")
          archive.writestr("a", b"1" * 40)
          archive.writestr("b", b"2" * 40, 8)
      """
    _ = try ForeignTool.python.run(["-c", script, folder.path("streamed.zip")])
    let streamed = try ZipArchive(ArrayBytes(try folder.read("streamed.zip"), name: "streamed.zip"))
    #expect(streamed.members.count == 2 && streamed.strayBytes == nil)
  }
}
