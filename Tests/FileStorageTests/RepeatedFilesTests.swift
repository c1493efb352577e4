import FileStorage
import Foundation
import TestSupport
import Testing

/// Files that are written a second time, after their process was killed in the middle.
struct RepeatedFilesTests {
  private let folder: TemporaryFolder
  private let store = RepeatedFiles()

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ name: String, _ text: String) -> FileDraft {
    // In pieces, as files come.
    FileDraft(folder.path(name)) { write in for byte in text.utf8 { try withUnsafeBytes(of: byte, write) } }
  }

  private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

  @Test func whatIsMissingIsWritten() throws {
    try folder.write("still".utf8, as: "a.jpg")
    try store.createAll([draft("a.jpg", "still"), draft("a.mov", "movie")])
    #expect(try text("a.jpg") == "still")
    #expect(try text("a.mov") == "movie")
    try store.createAll([draft("a.jpg", "still"), draft("a.mov", "movie")])
  }

  @Test(arguments: ["stilL", "stil", "still!", ""]) func anotherFileIsRefused(there: String) throws {
    try folder.write(there.utf8, as: "a.jpg")
    let error = #expect(throws: FileStoreError.self) {
      try store.createAll([draft("a.mov", "movie"), draft("a.jpg", "still")])
    }
    #expect(error?.code == .existing)
    #expect(error?.path == folder.path("a.jpg"))
    #expect(try text("a.jpg") == there)
    #expect(!DiskFiles().exists(folder.path("a.mov")))
  }

  @Test func singleFilesAreCompared() throws {
    try store.create(folder.path("a"), Array("x".utf8))
    try store.create(folder.path("a"), Array("x".utf8))
    #expect(throws: FileStoreError.self) { try store.create(folder.path("a"), Array("y".utf8)) }
    #expect(try text("a") == "x")
  }

  @Test func leftoversAreRemoved() throws {
    try folder.write("half".utf8, as: ".livecam-a.jpg-1-0.tmp")
    try folder.write("mine".utf8, as: ".other.tmp")
    try store.createAll([draft("a.jpg", "still")])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [".other.tmp", "a.jpg"])
  }
}
