import CaptureCodecs
import CaptureDevices
import FileStorage
import Foundation
import LibraryCapture
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Shooting
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// Captures that go into a photo library: one asset each, which is there when all of it is.
@Suite struct LibraryShootTests {
  private let temporary: TemporaryFolder
  init() throws { temporary = try TemporaryFolder() }

  private var environment: LibraryEnvironment {
    let clock = VirtualClock()
    return LibraryEnvironment(
      clock: clock,
      wallClock: FixedWallClock(
        date: WallTime(secondsSince1970: 1_795_255_800, nanosecond: 0, utcOffsetSeconds: 0), at: clock.now),
      authorization: .fixed(.authorized), mainQueue: DispatchQueue(label: "test.main"))
  }

  private func library() throws -> PhotoLibrary {
    try PhotoLibrary(at: temporary.path("library"), environment: environment)
  }

  private func shoot(
    _ plan: ShootPlan, into library: PhotoLibrary, offline: OfflineLibrary? = nil, seconds: Double = 6,
    files: any FileStore = DiskFiles(), video: VideoWish? = nil
  ) async throws -> ShootBench.Outcome {
    let pairs = LibraryPairs(library, offline: offline)
    let bench = try await ShootBench(
      plan, in: temporary.path("unused"), video: video ?? CaptureBench.Setup().video, files: files,
      deferredStorage: plan.isDeferred ? pairs.deferredStorage() : nil
    ) { _ in pairs }
    return try await bench.run { await $0.pass(seconds) }
  }

  private func resources(of asset: Asset, in library: PhotoLibrary) throws -> [ResourceType] {
    try AssetResource.assetResources(for: asset, in: library).map(\.type)
  }

