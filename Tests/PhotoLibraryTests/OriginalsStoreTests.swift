import ByteCoding
import FileStorage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// Libraries whose originals are in a store: what waits for it, what comes back, and what a server that is away does
/// not keep anybody from.
@Suite struct OriginalsStoreTests {
  let bench: LibraryBench
  init() throws { bench = try LibraryBench() }

  private func environment(_ store: any ObjectStore, files: any FileTree = DiskFiles()) -> LibraryEnvironment {
    var environment = bench.environment(files: files)
    environment.openStore = { _ in store }
    return environment
  }

  private func open(_ store: any ObjectStore, files: any FileTree = DiskFiles()) throws -> PhotoLibrary {
    let library = try bench.open(environment(store, files: files))
    guard try library.originals.storeURL() == nil else { return library }
    try library.originals.useStore("test://store")
    return try bench.open(environment(store, files: files))
  }

  private func resources(_ library: PhotoLibrary, _ place: Int = 0) throws -> [AssetResource] {
    let assets = try Asset.fetchAssets(in: library)
    return try AssetResource.assetResources(for: try #require(assets.count > place ? assets[place] : nil), in: library)
  }

  @Test(
    "what is added is here at once, in the store after an upload, and comes back where it was freed",
    arguments: StoreKind.allCases)
  func roundTrip(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let library = try open(store)
    let pair = try TinyPair.first.get()
    try library.add(pair)
    #expect(library.originals.waitingCount == 2)
    #expect(try store.keys(beginningWith: "resources/").isEmpty)
    let report = try library.originals.upload()
    #expect(report.sentCount == 2 && report.waitingCount == 0 && library.originals.waitingCount == 0)
    #expect(report.byteCount == Int64(pair.still.count + pair.movie.count))
    #expect(bench.files(below: "uploads").isEmpty)
    #expect(
      Set(try store.keys(beginningWith: "resources/")) == Set(bench.files(below: "resources").map { "resources/" + $0 })
    )
    #expect(try library.originals.free().count == 2)
    #expect(bench.files(below: "resources").isEmpty)
    let resource = try resources(library)[1]
    let refused = await library.data(of: resource)
    #expect(refused.error?.code == .networkAccessRequired && refused.bytes.isEmpty)
    #expect(try library.environment.files.open(resource.path).allBytes() == pair.movie)
    #expect(bench.files(below: "resources").count == 1, "it stays here, to be read again")
    let local = await library.data(of: resource)
    #expect(local.error == nil && local.bytes == pair.movie)
    #expect(bench.files(below: "incoming").isEmpty)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("what is deleted goes from the store, too, whether it had been sent or not", arguments: StoreKind.allCases)
  func deleting(_ kind: StoreKind) throws {
    let store = try kind.make()
    let library = try open(store)
    try library.add(TinyPair.first.get())
    _ = try library.originals.upload()
    try library.add(TinyPair.second.get())
    let assets = try Asset.fetchAssets(in: library)
    try library.performChangesAndWait { [library] in
      AssetChangeRequest.deleteAssets(assets.map { $0 }, in: library)
    }
    #expect(bench.files(below: "resources").isEmpty)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty, "what waits to be removed there is nobody's loss")
    let report = try library.originals.upload()
    #expect(report.sentCount == 0 && report.removedCount == 2)
    #expect(try store.keys(beginningWith: "resources/").isEmpty)
    #expect(bench.files(below: "uploads").isEmpty)
  }

  @Test("what is deleted while it is being sent or fetched stays nowhere", arguments: [false, true])
  func deletingMeanwhile(_ isFetched: Bool) throws {
    let store = MemoryStore()
    let library = try open(store)
    try library.add(TinyPair.first.get())
    let resource = try resources(library)[0]
    if isFetched {
      _ = try library.originals.upload()
      #expect(try library.originals.free().count == 2)
    }
    let other = try bench.open(environment(store))
    let asset = try #require(try Asset.fetchAssets(in: other).firstObject)
    let failure = Log<Int?>()
    store.beforeTransfer.withLock {
      $0 = {
        failure.add(
          code { () throws(PhotosError) in
            try other.performChangesAndWait { AssetChangeRequest.deleteAssets([asset], in: other) }
          })
      }
    }
    if isFetched {
      #expect { try library.environment.files.open(resource.path) } throws: {
        ($0 as? FileStoreError)?.message == "it has been deleted meanwhile"
      }
    } else {
      #expect(try library.originals.upload().sentCount == 1)
    }
    #expect(failure.all == [nil])
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
    _ = try library.originals.upload()
    #expect(try store.keys(beginningWith: "resources/").isEmpty && library.originals.waitingCount == 0)
    #expect(bench.files(below: "uploads").isEmpty && bench.files(below: "resources").isEmpty)
  }

