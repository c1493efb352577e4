import Diagnostics
import Foundation
import MediaCore
import Simulator
import TestSupport
import Testing

@testable import PhotoLibrary

/// A deferred photo's proxy and its finished photo.
@Suite struct ProxyReplacementTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
  }

  private static func add(
    _ proxy: [UInt8], _ movie: [UInt8]?, named name: String? = nil, to library: PhotoLibrary
  ) throws -> Asset {
    try library.performChangesAndWait {
      var options = AssetResourceCreationOptions()
      options.originalFilename = name
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photoProxy, data: proxy, options: options)
      if let movie { request.addResource(with: .pairedVideo, data: movie) }
      request.isFavorite = true
    }
    return try #require(try Asset.fetchAssets(in: library).last)
  }

  private func replace(_ asset: Asset, with photo: [UInt8]) -> Int? {
    code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        AssetChangeRequest.replaceProxy(of: asset, with: photo, in: library)
      }
    }
  }

  @Test("the asset stays what it is, but for its photo")
  func replacement() async throws {
    let pair = try TinyPair.first.get()
    let before = try Self.add(TinyPair.proxy(of: pair.still), pair.movie, named: "IMG_1.JPG", to: library)
    try library.performChangesAndWait { [library] in
      AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Party", in: library).addAssets([before]
      )
    }
    let list = try Asset.fetchAssets(in: library)
    let proxy = try #require(try AssetResource.assetResources(for: before, in: library).last)
    #expect(proxy.type == .photoProxy)
    let seen = Log<(ObjectChangeDetails<Asset>?, [Int]?)>()
    let observer = ScriptedObserver { change in
      seen.add(
        ((try? change.changeDetails(for: before)) ?? nil, (try? change.changeDetails(for: list))??.changedIndexes))
    }
    library.register(observer)
    bench.clock.advance(by: .milliseconds(60_000))
    #expect(replace(before, with: pair.still) == nil)
    library.observerQueue.sync {}
    let after = try #require(try Asset.fetchAssets(in: library).last)
    #expect(after.localIdentifier == before.localIdentifier && after.isLivePhoto && after.isFavorite)
    #expect(after.creationDate == before.creationDate && after.modificationDate == before.modificationDate)
    #expect(seen.all.count == 1 && seen.all.first?.0?.assetContentChanged == true && seen.all.first?.1 == [0])
    let album = try #require(try AssetCollection.fetchAlbums(in: library).firstObject)
    #expect(try Asset.fetchAssets(of: album, in: library).count == 1)
    let resources = try AssetResource.assetResources(for: after, in: library)
    #expect(resources.map(\.type) == [.photo, .pairedVideo])
    #expect(resources.map(\.originalFilename).first == "IMG_1.JPG")
    for (resource, bytes) in zip(resources, [pair.still, pair.movie]) {
      #expect(firstDifference(await library.data(of: resource).bytes, bytes) == nil)
      let text = try ForeignTool.exiftool.run(["-s3", "-ContentIdentifier", "-MediaGroupUUID", resource.path]).text
      #expect(text.contains(TinyPair.firstIdentifier))
    }
    #expect(!FileManager.default.fileExists(atPath: proxy.path))
    #expect(bench.files(below: "resources").count == 2)
    // What only the description tells is no other content.
    try library.performChangesAndWait { [library] in AssetChangeRequest(for: after, in: library).isFavorite = false }
    #expect(try LibraryChange(library: library).changeDetails(for: after)?.assetContentChanged == false)
  }

  @Test("what is not the proxy's photo is refused, and the proxy stays")
  func refusal() throws {
    let (pair, other) = (try TinyPair.first.get(), try TinyPair.second.get())
    let proxy = try TinyPair.proxy(of: pair.still)
    let asset = try Self.add(proxy, pair.movie, to: library)
    #expect(replace(asset, with: other.still) == 3302, "another capture's")
    #expect(replace(asset, with: proxy) == 3302, "a proxy")
    #expect(replace(asset, with: pair.movie) == 3302, "a movie")
    let files = bench.files(below: "resources")
    #expect(files.count == 2 && bench.files(below: "incoming").isEmpty)
    // Twice in one block: neither.
    let twice = code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        for _ in 0..<2 { AssetChangeRequest.replaceProxy(of: asset, with: pair.still, in: library) }
      }
    }
    #expect(twice == 3306)
    #expect(bench.files(below: "resources") == files)
    #expect(replace(asset, with: pair.still) == nil)
    #expect(replace(asset, with: pair.still) == 3306, "it has none any more")
    AssetChangeRequest.replaceProxy(of: asset, with: pair.still, in: library)
    #expect(bench.violations.rules == [.requestIsInBlock])
    try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets([asset], in: library) }
    #expect(replace(asset, with: pair.still) == 3201)
  }

  @Test("a finished photo finds its proxy, by its identifier or by its date, and does it once")
  func lookup() async throws {
    let pair = try TinyPair.first.get()
    let still = try TinyPair.loneStill.get()
    #expect(try await library.replaceProxy(withFinishedPhoto: still) == .noProxy)
    let live = try Self.add(TinyPair.proxy(of: pair.still), pair.movie, to: library).localIdentifier
    let alone = try Self.add(TinyPair.proxy(of: still), nil, to: library).localIdentifier
    #expect(try await library.replaceProxy(withFinishedPhoto: still) == .replaced(alone))
    #expect(try await library.replaceProxy(withFinishedPhoto: pair.still) == .replaced(live))
    #expect(try await library.replaceProxy(withFinishedPhoto: pair.still) == .wasReplaced(live))
    #expect(try await library.replaceProxy(withFinishedPhoto: TinyPair.second.get().still) == .noProxy)
  }

  @Test("a photo finds its proxy in the trash, and stays there")
  func trashed() async throws {
    let pair = try TinyPair.first.get()
    let asset = try Self.add(TinyPair.proxy(of: pair.still), pair.movie, to: library)
    try library.performChangesAndWait { [library] in AssetChangeRequest.trashAssets([asset], in: library) }
    #expect(try await library.replaceProxy(withFinishedPhoto: pair.still) == .replaced(asset.localIdentifier))
    #expect(try Asset.fetchAssets(in: library).isEmpty)
    try library.performChangesAndWait { [library] in AssetChangeRequest.restoreAssets([asset], in: library) }
    #expect(try AssetResource.assetResources(for: asset, in: library).map(\.type) == [.photo, .pairedVideo])
  }

  @Test("a proxy that an older version has added is replaced, too")
  func olderLibrary() throws {
    let pair = try TinyPair.first.get()
    let asset = try Self.add(TinyPair.proxy(of: pair.still), pair.movie, to: library)
    try library.catalog.write(token: nil) { try $0.execute("UPDATE resource SET proxyKey = NULL") }
    #expect(try replace(asset, with: TinyPair.second.get().still) == 3302)
    #expect(replace(asset, with: pair.still) == nil)
  }

  /// Replaces a proxy by a file that is moved, in a process that dies after so many steps. Returns whether it did not.
  private func dies(after steps: Int) throws -> Bool {
    let bench = try LibraryBench()
    let pair = try TinyPair.first.get()
    let proxy = try TinyPair.proxy(of: pair.still)
    var library: PhotoLibrary? = try bench.open()
    let asset = try Self.add(proxy, pair.movie, to: try #require(library))
    library = nil
    let file = try bench.write(pair.still, as: "finished.jpg")
    let disk = DyingFileStore(after: steps)
    library = try? bench.open(files: disk)
    var isDone = false
    if let living = library {
      let failure = code { () throws(PhotosError) in
        try living.performChangesAndWait {
          var options = AssetResourceCreationOptions()
          options.shouldMoveFile = true
          AssetChangeRequest.replaceProxy(of: asset, withFileAt: file, options: options, in: living)
        }
      }
      isDone = failure == nil && disk.stepsLeft > 1
    }
    library = nil
    bench.waitUntilClosed()
    let comment = Comment(rawValue: "killed after \(steps) steps")
    let next = try bench.open()
    let found = try #require(try Asset.fetchAssets(in: next).first, comment)
    #expect(found.localIdentifier == asset.localIdentifier && found.isLivePhoto, comment)
    let resources = try AssetResource.assetResources(for: found, in: next)
    let isReplaced = resources.map(\.type) == [.photo, .pairedVideo]
    #expect(isReplaced || resources.map(\.type) == [.pairedVideo, .photoProxy], comment)
    #expect(isReplaced || !isDone, comment)
    #expect(
      try LibraryChange(library: next).changeDetails(for: asset)?.assetContentChanged ?? false == isReplaced, comment)
    for (resource, bytes) in zip(resources, isReplaced ? [pair.still, pair.movie] : [pair.movie, proxy]) {
      let bytesFound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: resource.path)))
      #expect(firstDifference(bytesFound, bytes) == nil, comment)
    }
    #expect(bench.files(below: "resources").count == 2, comment)
    #expect(bench.files(below: "incoming").isEmpty, comment)
    #expect(FileManager.default.fileExists(atPath: file.path) == !isReplaced, comment)
    return isDone
  }

  @Test("a process that dies at any step leaves the proxy or the photo, whole")
  func everyStep() throws {
    var steps = 1
    while try !dies(after: steps) {
      steps += 1
      guard steps < 100 else {
        Issue.record("the change has no end")
        return
      }
    }
    #expect(steps > 6, "the change has more steps than \(steps)")
  }
}
