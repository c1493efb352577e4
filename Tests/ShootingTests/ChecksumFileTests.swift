import FileStorage
import Foundation
import LivePhotoFiles
import TestSupport
import Testing

@testable import livecam

/// The file of checksums that `verify` reads, and replaces when files have come.
@Suite struct ChecksumFileTests {
  private static let judge = ForeignTool("sha256sum", package: "coreutils")
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("sums")
    for name in ["a", "b", "c"] { try folder.write(Array(name.utf8), as: name) }
  }

  private func sum(of name: String) throws -> FileChecksum {
    let line = try Self.judge.run([folder.path(name)]).text
    let json = #"{"path": "\#(folder.path(name))", "state": "added", "sha256": "\#(line.prefix(64))"}"#
    return try JSONDecoder().decode(FileChecksum.self, from: Data(json.utf8))
  }

  private func add(_ names: String...) throws {
    let file = try ChecksumFile(path)
    file.add(try names.map { try sum(of: $0) })
    try file.save()
  }

  @Test(
    "a list is made, and grows behind what it holds, as sha256sum reads it; it keeps its mode, and links to it stay")
  func growing() throws {
    try add("a")
    let first = try folder.read("sums")
    // A last line without its end is one all the same.
    try folder.write([0x23, 0x20, 0x78, 0x0a] + first.dropLast(), as: "kept")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "kept")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("kept"))
    try add("b", "c")
    #expect(try folder.read("sums").starts(with: Array("# x\n".utf8) + first))
    #expect(try Self.judge.run(["--check", "--strict", path]).lines.count == 3)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["a", "b", "c", "kept", "sums"])
    #expect(try FileManager.default.attributesOfItem(atPath: folder.path("kept"))[.posixPermissions] as? Int == 0o600)
    #expect(try ChecksumFile(path).list.count == 3)
  }

  @Test("nothing new leaves the file as it is")
  func nothingNew() throws {
    try add("a")
    let before = try FileBytes(path)
    try add()
    #expect(try FileBytes(path).inode == before.inode)
  }

  @Test("a list that another run works with, or that was changed meanwhile, is refused, and stays")
  func others() throws {
    try add("a")
    let file = try ChecksumFile(path)
    let error = #expect(throws: FileStoreError.self) { _ = try ChecksumFile(path) }
    #expect(error?.message.contains("another process is working with these checksums") == true)
    file.add([try sum(of: "b")])
    let edited = try folder.read("sums") + Array("# mine\n".utf8)
    try folder.write(edited, as: "sums")
    #expect(throws: FileStoreError.self) { try file.save() }
    #expect(try folder.read("sums") == edited)
  }

  @Test("a list that somebody has made meanwhile stays, and one that could not be made is refused at the beginning")
  func unmakable() throws {
    let file = try ChecksumFile(path)
    file.add([try sum(of: "a")])
    try folder.write([], as: "sums")
    #expect(throws: FileStoreError.self) { try file.save() }
    #expect(try folder.read("sums").isEmpty)
    // An empty one is no list: it was lost.
    let error = #expect(throws: FileStoreError.self) { _ = try ChecksumFile(path) }
    #expect(error?.message.contains("the list of checksums is empty; restore it") == true)
    #expect(throws: FileStoreError.self) { _ = try ChecksumFile(folder.path("none/sums")) }
    #expect(throws: FileStoreError.self) { _ = try ChecksumFile(folder.path) }
    #expect(throws: LivePhotoError.self) { _ = try ChecksumFile(try folder.write([0, 0], as: "zeros")) }
  }
}
