import Dispatch
import Foundation
import MediaCore
import Simulator
import TestSupport
import Testing

@testable import PhotoLibrary

/// Waits for changes, and looks at each at once.
final class ScriptedObserver: PhotoLibraryChangeObserver {
  private let handle: @Sendable (LibraryChange) -> Void
  init(_ handle: @escaping @Sendable (LibraryChange) -> Void) { self.handle = handle }
  func photoLibraryDidChange(_ change: LibraryChange) { handle(change) }
}

/// What a handler of Live Photos was called with.
struct LivePhotoCall: Sendable {
  let photo: LivePhoto?
  let info: LivePhotoInfo
}

@Suite struct ReadingCaseTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
  }

  private func resources() throws -> [AssetResource] {
    let identifier = try library.add(TinyPair.first.get()).localIdentifier
    let asset = try #require(try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library).firstObject)
    return try AssetResource.assetResources(for: asset, in: library)
  }

  /// The outcome of writing a copy.
  private func write(_ resource: AssetResource, to url: URL) async -> PhotosError? {
    let manager = AssetResourceManager(library)
    return await withCheckedContinuation { continuation in
      manager.writeData(for: resource, toFile: url) { continuation.resume(returning: $0) }
    }
  }

  @Test("82: pieces together are the stored bytes, with one completion; a written copy is equal")
  func case82_data() async throws {
    let pair = try TinyPair.first.get()
    for (resource, bytes) in zip(try resources(), [pair.still, pair.movie]) {
      let found = await library.data(of: resource)
      #expect(firstDifference(found.bytes, bytes) == nil)
      #expect(found.error == nil)
      #expect(found.completions == 1)
      let url = URL(fileURLWithPath: bench.folder.path("copy-\(resource.type)"))
      #expect(await write(resource, to: url) == nil)
      #expect(firstDifference([UInt8](try Data(contentsOf: url)), bytes) == nil)
    }
  }

  @Test("82: large resources come in pieces with progress; cancelling between two ends with 3072")
  func case82_piecesAndCancel() async throws {
    // What edits were may be any bytes: a megabyte of them.
    let still = try TinyPair.loneStill.get()
    var generator = SeededRandom(seed: 5)
    let bytes = (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try library.performChangesAndWait { [library] in
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: still)
      request.addResource(with: .adjustmentData, data: bytes)
    }
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    let resource = try #require(try AssetResource.assetResources(for: asset, in: library).last)
    #expect(resource.type == .adjustmentData)
    let found = await library.data(of: resource)
    #expect(firstDifference(found.bytes, bytes) == nil)

    let manager = AssetResourceManager(library)
    let (sizes, progress, ids) = (Log<Int>(), Log<Double>(), Log<Int32>())
    // The queue of handlers is held until the request's number is known.
    let gate = DispatchSemaphore(value: 0)
    let error: PhotosError? = await withCheckedContinuation { continuation in
      var options = AssetResourceRequestOptions()
      options.progressHandler = { progress.add($0) }
      let id = manager.requestData(
        for: resource, options: options,
        dataReceivedHandler: { bytes in
          if sizes.all.isEmpty { gate.wait() }
          sizes.add(bytes.byteCount)
          if sizes.all.count == 2 { manager.cancelDataRequest(ids.all[0]) }
        }, completionHandler: { continuation.resume(returning: $0) })
      ids.add(id)
      gate.signal()
    }
    #expect(error?.code == .userCancelled)
    #expect(error?.code.rawValue == 3072)
    #expect(sizes.all == [1 << 18, 1 << 18])
    #expect(progress.all == [0.25, 0.5])
    #expect(ids.all[0] > AssetResourceManager.invalidRequestID)
    manager.cancelDataRequest(ids.all[0])
    manager.cancelDataRequest(0)
  }

  @Test("82: no folder to write to is −1; a file that is there stays as it is")
  func case82_badTargets() async throws {
    let photo = try resources()[0]
    let missing = URL(fileURLWithPath: bench.folder.path("nowhere/copy.jpg"))
    #expect(await write(photo, to: missing)?.code.rawValue == -1)
    let taken = try bench.write([1, 2, 3], as: "taken.jpg")
    #expect(await write(photo, to: taken)?.code.rawValue == -1)
    #expect(try [UInt8](Data(contentsOf: taken)) == [1, 2, 3])
    try FileManager.default.removeItem(atPath: photo.path)
    #expect(await library.data(of: photo).error?.code.rawValue == 3303)
  }

  /// The calls that a request makes, up to the last one, and those that come while another request ends.
  private func request(
    _ urls: [URL], placeholder: PixelSize?, target: PixelSize = .zero, mode: ImageContentMode = .aspectFit,
    isCancelled: Bool = false
  ) async -> (calls: [LivePhotoCall], callsBeforeReturn: Int, id: Int32) {
    let calls = Log<LivePhotoCall>()
    // On the main queue nothing can be delivered before the request returns.
    let (early, id) = bench.mainQueue.sync {
      let id = LivePhoto.request(
        resourceFileURLs: urls, placeholder: placeholder, targetSize: target, contentMode: mode,
        in: library.livePhotoRequests
      ) { calls.add(LivePhotoCall(photo: $0, info: $1)) }
      let early = calls.all.count
      if isCancelled { LivePhoto.cancelRequest(id, in: library.livePhotoRequests) }
      return (early, id)
    }
    // Requests are worked on one after the other: when a later one has ended, this one has, too.
    await withCheckedContinuation { continuation in
      LivePhoto.request(
        resourceFileURLs: [], placeholder: nil, targetSize: .zero, contentMode: .aspectFit,
        in: library.livePhotoRequests
      ) { _, _ in continuation.resume() }
    }
    return (calls.all, early, id)
  }

  private func pairURLs() throws -> [URL] {
    let pair = try TinyPair.first.get()
    return [try bench.write(pair.movie, as: "IMG_1.MOV"), try bench.write(pair.still, as: "IMG_1.JPG")]
  }

  @Test("83: with a placeholder: one call before the return, degraded; one later, final; none after it")
  func case83_livePhoto() async throws {
    let urls = try pairURLs()
    let size = PixelSize(width: 12, height: 8)
    let (calls, early, id) = await request(urls, placeholder: size, target: PixelSize(width: 48, height: 48))
    #expect(id > 0)
    #expect(early == 1)
    #expect(calls.count == 2)
    #expect(calls[0].info.isDegraded)
    #expect(calls[0].photo?.size == size)
    #expect(calls[0].photo?.isComplete == false)
    let final = try #require(calls[1].photo)
    #expect(!calls[1].info.isDegraded && !calls[1].info.isCancelled && calls[1].info.error == nil)
    #expect(final.size == PixelSize(width: 48, height: 32))
    #expect(final.isComplete)
    #expect(final.contentIdentifier == TinyPair.firstIdentifier)
    #expect(final.duration == MediaTime(value: 360, timescale: 600))
    #expect(final.stillTime == MediaTime(value: 180, timescale: 600))
    #expect(AssetResource.assetResources(for: final).map(\.type) == [.photo, .pairedVideo])
    // Without one it grows on the main queue: first the still, then all of it.
    let growing = await request(urls, placeholder: nil, target: PixelSize(width: 24, height: 24), mode: .aspectFill)
    #expect(growing.callsBeforeReturn == 0)
    #expect(growing.calls.map(\.info.isDegraded) == [true, false])
    #expect(
      growing.calls.map { $0.photo?.size } == [PixelSize(width: 36, height: 24), PixelSize(width: 36, height: 24)])
  }

  /// The calls that a request for an asset makes.
  private func request(_ asset: Asset, _ mode: LivePhoto.DeliveryMode) async -> [LivePhotoCall] {
    let calls = Log<LivePhotoCall>()
    await withCheckedContinuation { continuation in
      LivePhoto.request(
        for: asset, targetSize: .zero, contentMode: .aspectFit, deliveryMode: mode, in: library
      ) { photo, info in
        calls.add(LivePhotoCall(photo: photo, info: info))
        if !info.isDegraded { continuation.resume() }
      }
    }
    return calls.all
  }

  @Test("an asset's Live Photo comes once or grows; what is none, or is gone, is an error")
  func livePhotoOfAsset() async throws {
    try library.add(TinyPair.first.get())
    let still = try TinyPair.loneStill.get()
    try library.performChangesAndWait { [library] in
      AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
    }
    let assets = try Asset.fetchAssets(in: library)
    let growing = await request(assets[0], .opportunistic)
    #expect(growing.map(\.info.isDegraded) == [true, false])
    #expect(growing.map { $0.photo?.isComplete } == [false, true])
    let whole = await request(assets[0], .highQualityFormat)
    #expect(whole.count == 1)
    let photo = try #require(whole[0].photo)
    #expect(photo.size == PixelSize(width: 96, height: 64))
    #expect(
      AssetResource.assetResources(for: photo) == (try AssetResource.assetResources(for: assets[0], in: library)))
    #expect(await request(assets[1], .opportunistic).map { $0.info.error?.code.rawValue } == [3306])
    try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets([assets[0]], in: library) }
    #expect(await request(assets[0], .highQualityFormat).map { $0.info.error?.code.rawValue } == [3201])
  }

  @Test("84: cancelled before the end: one call that says so, and no final photo")
  func case84_cancelled() async throws {
    let (calls, early, id) = await request(
      try pairURLs(), placeholder: PixelSize(width: 12, height: 8), isCancelled: true)
    #expect(early == 1)
    #expect(calls.count == 2)
    #expect(calls.map(\.info.isCancelled) == [false, true])
    #expect(calls[1].photo == nil)
    #expect(!calls[1].info.isDegraded)
    // It has ended: cancelling again is nothing.
    LivePhoto.cancelRequest(id, in: library.livePhotoRequests)
    bench.mainQueue.sync {}
    let plain = await request(try pairURLs(), placeholder: nil, isCancelled: true)
    #expect(plain.calls.count == 1)
    #expect(plain.calls[0].info.isCancelled && plain.calls[0].photo == nil)
  }

  @Test("85: one file, two stills, a foreign movie, no extension, no file: no photo, and an error")
  func case85_badFiles() async throws {
    let urls = try pairURLs()
    let (movie, still) = (urls[0], urls[1])
    let foreign = try bench.write(try TinyPair.second.get().movie, as: "foreign.mov")
    let bare = try bench.write(try TinyPair.first.get().movie, as: "movie")
    let misnamed = try bench.write(try TinyPair.first.get().movie, as: "movie.jpg")
    let gone = URL(fileURLWithPath: bench.folder.path("gone.mov"))
    let text = try bench.write(Array("text".utf8), as: "text.mov")
    let sets = [[still], [movie], [], [still, still], [movie, movie], [still, movie, still], [still, foreign]]
    for urls in sets + [[still, bare], [still, misnamed], [still, gone], [still, text]] {
      let (calls, _, _) = await request(urls, placeholder: nil)
      let last = try #require(calls.last)
      #expect(last.photo == nil)
      #expect(last.info.error?.code.rawValue == -1, "\(urls.map(\.lastPathComponent))")
      #expect(!last.info.isDegraded && !last.info.isCancelled)
      #expect(calls.dropLast().allSatisfy { $0.info.isDegraded })
    }
  }

  @Test("86: an observer hears of a new asset once, with its index, and not on main")
  func case86_observer() async throws {
    try library.add(TinyPair.first.get())
    var options = FetchOptions()
    options.sortDescriptors = [AssetSortDescriptor(.creationDate, ascending: false)]
    let before = try Asset.fetchAssets(in: library, options: options)
    let seen = Log<(FetchResultChangeDetails<Asset>?, isOnMain: Bool)>()
    let library = library
    let observer = ScriptedObserver { change in
      seen.add(((try? change.changeDetails(for: before)) ?? nil, library.isOnMain))
    }
    library.register(observer)
    library.register(observer)
    let still = try TinyPair.loneStill.get()
    try await library.performChanges {
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: still)
      request.creationDate = WallTime(secondsSince1970: 1_900_000_000, nanosecond: 0, utcOffsetSeconds: 0)
    }
    library.observerQueue.sync {}
    #expect(seen.all.count == 1)
    #expect(seen.all[0].isOnMain == false)
    let details = try #require(seen.all[0].0)
    #expect(details.hasIncrementalChanges)
    #expect(details.insertedIndexes == [0])
    #expect(details.removedIndexes == [])
    #expect(details.changedIndexes == [])
    #expect(!details.hasMoves)
    #expect(details.fetchResultAfterChanges.count == 2)
    #expect(details.insertedObjects.map(\.localIdentifier) == [details.fetchResultAfterChanges[0].localIdentifier])
    // What changes nothing is not told; whoever has gone is not told either.
    try library.performChangesAndWait {}
    library.unregisterChangeObserver(observer)
    try library.add(TinyPair.second.get())
    library.observerQueue.sync {}
    #expect(seen.all.count == 1)
  }

  @Test("86: marking changes an index, deleting removes one, a new date moves one; without increments all is loaded")
  func case86_details() throws {
    for seconds in [100, 200, 300] {
      let still = try TinyPair.loneStill.get()
      try library.performChangesAndWait { [library] in
        let request = AssetCreationRequest.forAsset(in: library)
        request.addResource(with: .photo, data: still)
        request.creationDate = WallTime(secondsSince1970: Int64(seconds), nanosecond: 0, utcOffsetSeconds: 0)
      }
    }
    var options = FetchOptions()
    options.sortDescriptors = [AssetSortDescriptor(.creationDate)]
    let before = try Asset.fetchAssets(in: library, options: options)
    let change = LibraryChange(library: library)
    #expect(try change.changeDetails(for: before) == nil)
    try library.performChangesAndWait { [library] in
      AssetChangeRequest.deleteAssets([before[0]], in: library)
      AssetChangeRequest(for: before[2], in: library).isFavorite = true
      AssetChangeRequest(for: before[1], in: library).creationDate = WallTime(
        secondsSince1970: 400, nanosecond: 0, utcOffsetSeconds: 0)
    }
    let details = try #require(try change.changeDetails(for: before))
    #expect(details.removedIndexes == [0])
    #expect(details.insertedIndexes == [])
    #expect(details.changedIndexes == [0, 1])
    #expect(details.moves.count == 1)
    #expect(details.fetchResultAfterChanges.map(\.isFavorite) == [true, false])
    #expect(try #require(try change.changeDetails(for: before[0])).objectWasDeleted)
    #expect(try #require(try change.changeDetails(for: before[2])).objectAfterChanges?.isFavorite == true)
    options.wantsIncrementalChangeDetails = false
    let whole = FetchResult(objects: before.map { $0 }, query: .assets(.library, options))
    let reload = try #require(try change.changeDetails(for: whole))
    #expect(!reload.hasIncrementalChanges)
    #expect(reload.insertedIndexes == nil && reload.removedIndexes == nil && reload.changedIndexes == nil)
    #expect(reload.fetchResultAfterChanges.count == 2)
  }
}
