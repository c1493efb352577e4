import ByteCoding
import FileStorage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// The disk of a user who may read a library, and not change it.
struct ProtectedFiles: ForwardingFiles {
  var forwarded: any FileTree { DiskFiles() }

  private func refusal(_ path: String) -> FileStoreError {
    FileStoreError(path: path, operation: "open", errno: EROFS, message: "the disk is mounted for reading alone")
  }

  func makeFolder(_ path: String) throws(FileStoreError) { throw refusal(path) }
  func write(_ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    throw refusal(path)
  }
  func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool { throw refusal(newPath) }
  func rename(_ path: String, to newPath: String) throws(FileStoreError) { throw refusal(newPath) }
  func remove(_ path: String) throws(FileStoreError) { throw refusal(path) }
  func removeFolder(_ path: String) throws(FileStoreError) { throw refusal(path) }
}

@Suite struct LibraryOpeningTests {
  private func open(
    _ bench: LibraryBench, _ opening: LibraryOpening, files: any FileTree = DiskFiles(),
    authorization: LibraryAuthorizationPolicy = .fixed(.authorized)
  ) throws -> PhotoLibrary {
    try CatalogKind.open(
      at: bench.path, url: bench.schema?.url, bench.environment(authorization: authorization, files: files), opening)
  }

  @Test(
    "where there is nothing, or an empty database, there is no library; one is made where that is wanted",
    arguments: CatalogKind.allCases)
  func nothingThere(_ kind: CatalogKind) throws {
    let bench = try LibraryBench(kind)
    for opening in [LibraryOpening.existing, .reading] {
      let failure = #expect(throws: PhotosError.self) { try open(bench, opening) }
      #expect(failure?.code == .missingResource && failure?.message.contains("no library here") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: bench.path), "nothing was made")
    if kind == .sqlite {
      let file = try bench.write([], as: "library/library.sqlite")
      #expect { try open(bench, .existing) } throws: { ($0 as? PhotosError)?.code == .missingResource }
      #expect(
        try Data(contentsOf: file).isEmpty && FileManager.default.subpaths(atPath: bench.path) == ["library.sqlite"])
    }
    let nobody = LibraryAuthorizationPolicy.prompting(ScriptedPrompt(.denied))
    let made = try open(bench, .making(allowsProgram: true), authorization: nobody)
    #expect(made.authorizationStatus(for: .readWrite) == .authorized && !made.isReadOnly)
    try made.add(TinyPair.first.get())
    let again = try open(bench, .making(allowsProgram: true), authorization: nobody)
    #expect(try again.assetCount == 1 && again.programAuthorizations().count == 1)
    #expect(try open(bench, .existing).assetCount == 1)
  }

  @Test("a database that was emptied is told to whoever opens it, and no new one is advised", arguments: [true, false])
  func emptied(_ isThere: Bool) throws {
    let bench = try LibraryBench(.sqlite)
    var library: PhotoLibrary? = try open(bench, .making())
    try library?.add(TinyPair.first.get())
    library = nil
    for name in bench.files(below: "") where name.hasPrefix("library.sqlite") {
      try FileManager.default.removeItem(atPath: bench.path + "/" + name)
    }
    if isThere { _ = try bench.write([], as: "library/library.sqlite") }
    for opening in [LibraryOpening.existing, .reading, .making()] {
      let failure = #expect(throws: PhotosError.self) { try open(bench, opening) }
      #expect(failure?.message.contains("restore its library.sqlite from a backup") == true)
      #expect(failure.map { "\($0)".contains("[-1]") } == false)
    }
  }

