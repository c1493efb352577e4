import ByteCoding
import FileStorage
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct LibraryCheckTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  private let resources: [AssetResource]
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
    let identifier = try library.add(TinyPair.first.get()).localIdentifier
    try library.add(TinyPair.second.get())
    let asset = try #require(try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library).firstObject)
    resources = try AssetResource.assetResources(for: asset, in: library)
  }

  private func findings(repairs: Bool = false, _ effort: LibraryCheck.Effort = .hashes) throws -> LibraryCheck.Report {
    var check = LibraryCheck(of: library, effort: effort, repairs: repairs)
    return try check.run()
  }

  @Test("a library that is well has no findings, and every byte was read")
  func well() throws {
    let report = try findings()
    #expect(report.findings.isEmpty && report.isClean && report.fileCount == 4)
    let pairs = [try TinyPair.first.get(), try TinyPair.second.get()]
    #expect(report.byteCount == Int64(pairs.reduce(0) { $0 + $1.still.count + $1.movie.count }))
    #expect(try findings(.sizes).byteCount == 0)
  }

  @Test("one byte that differs, a file that is cut, and one that is gone are told, and then the asset says so")
  func damage() throws {
    let path = resources[0].path
    var bytes = try FileBytes(path).allBytes()
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try findings().findings.map(\.kind) == [.damagedFile])
    #expect(try findings(.sizes).findings.isEmpty, "lengths alone do not tell")
    try Data(bytes.dropLast()).write(to: URL(fileURLWithPath: path))
    #expect(try findings(.sizes).findings.map(\.kind) == [.damagedFile])
    try FileManager.default.removeItem(atPath: path)
    let report = try findings(repairs: true)
    #expect(report.findings.map(\.kind) == [.missingFile] && report.isClean)
    let asset = try #require(try Asset.fetchAssets(of: .smartAlbum(.unfinished), in: library).firstObject)
    #expect(asset.localIdentifier == resources[0].assetLocalIdentifier)
    #expect(asset.remark?.contains("is not there") == true)
  }

  @Test("an edited form that is lost is given up: the original is shown again")
  func lostEdit() throws {
    let asset = try #require(
      try Asset.fetchAssets(withLocalIdentifiers: [resources[0].assetLocalIdentifier], in: library).firstObject)
    let still = try TinyPair.second.get().still
    try library.performChangesAndWait { [library] in
      AssetChangeRequest.setContentEdits([AssetEdit(.fullSizePhoto, data: still)], of: asset, in: library)
    }
    let edit = try #require(
      try AssetResource.assetResources(for: asset, in: library).first { $0.type == .fullSizePhoto })
    try FileManager.default.removeItem(atPath: edit.path)
    #expect(try findings(repairs: true).isClean)
    #expect(try AssetResource.assetResources(for: asset, in: library).map(\.type) == [.photo, .pairedVideo])
    #expect(try findings().findings.isEmpty)
  }

  @Test("files of no asset are told and kept elsewhere; those on their way are left alone")
  func orphans() throws {
    let stray = try bench.write([1, 2, 3], as: "library/resources/00/stray.jpg")
    let marked = "0F3C1B5E.jpg"
    _ = try bench.write([4], as: "library/resources/01/" + marked)
    try DiskFiles().write(library.folder.mark(of: marked)) { _ in }
    #expect(try findings().findings.map(\.kind) == [.orphanedFile])
    #expect(FileManager.default.fileExists(atPath: stray.path))
    #expect(try findings(repairs: true).isClean)
    #expect(!FileManager.default.fileExists(atPath: stray.path))
    #expect(bench.files(below: "recovered") == ["stray.jpg"])
    #expect(try findings().findings.isEmpty)
  }

  @Test("files from before hashes get one; assets without files go")
  func oldRows() throws {
    try library.catalog.write(token: nil) { db in
      try db.execute("UPDATE resource SET sha256 = NULL WHERE type = 9")
      try db.execute("DELETE FROM resource WHERE assetID = 2")
    }
    #expect(try Set(findings().findings.map(\.kind)) == [.unhashedFile, .emptyAsset, .orphanedFile])
    #expect(try findings(repairs: true).isClean)
    #expect(try findings().findings.isEmpty)
    #expect(try library.assetCount == 1)
  }

  @Test("a library of the last version opens, keeps what it has, and takes hashes and edits from then on")
  func lastVersion() throws {
    let old = try LibraryBench(.sqlite)
    try DiskFiles().makeFolder(old.path + "/resources/" + "00")
    let still = try TinyPair.loneStill.get()
    let catalog = try SQLiteCatalog(old.path + "/library.sqlite")
    try catalog.write(token: nil) { db in
      for tables in Schema.versions.prefix(2) { try db.execute(tables) }
      try db.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try db.execute(
        "INSERT INTO grdb_migrations VALUES ('assets, resources, albums, authorization'), ('replaced proxies')")
      try db.execute("INSERT INTO \"authorization\" (level, status) VALUES (2, 2)")
      try db.execute(
        """
        INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
          durationNanoseconds, modificationSeconds, modificationNanosecond, modificationOffset)
        VALUES ('old/L0/001', 1, 0, 1, 96, 64, 0, 0, 0, 0)
        """)
      try db.execute(
        """
        INSERT INTO resource (assetID, type, fileName, originalFilename, uniformTypeIdentifier, byteCount, pixelWidth,
          pixelHeight) VALUES (1, 1, 'old.jpg', 'OLD.JPG', 'public.jpeg', \(still.count), 96, 64)
        """)
    }
    catalog.close()
    var opened: PhotoLibrary? = try old.open()
    let path = try #require(opened?.folder.path(of: "old.jpg"))
    try DiskFiles().makeFolder(String(path.dropLast("/old.jpg".count)))
    try DiskFiles().write(path) { write in try still.withUnsafeBytes { try write($0) } }
    #expect(try opened?.assetCount == 1)
    try opened?.add(TinyPair.first.get())
    opened = nil
    let again = try old.open()
    #expect(try again.assetCount == 2)
    #expect(try Asset.fetchAssets(in: again).map(\.remark) == [nil, nil])
    let asking = try old.open(authorization: .prompting(ScriptedPrompt(.authorized)))
    #expect(asking.authorizationStatus(for: .readWrite) == .denied, "what was answered then holds for every program")
  }
}