  @Test(
    "three Live Photos become three assets, each complete, in the order in which they were taken; nothing lies about")
  func interval() async throws {
    let library = try library()
    let outcome = try await shoot(.taking(count: 3, every: 1), into: library)
    #expect(outcome.result.completed == 3 && outcome.result.failures.isEmpty)
    let assets = try Asset.fetchAssets(in: library)
    #expect(assets.count == 3 && assets.allSatisfy { $0.isLivePhoto && $0.remark == nil })
    for (number, asset) in zip(1..., assets) {
      let resources = try AssetResource.assetResources(for: asset, in: library)
      #expect(resources.map(\.originalFilename) == ["IMG_000\(number).JPG", "IMG_000\(number).MOV"])
      #expect(resources.allSatisfy { $0.sha256?.count == 64 })
    }
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: library.path + "/incoming").allSatisfy { !$0.contains("/") })
    // A still is told of once its capture is complete, and where it is.
    let saved = outcome.events.compactMap { if case .photoSaved(_, _, let path, _) = $0 { path } else { nil } }
    #expect(saved.count == 3 && saved.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    let told = outcome.events.compactMap {
      if case .assetSaved(let asset, let name, _) = $0 { asset + name } else { nil }
    }
    #expect(told == zip(1..., assets).map { "\($1.localIdentifier)IMG_000\($0)" })
    for case .capture(.didFinishProcessingMovie(let movie?, _, _, _), _, _) in outcome.events {
      #expect(movie.path.isEmpty, "where it is staged is nobody else's business")
    }
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("the photos of a bracket are assets that have one number, and each its own behind it")
  func bracket() async throws {
    let library = try library()
    var plan = ShootPlan.taking(isLive: false)
    plan.raw = .besideStill
    plan.bracket = [.automatic(exposureTargetBias: -1), .automatic(exposureTargetBias: 1)]
    let outcome = try await shoot(
      plan, into: library,
      video: VideoWish(size: (160, 120), frameRate: 30, pixelFormat: PixelFormat("RGGB")))
    #expect(outcome.result.failures.isEmpty)
    let names = try Asset.fetchAssets(in: library).flatMap {
      try AssetResource.assetResources(for: $0, in: library).map(\.originalFilename)
    }
    #expect(names == ["IMG_0001_1.JPG", "IMG_0001_1.DNG", "IMG_0001_2.JPG", "IMG_0001_2.DNG"])
    let told = outcome.events.count { if case .assetSaved = $0 { true } else { false } }
    #expect(told == 2)
  }

  @Test("a still whose movie has failed is kept, and says so")
  func movieFails() async throws {
    let library = try library()
    let outcome = try await shoot(.taking(), into: library, files: WithoutMovies())
    #expect(outcome.result.failures.count == 1)
    let asset = try #require(try Asset.fetchAssets(of: .smartAlbum(.unfinished), in: library).firstObject)
    #expect(!asset.isLivePhoto && asset.remark?.hasPrefix("The movie of this Live Photo failed: ") == true)
    #expect(try resources(of: asset, in: library) == [.photo])
  }

  @Test("a proxy is an unfinished asset until its still is finished, which takes its place once")
  func deferred() async throws {
    let library = try library()
    var plan = ShootPlan.taking(photo: .heic)
    plan.isDeferred = true
    let outcome = try await shoot(plan, into: library)
    #expect(outcome.result.failures.isEmpty)
    let asset = try #require(try Asset.fetchAssets(of: .smartAlbum(.unfinished), in: library).firstObject)
    #expect(try resources(of: asset, in: library) == [.pairedVideo, .photoProxy])
    let stills = DeferredStills(folder: LibraryPairs.deferredFolder(of: library))
    var outcomes: [DeferredStills.Outcome] = []
    for _ in 0..<2 {
      try stills.finish(
        with: .standard, configuration: SessionConfiguration(),
        storing: { name, photo in try LibraryPairs.finish(photo, named: name, in: library) },
        { outcomes.append($1) })
    }
    #expect(outcomes.count == 1)
    guard case .finished(let identifier, _, _)? = outcomes.first else {
      Issue.record("not finished: \(outcomes)")
      return
    }
    #expect(identifier == asset.localIdentifier)
    let finished = try #require(try Asset.fetchAssets(in: library).firstObject)
    #expect(!finished.isUnfinished && finished.isLivePhoto)
    #expect(try resources(of: finished, in: library) == [.photo, .pairedVideo])
  }

  @Test("frames go with the asset that is deleted for good; those that no asset waits for are put aside by a check")
  func orphanedFrames() async throws {
    let library = try library()
    var plan = ShootPlan.taking(isLive: false, photo: .heic)
    plan.isDeferred = true
    _ = try await shoot(plan, into: library)
    func orphans() throws -> [LibraryPairs.OrphanedSource] {
      try LibraryPairs.orphanedSources(in: library, media: .standard, configuration: SessionConfiguration())
    }
    #expect(try orphans().isEmpty)
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    try library.performChangesAndWait { AssetChangeRequest.trashAssets([asset], in: library) }
    #expect(try orphans().isEmpty, "it may be taken out of the trash")
    let folder = LibraryPairs.deferredFolder(of: library)
    let source = folder + "/" + (try #require(try DiskFiles().names(in: folder).first))
    let frames = try Data(contentsOf: URL(fileURLWithPath: source))
    try library.performChangesAndWait { AssetChangeRequest.deleteAssets([asset], in: library) }
    #expect(try orphans().count == 1)
    // The process ends here; the next one knows.
    func removeDeleted() throws {
      let opened = try self.library()
      try LibraryPairs.removeDeletedSources(in: opened, media: .standard, configuration: SessionConfiguration())
    }
    try removeDeleted()
    #expect(try orphans().isEmpty && DiskFiles().names(in: folder).isEmpty, "nobody finishes what was deleted for good")
    // A capture that was cut off leaves the same, and nobody has deleted that.
    try frames.write(to: URL(fileURLWithPath: source))
    try removeDeleted()
    let orphan = try #require(try orphans().first)
    #expect(orphan.failure == nil)
    var check = LibraryCheck(of: library, repairs: true)
    check.orphans = [(orphan.path, "It belongs to nobody.")]
    let finding = try #require(try check.run().findings.first)
    #expect(finding.kind == .orphanedFile && finding.repair?.contains("recovered") == true)
    #expect(try orphans().isEmpty)
  }

  @Test(
    "captures while the server is away go to the library beside it, and move when it is back, none twice",
    arguments: [false, true])
  func serverAway(_ isDoneUnheard: Bool) async throws {
    let server = Mutex<AwayCatalog?>(nil)
    let library = try PhotoLibrary(at: temporary.path("library"), environment: environment) { folder, _ in
      let catalog = AwayCatalog(try SQLiteCatalog(folder + "/library.sqlite"))
      server.withLock { $0 = catalog }
      return catalog
    }
    let catalog = try #require(server.withLock { $0 })
    let offline = try OfflineLibrary(in: library.path, environment: environment)
    // In virtual time the same capture has the same bytes: this one must not be one of the next.
    _ = try await shoot(.taking(isLive: false), into: library, offline: offline)
    #expect(try offline.waitingCount() == 0)
    catalog.state.withLock { $0 = isDoneUnheard ? .unheard : .away }
    let outcome = try await shoot(.taking(count: 2, every: 1), into: library, offline: offline)
    #expect(outcome.result.completed == 2 && outcome.result.failures.isEmpty)
    #expect(try offline.waitingCount() == 2)
    catalog.state.withLock { $0 = .there }
    #expect(try offline.move(to: library) == 2)
    #expect(try offline.waitingCount() == 0)
    let assets = try Asset.fetchAssets(in: library)
    #expect(assets.map(\.isLivePhoto) == [false, true, true] && assets.allSatisfy { $0.remark == nil })
    for part in ["/offline/resources", "/offline/incoming"] {
      let left = try FileManager.default.subpathsOfDirectory(atPath: library.path + part)
      #expect(left.allSatisfy { !$0.contains(".") }, "\(left)")
    }
    #expect(try offline.move(to: library) == 0)
  }

  @Test("RAW beside a still is its alternate, and RAW alone a photo")
  func raw() async throws {
    let library = try library()
    var plan = ShootPlan.taking(isLive: false)
    var bayer = CaptureBench.Setup().video
    bayer.pixelFormat = PixelFormat("RG10")
    plan.raw = .besideStill
    _ = try await shoot(plan, into: library, seconds: 4, video: bayer)
    plan.raw = .alone
    _ = try await shoot(plan, into: library, seconds: 4, video: bayer)
    let assets = try Asset.fetchAssets(of: .smartAlbum(.raw), in: library)
    #expect(try assets.map { try resources(of: $0, in: library) } == [[.photo, .alternatePhoto], [.photo]])
  }
}

