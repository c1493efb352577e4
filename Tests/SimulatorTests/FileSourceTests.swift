import ByteCoding
import FileStorage
import Simulator
import TestSupport
import Testing

/// What is read of files is the same whether they are on the disk or in memory.
@Suite struct FileSourceTests {
  private let folder: TemporaryFolder
  private let memory = MemoryFiles()

  init() throws { folder = try TemporaryFolder() }

  private func files(_ isDisk: Bool) throws -> any FileSource {
    let store: any FileStore = isDisk ? DiskFiles() : memory
    try store.createAll(
      ["a/b/file", "a/other"].map { name in
        FileDraft(folder.path(name)) { write in try ([1, 2, 3] as [UInt8]).withUnsafeBytes { try write($0) } }
      })
    return isDisk ? DiskFiles() : memory
  }

  @Test("files are opened, listed and told from folders", arguments: [true, false])
  func answers(isDisk: Bool) throws {
    let files = try files(isDisk)
    let path = folder.path("a/b/file")
    let bytes = try files.open(path)
    #expect(bytes.name == path && bytes.count == 3)
    #expect(try bytes.allBytes() == [1, 2, 3])
    #expect(#expect(throws: ByteError.self) { try bytes.bytes(2..<4) }?.code == .outOfRange)
    #expect(try files.kind(of: path) == .file && files.kind(of: folder.path("a")) == .folder)
    #expect(try files.names(in: folder.path("a")).sorted() == ["b", "other"])
    #expect(try files.names(in: folder.path("a/b")) == ["file"])
    #expect(files.exists(path) && !files.exists(folder.path("a/b/missing")))
  }

  @Test("what cannot be read is refused by its path, with the system's number", arguments: [true, false])
  func refusals(isDisk: Bool) throws {
    let files = try files(isDisk)
    func error(_ name: String, _ ask: (String) throws(FileStoreError) -> some Any) -> Int32? {
      do throws(FileStoreError) { _ = try ask(folder.path(name)) } catch {
        #expect(error.path == folder.path(name))
        return error.errno
      }
      return nil
    }
    #expect(error("missing", files.open) == 2 && error("a", files.open) == 21)
    #expect(error("missing", files.kind) == 2)
    #expect(error("missing", files.names) == 2 && error("a/other", files.names) == 20)
  }

  @Test("a file that is removed stays as it was for whoever has it open", arguments: [true, false])
  func removal(isDisk: Bool) throws {
    let files = try files(isDisk)
    let path = folder.path("a/other")
    let bytes = try files.open(path)
    if isDisk { try DiskFiles().remove(path) } else { memory.remove(path) }
    #expect(!files.exists(path))
    #expect(try bytes.bytes(1..<2) == [2])
  }
}
