import Diagnostics
import Dispatch
import FileStorage
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct ChangeCaseTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
  }

  @Test("74: a request outside of a block raises and does nothing")
  func case74_outsideBlock() throws {
    let still = try TinyPair.loneStill.get()
    let request = AssetCreationRequest.forAsset(in: library)
    request.addResource(with: .photo, data: still)
    #expect(bench.violations.rules == [.requestIsInBlock])
    AssetChangeRequest.deleteAssets([], in: library)
    _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Party", in: library)
    #expect(bench.violations.rules.count == 3)
    #expect(bench.violations.rules.allSatisfy { $0.exception == .generic })
    #expect(try library.assetCount == 0)
  }

  @Test("74: a request that is kept raises when its block has ended")
  func case74_keptRequest() async throws {
    let still = try TinyPair.loneStill.get()
    let kept = Log<AssetCreationRequest>()
    try await library.performChanges { [library] in
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: still)
      kept.add(request)
    }
    kept.all[0].addResource(with: .pairedVideo, data: [])
    kept.all[0].isFavorite = true
    #expect(bench.violations.rules == [.requestIsCurrent, .requestIsCurrent])
    #expect(try Asset.fetchAssets(in: library).first?.isFavorite == false)
  }

  @Test("a request and its bytes are let go with their block")
  func requestsEnd() async throws {
    struct Kept: Sendable { weak var request: AssetCreationRequest? }
    let still = try TinyPair.loneStill.get()
    let kept = Log<Kept>()
    try await library.performChanges { [library] in
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: still)
      kept.add(Kept(request: request))
    }
    #expect(kept.all.count == 1 && kept.all.allSatisfy { $0.request == nil })
  }

  @Test("74: a block in a block raises, fails, and leaves the outer one alone")
  func case74_nestedBlock() async throws {
    let still = try TinyPair.loneStill.get()
    let inner = Log<PhotosError?>()
    try await library.performChanges { [library] in
      AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
      do throws(PhotosError) { try library.performChangesAndWait {} } catch { inner.add(error) }
      library.performChanges({ inner.add(nil) }) { _, error in inner.add(error) }
      library.performChanges { inner.add(nil) }
    }
    // The inner handler comes on the same serial queue as the outer one, before it.
    #expect(inner.all.map { $0?.code.rawValue } == [-1, -1])
    #expect(inner.all.map { $0?.rule } == [.blockIsNotNested, .blockIsNotNested])
    #expect(bench.violations.rules == [.blockIsNotNested], "told where nobody listens")
    #expect(try library.assetCount == 1)
  }

  @Test("a block in another library's block is none of its business; its requests are not this one's")
  func otherLibrary() throws {
    let other = try LibraryBench()
    let second = try other.open()
    try library.performChangesAndWait { _ = AssetCreationRequest.forAsset(in: second) }
    #expect(other.violations.rules == [.requestIsInBlock])
    #expect(bench.violations.rules.isEmpty)
  }

  @Test("waiting for a change on the main queue, or on the first thread, raises")
  func waitingOnMain() async throws {
    let error = bench.mainQueue.sync {
      #expect(throws: PhotosError.self) { try library.performChangesAndWait {} }
    }
    #expect(error?.code == .internalError && error?.rule == .mainDoesNotWait)
    #expect(!library.isOnMain)
  }

  @Test("waiting on the main actor raises, with the environment's own main queue")
  @MainActor func waitingOnMainActor() throws {
    var environment = bench.environment()
    environment.mainQueue = .main
    let library = try bench.open(environment)
    #expect(library.isOnMain)
    let error = #expect(throws: PhotosError.self) { try library.performChangesAndWait {} }
    #expect(error?.rule == .mainDoesNotWait)
  }

  @Test("by default a violation ends the process")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      ViolationHandler.trap.report(ContractViolation(.blockIsNotNested, "It was broken."))
    }
  }

  @Test("SQLite's database syncs every commit, keeps a log of writes, and holds rows to each other")
  func settings() throws {
    let library = try LibraryBench(.sqlite).open()
    func setting(_ name: String) throws -> SQLValue? {
      try library.catalog.write(token: nil) { try $0.firstRow(of: "PRAGMA \(sql: name)")?.values.first }
    }
    #expect(try setting("journal_mode") == .text("wal"))
    #expect(try setting("synchronous") == .integer(2))
    #expect(try setting("foreign_keys") == .integer(1))
  }

  @Test("75: of two requests the second is invalid: neither asset is there")
  func case75_allOrNothing() async throws {
    let still = try TinyPair.loneStill.get()
    let outcome = await withCheckedContinuation { continuation in
      library.performChanges { [library] in
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: Array("no picture".utf8))
      } completionHandler: { success, error in
        continuation.resume(returning: (success, error?.code.rawValue))
      }
    }
    #expect(outcome == (false, 3302))
    #expect(try library.assetCount == 0)
    #expect(bench.files(below: "resources").isEmpty)
    #expect(bench.files(below: "incoming").isEmpty)
  }

  @Test("75: a failure in the database undoes files that have their names already")
  func case75_lateFailure() throws {
    let still = try TinyPair.loneStill.get()
    let asset = try #require(
      try Asset.fetchAssets(
        withLocalIdentifiers: [try library.add(TinyPair.first.get()).localIdentifier], in: library
      ).firstObject)
    let before = bench.files(below: "resources")
    let failure = code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
        AssetChangeRequest.deleteAssets([asset, asset], in: library)
      }
    }
    #expect(failure == 3201)
    #expect(try library.assetCount == 1)
    #expect(bench.files(below: "resources") == before)
    #expect(bench.files(below: "incoming").isEmpty)
  }

  @Test("76: photo and paired video with one identifier: one Live Photo")
  func case76_livePhoto() async throws {
    let pair = try TinyPair.first.get()
    try await library.performChanges { [library] in
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: pair.still)
      request.addResource(with: .pairedVideo, data: pair.movie)
    }
    let assets = try Asset.fetchAssets(in: library)
    #expect(assets.count == 1)
    let asset = try #require(assets.firstObject)
    #expect(asset.mediaType == .image)
    #expect(asset.mediaSubtypes.rawValue == 8)
    #expect(asset.isLivePhoto)
    #expect(asset.playbackStyle == .livePhoto)
    #expect((asset.pixelWidth, asset.pixelHeight) == (96, 64))
    #expect(asset.duration == .zero)
    // 0.3 s after the movie's beginning, in the zone that the file tells.
    #expect(asset.creationDate?.secondsSince1970 == 1_795_255_805)
    #expect(asset.creationDate?.utcOffsetSeconds == -19_800)
    #expect(asset.location == nil)
    #expect(!asset.isFavorite && !asset.isHidden)
    let live = try Asset.fetchAssets(of: .smartAlbum(.livePhotos), in: library)
    #expect(live.map(\.localIdentifier) == [asset.localIdentifier])
    #expect(AssetCollection.smartAlbum(.livePhotos).smartAlbum?.rawValue == 213)
  }

  @Test("77: identifiers differ, or one is missing: no asset", arguments: LibraryProfile.PairMismatch.allCases)
  func case77_mismatch(_ answer: LibraryProfile.PairMismatch) throws {
    var profile = LibraryProfile()
    profile.pairMismatch = answer
    let library = try bench.open(profile: profile)
    let movie = try TinyPair.second.get().movie
    for still in [try TinyPair.first.get().still, try TinyPair.loneStill.get()] {
      let failure = code { () throws(PhotosError) in
        try library.performChangesAndWait {
          let request = AssetCreationRequest.forAsset(in: library)
          request.addResource(with: .photo, data: still)
          request.addResource(with: .pairedVideo, data: movie)
        }
      }
      #expect(failure == answer.rawValue)
    }
    #expect(try library.assetCount == 0)
    #expect(bench.files(below: "resources").isEmpty)
    #expect(LibraryProfile().pairMismatch.rawValue == -1)
  }

  @Test("78: moved files are gone after success, and still there after failure")
  func case78_move() throws {
    let (pair, other) = (try TinyPair.first.get(), try TinyPair.second.get())
    let still = try bench.write(pair.still, as: "IMG_0001.JPG")
    let movie = try bench.write(other.movie, as: "IMG_0001.MOV")
    var options = AssetResourceCreationOptions()
    options.shouldMoveFile = true
    func add(_ movie: URL, _ options: AssetResourceCreationOptions) -> Int? {
      code { () throws(PhotosError) in
        try library.performChangesAndWait { [library] in
          let request = AssetCreationRequest.forAsset(in: library)
          request.addResource(with: .photo, fileURL: still, options: options)
          request.addResource(with: .pairedVideo, fileURL: movie, options: options)
        }
      }
    }
    #expect(add(movie, options) == -1)
    #expect(try [UInt8](Data(contentsOf: still)).count == pair.still.count)
    #expect(FileManager.default.fileExists(atPath: movie.path))
    let good = try bench.write(pair.movie, as: "IMG_0002.MOV")
    // A copy leaves the sources; moving does not, and keeps the file itself.
    #expect(add(good, AssetResourceCreationOptions()) == nil)
    #expect(FileManager.default.fileExists(atPath: still.path))
    let number = DiskFiles().attributes(of: still.path)?.inode
    #expect(add(good, options) == nil)
    #expect(!FileManager.default.fileExists(atPath: still.path))
    #expect(!FileManager.default.fileExists(atPath: good.path))
    let asset = try #require(try Asset.fetchAssets(in: library).last)
    let photo = try #require(try AssetResource.assetResources(for: asset, in: library).first)
    #expect(DiskFiles().attributes(of: photo.path)?.inode == number)
    #expect(DiskFiles().attributes(of: photo.path)?.linkCount == 1)
  }

  @Test("78: a link and a file with two names cannot be moved")
  func case78_linkedFile() throws {
    let still = try bench.write(try TinyPair.loneStill.get(), as: "a.jpg")
    let second = URL(fileURLWithPath: bench.folder.path("b.jpg"))
    let symbolic = URL(fileURLWithPath: bench.folder.path("c.jpg"))
    try FileManager.default.linkItem(at: still, to: second)
    try FileManager.default.createSymbolicLink(at: symbolic, withDestinationURL: still)
    for url in [second, symbolic] {
      let failure = code { () throws(PhotosError) in
        try library.performChangesAndWait { [library] in
          var options = AssetResourceCreationOptions()
          options.shouldMoveFile = true
          AssetCreationRequest.forAsset(in: library).addResource(with: .photo, fileURL: url, options: options)
        }
      }
      #expect(failure == 3302)
    }
    #expect(FileManager.default.fileExists(atPath: still.path))
    #expect(FileManager.default.fileExists(atPath: second.path))
  }

  @Test("79: the placeholder's identifier is the new asset's, and both are equal")
  func case79_placeholder() throws {
    let placeholder = try library.add(TinyPair.first.get())
    let found = try Asset.fetchAssets(withLocalIdentifiers: [placeholder.localIdentifier], in: library)
    let asset = try #require(found.firstObject)
    #expect(found.count == 1)
    #expect(asset.localIdentifier == placeholder.localIdentifier)
    #expect(placeholder == asset)
    #expect(asset == placeholder)
    #expect(found.index(of: placeholder) == 0)
    #expect(placeholder.localIdentifier.hasSuffix("/L0/001"))
  }

  @Test("80: an ordinary photo is no proxy; a marked one is, alone and with its movie")
  func case80_proxy() throws {
    let pair = try TinyPair.first.get()
    func add(_ still: [UInt8], _ movie: [UInt8]?) -> Int? {
      code { () throws(PhotosError) in
        try library.performChangesAndWait { [library] in
          let request = AssetCreationRequest.forAsset(in: library)
          request.addResource(with: .photoProxy, data: still)
          if let movie { request.addResource(with: .pairedVideo, data: movie) }
        }
      }
    }
    #expect(add(pair.still, nil) == 3302)
    #expect(try library.assetCount == 0)
    let proxy = try TinyPair.proxy(of: pair.still)
    #expect(add(proxy, nil) == nil)
    #expect(add(proxy, pair.movie) == nil)
    #expect(try Asset.fetchAssets(in: library).map(\.isLivePhoto) == [false, true])
  }

  @Test("81: resources: photo and paired video, with names as given, or of the files, or made up")
  func case81_resources() throws {
    let pair = try TinyPair.first.get()
    let still = try bench.write(pair.still, as: "IMG_0001.JPG")
    let movie = try bench.write(pair.movie, as: "IMG_0001.MOV")
    try library.performChangesAndWait { [library] in
      let request = AssetCreationRequest.forAsset(in: library)
      var options = AssetResourceCreationOptions()
      options.originalFilename = "../../Party \u{7} night.jpg"
      request.addResource(with: .pairedVideo, fileURL: movie)
      request.addResource(with: .photo, fileURL: still, options: options)
    }
    try library.add(pair)
    let assets = try Asset.fetchAssets(in: library)
    let named = try AssetResource.assetResources(for: assets[0], in: library)
    #expect(named.map(\.type) == [.photo, .pairedVideo])
    #expect(named.map(\.originalFilename) == ["Party  night.jpg", "IMG_0001.MOV"])
    #expect(named.map(\.uniformTypeIdentifier) == ["public.jpeg", "com.apple.quicktime-movie"])
    #expect(named.allSatisfy { $0.assetLocalIdentifier == assets[0].localIdentifier })
    #expect(named.map(\.byteCount) == [Int64(pair.still.count), Int64(pair.movie.count)])
    #expect(named.map(\.pixelWidth) == [96, 96])
    let stem = assets[1].localIdentifier.prefix(36)
    let made = try AssetResource.assetResources(for: assets[1], in: library)
    #expect(made.map(\.originalFilename) == ["\(stem).JPG", "\(stem).MOV"])
  }
}