  @Test("a server that is away keeps nobody from adding, and gets everything when it is back")
  func away() throws {
    let store = MemoryStore()
    let library = try open(store)
    store.isAway = true
    try library.add(TinyPair.first.get())
    #expect { try library.originals.upload() } throws: { ($0 as? PhotosError)?.code == .networkError }
    #expect(library.originals.waitingCount == 2)
    // Whose store it is is asked for by two requests; half of the files are sent before the server goes again.
    store.answersLeft.withLock { $0 = 3 }
    #expect { try library.originals.upload() } throws: { ($0 as? PhotosError)?.code == .networkError }
    #expect(library.originals.waitingCount == 1)
    store.isAway = false
    #expect(try library.originals.upload().sentCount == 1)
    #expect(try library.originals.free().count == 2)
    store.isAway = true
    let resource = try resources(library)[0]
    #expect { try library.environment.files.open(resource.path) } throws: {
      ($0 as? FileStoreError)?.code == .unreachable
    }
    // Nothing is known of files that cannot be asked for: they are not lost.
    var check = LibraryCheck(of: library, repairs: true)
    #expect { try check.run() } throws: { ($0 as? PhotosError)?.code == .networkError }
    // Whose store it is, by two requests, and nothing more.
    store.answersLeft.withLock { $0 = 2 }
    #expect { try check.run() } throws: { ($0 as? PhotosError)?.code == .networkError }
    store.isAway = false
    #expect(try check.run().findings.isEmpty)
  }

  @Test("a new library is there with its store, or not at all")
  func making() throws {
    func open(_ store: MemoryStore, files: any FileTree = DiskFiles()) throws -> PhotoLibrary {
      try PhotoLibrary(
        at: bench.path, environment: environment(store, files: files), opening: .making(store: "test://store"))
    }
    let store = MemoryStore()
    store.isAway = true
    #expect { try open(store) } throws: { ($0 as? PhotosError)?.code == .networkError }
    store.isAway = false
    store.objects.withLock { $0["identifier"] = ([1], "") }
    #expect { try open(store) } throws: { "\($0)".contains("Another library") }
    store.objects.withLock { $0 = [:] }
    #expect(throws: PhotosError.self) { try open(store, files: ProtectedFiles()) }
    #expect(store.objects.withLock { $0.isEmpty }, "the store is free for the next")
    #expect(!FileManager.default.fileExists(atPath: bench.path))
    try open(store).add(TinyPair.first.get())
    let library = try PhotoLibrary(at: bench.path, environment: environment(store))
    #expect(try library.originals.storeURL() == "test://store" && library.originals.upload().sentCount == 2)
  }

  @Test("an object that is lost, exchanged, or of no asset is told by a check", arguments: StoreKind.allCases)
  func damagedStore(_ kind: StoreKind) throws {
    let store = try kind.make()
    let library = try open(store)
    try library.add(TinyPair.first.get())
    _ = try library.originals.upload()
    _ = try library.originals.free()
    let files = try resources(library)
    func put(_ bytes: [UInt8], as key: String, sha256: String) throws {
      try store.put(ArrayBytes(bytes, name: key), as: key, sha256: sha256, resuming: nil) { _ in }
    }
    let key = String(files[0].path.dropFirst(bench.path.utf8.count + 1))
    try store.remove(String(files[1].path.dropFirst(bench.path.utf8.count + 1)), abandoning: nil)
    // The same number of other bytes, as a bucket's other users may leave them.
    var bytes = try TinyPair.first.get().still
    bytes[bytes.count / 2] ^= 1
    try put(bytes, as: key, sha256: try #require(files[0].sha256))
    try put(
      bytes, as: "resources/" + LibraryFolder.part(of: "0-0.jpg") + "/0-0.jpg", sha256: try #require(files[0].sha256))
    var check = LibraryCheck(of: library)
    #expect(try Set(check.run().findings.map(\.kind)) == [.damagedFile, .missingFile, .orphanedFile])
    #expect(bench.files(below: "resources").allSatisfy { $0.hasSuffix("0-0.jpg") }, "what is damaged is not kept")
  }

  /// Adds a pair that the library may have; returns the names of the files that were put back.
  private func add(_ pair: TinyPair, to library: PhotoLibrary) throws -> [String] {
    let draft = LibraryDraft([
      .init(.photo, at: try bench.write(pair.still, as: "given.jpg").path, name: "given.jpg"),
      .init(.pairedVideo, at: try bench.write(pair.movie, as: "given.mov").path, name: "given.mov"),
    ])
    return try LibraryDraft.addAndWait([draft], to: library, skippingDuplicates: true)[0].mended
  }

  @Test(
    "what the store has lost or damaged is put back when it comes again, and sent", arguments: StoreKind.allCases)
  func mending(_ kind: StoreKind) throws {
    let store = try kind.make()
    let library = try open(store)
    let pair = try TinyPair.first.get()
    try library.add(pair)
    _ = try library.originals.upload()
    _ = try library.originals.free()
    let files = try resources(library)
    let keys = files.map { String($0.path.dropFirst(bench.path.utf8.count + 1)) }
    let hashes = Set(files.compactMap(\.sha256))
    let lookup = AssetLookup(in: library)
    #expect(try lookup.intactAsset(withFileHashes: hashes) != nil && add(pair, to: library).isEmpty)
    #expect(bench.files(below: "resources").isEmpty, "what is there is not fetched for that")
    var bytes = pair.still
    bytes[bytes.count / 2] ^= 1
    func damage() throws {
      let sha256 = try #require(files[0].sha256)
      try store.put(ArrayBytes(bytes, name: keys[0]), as: keys[0], sha256: sha256, resuming: nil) { _ in }
    }
    try damage()
    try store.remove(keys[1], abandoning: nil)
    // What has its length is doubted once a check has read it.
    #expect(try lookup.intactAsset(withFileHashes: hashes) == nil)
    #expect(try add(pair, to: library) == [files[1].originalFilename])
    #expect(try library.originals.upload().sentCount == 1 && library.originals.free().count == 1)
    #expect(try lookup.intactAsset(withFileHashes: hashes) != nil)
    var check = LibraryCheck(of: library, repairs: true)
    #expect(try check.run().findings.map(\.kind) == [.damagedFile])
    #expect(try lookup.intactAsset(withFileHashes: hashes) == nil)
    #expect(try add(pair, to: library) == [files[0].originalFilename])
    #expect(
      try bench.files(below: "recovered").map { try FileBytes(bench.path + "/recovered/" + $0).allBytes() } == [bytes])
    #expect(try Asset.fetchAssets(in: library).firstObject?.remark == nil)
    #expect(try library.originals.upload().sentCount == 1 && library.originals.waitingCount == 0)
    #expect(try check.run().findings.isEmpty)
    #expect(try Set(store.keys(beginningWith: "resources/")) == Set(keys))
    // A copy here that is damaged does not take the store's with it.
    try Data(bytes).write(to: URL(fileURLWithPath: files[0].path))
    #expect(try add(pair, to: library) == [files[0].originalFilename])
    _ = try library.originals.upload()
    #expect(try Set(store.keys(beginningWith: "resources/")) == Set(keys) && check.run().findings.isEmpty)
  }

  @Test("a store that does not answer is asked once, not for each file that comes again")
  func mendingWithoutStore() throws {
    let store = MemoryStore()
    let library = try open(store)
    let pair = try TinyPair.first.get()
    try library.add(pair)
    _ = try library.originals.upload()
    _ = try library.originals.free()
    store.isAway = true
    let before = store.requestCount.load(ordering: .relaxed)
    for _ in 1...3 { #expect(try add(pair, to: library).isEmpty) }
    #expect(store.requestCount.load(ordering: .relaxed) == before + 1)
    #expect(bench.files(below: "resources").isEmpty && library.originals.waitingCount == 0)
  }

  @Test(
    "an original that is here and that the store has lost is told, and sent once more", arguments: StoreKind.allCases)
  func lostObject(_ kind: StoreKind) throws {
    let store = try kind.make()
    let library = try open(store)
    try library.add(TinyPair.first.get())
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty, "what waits is not lost")
    _ = try library.originals.upload()
    let key = try #require(try store.keys(beginningWith: "resources/").first)
    try store.remove(key, abandoning: nil)
    let report = try check.run()
    #expect(report.findings.map(\.kind) == [.unsentFile] && report.lossCount == 0 && !report.isClean)
    var repair = LibraryCheck(of: library, effort: .sizes, repairs: true)
    #expect(try repair.run().isClean && library.originals.upload().sentCount == 1)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("two libraries never have one store; what another machine has not sent is told, and left as it is")
  func notOurs() throws {
    let store = MemoryStore()
    let library = try open(store)
    try library.add(TinyPair.first.get())
    _ = try library.originals.upload()
    let other = try LibraryBench()
    let second = try other.open(Self(bench: other).environment(store))
    #expect { try second.originals.useStore("test://store") } throws: {
      ($0 as? PhotosError)?.code == .changeNotSupported && "\($0)".contains("Another library")
    }
    // A file that is elsewhere, as the other machine's are before they are sent.
    let file = try #require(try resources(library).first)
    let key = String(file.path.dropFirst(bench.path.utf8.count + 1))
    _ = try library.originals.free()
    try store.remove(key, abandoning: nil)
    var check = LibraryCheck(of: library, repairs: true)
    let report = try check.run()
    #expect(report.findings.map(\.kind) == [.missingFile] && !report.isClean)
    #expect(report.findings[0].message.contains("Another machine has not sent it yet"))
    #expect(try Asset.fetchAssets(in: library).firstObject?.remark == nil)
    // Somebody has exchanged the whole store.
    store.objects.withLock { $0["identifier"] = ([1], "") }
    #expect(throws: PhotosError.self) { try check.run() }
    try library.add(TinyPair.second.get())
    #expect { try library.originals.upload() } throws: { "\($0)".contains("another library") }
  }

  @Test("originals of a library that is there are sent, and no other program may have it open then")
  func moving() throws {
    let store = MemoryStore()
    let environment = environment(store)
    var library: PhotoLibrary? = try bench.open(environment)
    try library?.add(TinyPair.first.get())
    var other: PhotoLibrary? = try bench.open(environment)
    #expect { try library?.originals.useStore("test://store") } throws: {
      ($0 as? PhotosError)?.code == .changeNotSupported
    }
    try other?.add(TinyPair.second.get())
    other = nil
    library = nil
    bench.waitUntilClosed()
    library = try bench.open(environment)
    try library?.originals.useStore("test://store")
    #expect { try library?.originals.useStore("test://other") } throws: {
      ($0 as? PhotosError)?.code == .changeNotSupported
    }
    library = nil
    bench.waitUntilClosed()
    #expect { try bench.open(bench.environment()) } throws: { "\($0)".contains("test://store") }
    library = try bench.open(environment)
    #expect(try library?.originals.upload().sentCount == 4)
  }

  @Test("a folder has the originals of one catalogue, and a catalogue its originals in one folder")
  func binding() throws {
    func open(_ folder: String, _ catalog: String) throws -> PhotoLibrary {
      try PhotoLibrary(at: bench.folder.path(folder), environment: bench.environment()) { _, _ in
        try SQLiteCatalog(bench.folder.path(catalog))
      }
    }
    try open("one", "a").add(TinyPair.first.get())
    #expect(try open("one", "a").assetCount == 1)
    #expect { try open("two", "a") } throws: { "\($0)".contains("originals of another catalogue") }
    #expect { try open("one", "b") } throws: { "\($0)".contains("originals of another catalogue") }
    try FileManager.default.removeItem(atPath: bench.folder.path("one/identifier"))
    let failure = #expect(throws: PhotosError.self) { try open("one", "a") }
    // The advice helps.
    let words = failure?.message.split(separator: " ") ?? []
    let identifier = try #require(words.firstIndex(of: "write").map { String(words[$0 + 1]) })
    _ = try bench.write(Array((identifier + "\n").utf8), as: "one/identifier")
    #expect(try open("one", "a").assetCount == 1)
  }

  /// A library with one Live Photo in its store. The next process deletes it, adds another and uploads.
  /// Returns whether it has done all its steps.
  private func dies(after steps: Int) throws -> Bool {
    let bench = try LibraryBench()
    let tests = Self(bench: bench)
    let store = MemoryStore()
    var library: PhotoLibrary? = try tests.open(store)
    try library?.add(TinyPair.first.get())
    _ = try library?.originals.upload()
    library = nil
    bench.waitUntilClosed()
    let disk = DyingFileStore(after: steps)
    library = try? bench.open(tests.environment(store, files: disk))
    var isDone = false
    if let living = library, let asset = try Asset.fetchAssets(in: living).first {
      let pair = try TinyPair.second.get()
      do {
        try living.performChangesAndWait {
          let request = AssetCreationRequest.forAsset(in: living)
          request.addResource(with: .photo, data: pair.still)
          request.addResource(with: .pairedVideo, data: pair.movie)
          AssetChangeRequest.deleteAssets([asset], in: living)
        }
        _ = try living.originals.upload()
        isDone = disk.stepsLeft > 1
      } catch {
        // The process has died.
      }
    }
    library = nil
    bench.waitUntilClosed()
    let comment: Comment = "killed after \(steps) steps"
    let next = try bench.open(tests.environment(store))
    _ = try next.originals.upload()
    #expect(next.originals.waitingCount == 0, comment)
    let rows = try tests.resources(next).map { String($0.path.dropFirst(bench.path.utf8.count + 1)) }
    #expect(try next.assetCount == 1 && rows.count == 2, comment)
    #expect(Set(try store.keys(beginningWith: "resources/")) == Set(rows), comment)
    _ = try next.originals.free()
    var check = LibraryCheck(of: next)
    #expect(try check.run().findings.isEmpty, comment)
    return isDone
  }

  private init(bench: LibraryBench) { self.bench = bench }

  @Test("a process that dies at any step leaves nothing lost, and nothing in the store that no asset has")
  func everyStep() throws {
    var steps = 1
    while try !dies(after: steps) {
      steps += 1
      try #require(steps < 200, "the change has no end")
    }
    #expect(steps > 25, "the change has more steps than \(steps)")
  }
}
