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

  /// What there is to know of a name: the kind, the names in it, and what keeps it from being listed and opened.
  struct Row: Sendable {
    let name: String
    var kind: PathKind?
    var names: [String]?
    /// The system's numbers for looking at it, listing and opening it; 0 where that can be done.
    let numbers: [Int32]
  }

  static let rows = [
    Row(name: "a/b/file", kind: .file, numbers: [0, 20, 0]), Row(name: "a/b/file/", numbers: [20, 20, 20]),
    Row(name: "a/b/file/x", numbers: [20, 20, 20]),
    Row(name: "a/b", kind: .folder, names: ["file"], numbers: [0, 0, 21]),
    Row(name: "a/b/", kind: .folder, names: ["file"], numbers: [0, 0, 21]),
    Row(name: "a", kind: .folder, names: ["b", "other"], numbers: [0, 0, 21]),
    Row(name: "a/", kind: .folder, names: ["b", "other"], numbers: [0, 0, 21]),
    Row(name: "a/b//", kind: .folder, names: ["file"], numbers: [0, 0, 21]),
    Row(name: "a/ot", numbers: [2, 2, 2]), Row(name: "a/b/fil", numbers: [2, 2, 2]),
    Row(name: "missing", numbers: [2, 2, 2]), Row(name: "missing/", numbers: [2, 2, 2]),
    Row(name: "missing/x", numbers: [2, 2, 2]),
  ]

  @Test("every name is the same to disk and memory, and refused by its path", arguments: [true, false], rows)
  func names(isDisk: Bool, row: Row) throws {
    let files = try files(isDisk)
    let path = folder.path(row.name)
    func number(_ ask: () throws(FileStoreError) -> some Any) -> Int32 {
      do throws(FileStoreError) { _ = try ask() } catch {
        #expect(error.path == path)
        return error.errno ?? 0
      }
      return 0
    }
    #expect(files.exists(path) == (row.kind != nil))
    #expect((try? files.kind(of: path)) == row.kind && (try? files.names(in: path).sorted()) == row.names)
    #expect(
      [
        number { () throws(FileStoreError) in try files.kind(of: path) },
        number { () throws(FileStoreError) in try files.names(in: path) },
        number { () throws(FileStoreError) in try files.open(path) },
      ] == row.numbers)
  }

  @Test("a folder's name is taken, as a file's is", arguments: [true, false], ["a", "a/b/file"])
  func taken(isDisk: Bool, name: String) throws {
    _ = try files(isDisk)
    let store: any FileStore = isDisk ? DiskFiles() : memory
    let path = folder.path(name)
    for write in [{ try store.create(path, [1]) }, { try store.createAll([FileDraft(path) { _ in }]) }] {
      #expect(#expect(throws: FileStoreError.self) { try write() }?.code == .existing)
    }
  }

  @Test("memory without files has no folders")
  func empty() { #expect(!memory.exists("") && !memory.exists("/") && (try? memory.kind(of: "a")) == nil) }

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
