import ByteCoding
import FileStorage
import Foundation
import MediaCore
import Synchronization
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
    #expect(report.findings.map(\.kind) == [.missingFile] && report.lossCount == 1 && !report.isClean)
    #expect(report.findings[0].message.contains("What remains: the Live Photo's movie"))
    let asset = try #require(try Asset.fetchAssets(of: .smartAlbum(.unfinished), in: library).firstObject)
    #expect(asset.localIdentifier == resources[0].assetLocalIdentifier)
    #expect(asset.remark?.hasPrefix("The photo ") == true && asset.remark?.contains("is not there") == true)
    #expect(try findings(repairs: true).lossCount == 1, "it stays lost until a backup brings it back")
    #expect(try Asset.fetchAssets(of: .smartAlbum(.unfinished), in: library).firstObject == asset)
  }

  @Test(
    "an edited form that is lost is given up, and it is said what remains",
    arguments: [
      ([.fullSizePhoto], "the edited movie"), ([.fullSizePairedVideo], "the edited still"),
      ([.fullSizePhoto, .fullSizePairedVideo], "the record of its edits"),
    ] as [(Set<ResourceType>, String)], [false, true])
  func lostEdit(_ lost: (types: Set<ResourceType>, rest: String), isDamaged: Bool) throws {
    let identifier = resources[0].assetLocalIdentifier
    func asset() throws -> Asset {
      try #require(try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library).firstObject)
    }
    let original = try asset()
    let edit = try TinyPair.second.get()
    try library.performChangesAndWait { [library] in
      AssetChangeRequest.setContentEdits(
        [
          AssetEdit(.fullSizePhoto, data: edit.still), AssetEdit(.fullSizePairedVideo, data: edit.movie),
          AssetEdit(.adjustmentData, data: [1]),
        ], of: original, in: library)
    }
    let edited = try asset()
    let all = try AssetResource.assetResources(for: edited, in: library)
    for resource in all where lost.types.contains(resource.type) {
      try FileManager.default.removeItem(atPath: resource.path)
      if isDamaged { try DiskFiles().write(resource.path) { write in try [1].withUnsafeBytes { try write($0) } } }
    }
    let report = try findings(repairs: true)
    #expect(report.lossCount == lost.types.count && report.findings.count == lost.types.count)
    for finding in report.findings {
      #expect(finding.message.hasPrefix("The edited ") && finding.message.contains("Make the edit again"))
      #expect(finding.message.contains("What remains: the photo ") && finding.message.contains(lost.rest))
      #expect(finding.repair?.hasPrefix("The asset is without it from now on") == true)
    }
    #expect(bench.files(below: "recovered").count == (isDamaged ? lost.types.count : 0), "every byte is kept")
    let rest = all.map(\.type).filter { !lost.types.contains($0) }
    #expect(try AssetResource.assetResources(for: asset(), in: library).map(\.type) == rest)
    let change = ObjectChangeDetails(objectBeforeChanges: edited, objectAfterChanges: try asset())
    #expect(change.assetContentChanged && change.objectAfterChanges?.remark == nil)
    #expect(try findings().findings.isEmpty)
  }

  @Test("whatever lies in the library's folder is accounted for, and what is none of its parts is kept elsewhere")
  func orphans() throws {
    func place(_ name: String) -> String { "resources/\(LibraryFolder.part(of: name))/\(name)" }
    let marked = "0F3C1B5E.jpg"
    try DiskFiles().write(library.folder.mark(of: marked)) { _ in }
    let parts = [
      place(marked), "thumbnails/ab/x-512.jpg", "renditions/ab/x.gif", "imports/x.journal",
      "deferred/IMG_0001-0F3C1B5E.livecam-deferred", "deferred/.livecam-reserved-IMG_0001", "booth.json",
      "uploads/0F3C1B5E.jpg", "uploads/0F3C1B5E.jpg~sent", "shown/IMG_0001~live~0F3C1B5E",
      "shown/picture~photo~0F3C1B5E.part", "offline/library.sqlite", "offline/resources/ab/x.jpg",
      "lost+found/any/where",
    ]
    let strays = [
      "notes.txt", "more/photos/a.jpg", "resources/loose.jpg", "resources/00/inner/a.jpg", "resources/00/a b.jpg",
      "resources/zz/stray.jpg", "incoming/loose.jpg", "uploads/inner/a.jpg", "thumbnails/ab/inner/a.jpg",
      "deferred/loose.txt", "imports/loose.txt", "uploads/loose me.txt", "shown/loose.txt", "offline/loose.txt",
    ]
    for (index, name) in ([place("1-1.jpg")] + parts + strays).enumerated() {
      _ = try bench.write([UInt8(index)], as: "library/" + name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: bench.path + "/resources/00/link.jpg", withDestinationPath: "/etc/hosts")
    let found = try findings().findings
    #expect(found.filter { $0.kind == .orphanedFile }.map(\.subject) == [bench.path + "/" + place("1-1.jpg")])
    let told = [
      "deferred/loose.txt", "imports/loose.txt", "incoming/loose.jpg", "more", "notes.txt", "offline/loose.txt",
      "resources/00/a b.jpg", "resources/00/inner", "resources/00/link.jpg",
      "resources/loose.jpg", "resources/zz/stray.jpg", "shown/loose.txt", "thumbnails/ab/inner", "uploads/inner",
      "uploads/loose me.txt",
    ].map { bench.path + "/" + $0 }
    #expect(found.filter { $0.kind == .strayFile }.map(\.subject).sorted() == told)
    #expect(found.count == told.count + 1)
    #expect(try findings(repairs: true).isClean)
    let kept = bench.files(below: "recovered")
    #expect(
      kept.count == strays.count + 2 && Set(kept).isSuperset(of: ["more/photos/a.jpg", "inner/a.jpg", "inner.1/a.jpg"]))
    #expect(parts.allSatisfy { FileManager.default.fileExists(atPath: bench.path + "/" + $0) })
    #expect(try findings().findings.isEmpty)
  }

  @Test("a file that another process adds while everything is listed is nobody's orphan")
  func addedMeanwhile() throws {
    final class BusyFiles: ForwardingFiles {
      var forwarded: any FileTree { DiskFiles() }
      let added = Mutex<[String]>([])
      /// Lists a folder, after which another process marks a file, and gives it its name.
      func names(in folder: String) throws(FileStoreError) -> [String] {
        let names = try forwarded.names(in: folder)
        guard folder.hasSuffix("/incoming") else { return names }
        for path in added.withLock({ $0 }) where !forwarded.exists(path) {
          try forwarded.makeFolder(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
          do { try forwarded.write(path, [1]) } catch {
            throw .init(path: path, operation: "write", errno: EIO, message: "")
          }
        }
        return names
      }
    }
    let files = BusyFiles()
    let other = try bench.open(files: files)
    let name = "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D.jpg"
    let path = try #require(library.folder.path(of: name))
    files.added.withLock { $0 = ["\(library.path)/incoming/session-of-another/\(name)", path] }
    var check = LibraryCheck(of: other, repairs: true)
    #expect(try check.run().findings.isEmpty && files.exists(path))
  }

  @Test("a database that is damaged inside is told of, and no internal error")
  func damagedPages() throws {
    let bench = try LibraryBench(.sqlite)
    var library: PhotoLibrary? = try bench.open()
    for _ in 0..<3 { try library?.add(TinyPair.first.get()) }
    library = nil
    bench.waitUntilClosed()
    var bytes = try FileBytes(bench.path + "/library.sqlite").allBytes()
    // All pages but the first, which says what kind of file it is and where the tables begin.
    for index in bytes.indices where index >= 4096 { bytes[index] = 0x5a }
    try Data(bytes).write(to: URL(fileURLWithPath: bench.path + "/library.sqlite"))
    let failure = #expect(throws: PhotosError.self) { try bench.open() }
    #expect(failure?.code == .invalidResource && failure?.message.contains("library.sqlite is damaged") == true)
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

  @Test("files behind a link may be somebody else's: they are told of, and stay")
  func othersFiles() throws {
    let (linked, disk) = (bench.path + "/resources", bench.folder.path("disk"))
    try FileManager.default.moveItem(atPath: linked, toPath: disk)
    try FileManager.default.createSymbolicLink(atPath: linked, withDestinationPath: disk)
    let letter = try bench.write([1], as: "disk/letter.txt")
    let photo = try bench.write([2], as: "disk/\(LibraryFolder.part(of: "IMG-1.jpg"))/IMG-1.jpg")
    let report = try findings(repairs: true)
    #expect(report.findings.map(\.kind) == [.orphanedFile, .strayFile] && !report.isClean)
    #expect(report.findings.allSatisfy { $0.repair == nil && $0.message.contains("behind a link") })
    #expect([letter, photo].allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
  }

  @Test("the file that tells of changes is none of somebody else's, behind a link")
  func linkedBell() throws {
    let letter = try bench.write(Array("Dear".utf8), as: "letter.txt")
    let bell = bench.path + "/library.sqlite-changes"
    let second = try bench.open()
    try? FileManager.default.removeItem(atPath: bell)  // it may not have been needed yet
    try FileManager.default.createSymbolicLink(atPath: bell, withDestinationPath: letter.path)
    let asset = try #require(try Asset.fetchAssets(in: second).firstObject)
    try second.performChangesAndWait { AssetChangeRequest(for: asset, in: second).isFavorite = true }
    #expect(try Data(contentsOf: letter) == Data("Dear".utf8))
  }
}
