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
}