/// A disk that takes no movies.
private struct WithoutMovies: FileStore {
  private let disk = DiskFiles()
  func exists(_ path: String) -> Bool { disk.exists(path) }
  func create(_ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    guard !path.hasSuffix(".MOV") else {
      throw FileStoreError(path: path, operation: "write", errno: ENOSPC, message: "the disk is full")
    }
    try disk.create(path, body)
  }
  func createAll(_ drafts: [FileDraft]) throws { try disk.createAll(drafts) }
}

/// A catalogue whose server goes away: before a change, or before it has told that it was made.
private final class AwayCatalog: CatalogDatabase {
  enum State { case there, away, unheard }

  let state = Mutex(State.there)
  private let catalog: SQLiteCatalog
  init(_ catalog: SQLiteCatalog) { self.catalog = catalog }

  var name: String { catalog.name }

  private func check(_ states: State...) throws {
    guard state.withLock({ states.contains($0) }) else {
      throw CatalogError(.unreachable, message: "The server is away.")
    }
  }

  func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws -> Value {
    // Numbers of photos are read before the first.
    try catalog.read(body)
  }

  func write<Value>(token: String?, _ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try check(.there, .unheard)
    let value = try catalog.write(token: token, body)
    try check(.there)
    return value
  }

  func observe(_ handler: @escaping @Sendable () -> Void) -> (any CatalogObservation)? { catalog.observe(handler) }
  func close() { catalog.close() }
  func integrityFindings() throws -> [String] { try catalog.integrityFindings() }
}