  @Test(
    "a library that cannot be changed is read: lists, files and a check; changes are refused with a sentence",
    arguments: CatalogKind.allCases, [LibraryOpening.existing, .reading])
  func readOnly(_ kind: CatalogKind, _ opening: LibraryOpening) throws {
    let bench = try LibraryBench(kind)
    var library: PhotoLibrary? = try open(bench, .making())
    let pair = try TinyPair.first.get()
    try library?.add(pair)
    library = nil
    let before = bench.files(below: "")
    let read = try open(bench, opening, files: opening == .existing ? ProtectedFiles() : DiskFiles())
    #expect(read.isReadOnly)
    let asset = try #require(try Asset.fetchAssets(in: read).firstObject)
    let movie = try #require(try AssetResource.assetResources(for: asset, in: read).last)
    #expect(try read.environment.files.open(movie.path).allBytes() == pair.movie)
    var check = LibraryCheck(of: read)
    #expect(try check.run().isClean)
    var repair = LibraryCheck(of: read, repairs: true)
    #expect { try repair.run() } throws: { "\($0)".contains("open for reading alone") }
    let refused = #expect(throws: PhotosError.self) { try read.add(TinyPair.second.get()) }
    #expect(refused?.message.contains("open for reading alone") == true)
    #expect { try read.originals.useStore("test://store") } throws: { "\($0)".contains("open for reading alone") }
    #expect(try read.assetCount == 1)
    let kept = bench.files(below: "").filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    #expect(kept == before.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }, "nothing was made")
  }

  @Test("a folder that may not be looked into is no missing library")
  func forbidden() throws {
    struct ForbiddenFiles: ForwardingFiles {
      var forwarded: any FileTree { DiskFiles() }
      func open(_ path: String) throws(FileStoreError) -> FileBytes {
        throw FileStoreError(path: path, operation: "open", errno: EACCES, message: "this is not permitted")
      }
    }
    let bench = try LibraryBench(.sqlite)
    _ = try open(bench, .making())
    let failure = #expect(throws: PhotosError.self) { try open(bench, .existing, files: ForbiddenFiles()) }
    #expect(
      failure?.code == .internalError && failure?.message == bench.path + "/library.sqlite: this is not permitted.")
  }

  @Test("folders of somebody's own that lie where new files come are left as they are, links or not")
  func othersFolders() throws {
    let bench = try LibraryBench()
    try #expect(bench.open().assetCount == 0)
    bench.waitUntilClosed()
    let letter = try bench.write(Array("Dear".utf8), as: "papers/letters/letter.txt")
    let left = try bench.write([1], as: "papers/session-0/0-1.part")
    try FileManager.default.removeItem(atPath: bench.path + "/incoming")
    try FileManager.default.createSymbolicLink(
      atPath: bench.path + "/incoming", withDestinationPath: bench.folder.path("papers"))
    try #expect(bench.open().assetCount == 0)
    bench.waitUntilClosed()
    #expect(try Data(contentsOf: letter) == Data("Dear".utf8))
    #expect(!FileManager.default.fileExists(atPath: left.path), "what a process has left is swept as ever")
  }

  @Test("no library is made between other files, over originals without a database, or in another program's database")
  func takenFolders() throws {
    func refusal(_ bench: LibraryBench) throws -> String {
      let before = bench.files(below: "")
      let failure = #expect(throws: PhotosError.self) { try open(bench, .making()) }
      #expect(failure?.code == .internalError)
      #expect(bench.files(below: "") == before, "nothing was made")
      return failure?.message ?? ""
    }
    for name in ["IMG_0001.JPG", "resources/IMG_0001.JPG", "incoming/letter.txt"] {
      let bench = try LibraryBench(.sqlite)
      _ = try bench.write([1], as: "library/" + name)
      let isOriginal = name.hasPrefix("resources")
      #expect(try refusal(bench).contains(isOriginal ? "photos and no database" : "something else in this folder"))
      if isOriginal {
        let missing = #expect(throws: PhotosError.self) { try open(bench, .existing) }
        #expect(missing?.code == .missingResource && missing?.message.contains("photos and no database") == true)
        // A database that was emptied does not make it a new one.
        _ = try bench.write([], as: "library/library.sqlite")
        #expect(try refusal(bench).contains("photos and no database"))
      }
    }
    let bench = try LibraryBench(.sqlite)
    let other = try SQLiteConnection(bench.write([], as: "library/library.sqlite").path, .existing)
    _ = try other.execute("CREATE TABLE letter (body TEXT)")
    #expect(try refusal(bench).contains("another program's"))
    #expect(try other.hasTable("letter"))
    // What a process leaves that dies while it makes one is no hindrance.
    let begun = try LibraryBench(.sqlite)
    for folder in ["resources", "incoming/session-1"] {
      try FileManager.default.createDirectory(
        atPath: begun.path + "/" + folder, withIntermediateDirectories: true)
    }
    #expect(try open(begun, .making()).assetCount == 0)
  }
}
