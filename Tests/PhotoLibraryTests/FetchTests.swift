import Glibc
import MediaCore
import StillCoding
import Testing

@testable import PhotoLibrary

@Suite struct FetchTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
  }

  private func date(_ seconds: Int64) -> WallTime {
    WallTime(secondsSince1970: seconds, nanosecond: 0, utcOffsetSeconds: 0)
  }

  private func identifiers(_ change: (inout FetchOptions) -> Void) throws -> [Int] {
    var options = FetchOptions()
    change(&options)
    return try Asset.fetchAssets(in: library, options: options).map { Int($0.creationDate?.secondsSince1970 ?? -1) }
  }

  @Test("predicates, orders, limits, and hidden assets, which only those see who ask")
  func options() throws {
    let (pair, still) = (try TinyPair.first.get(), try TinyPair.loneStill.get())
    try library.performChangesAndWait { [library] in
      for number in 1...6 {
        let request = AssetCreationRequest.forAsset(in: library)
        if number == 3 {
          request.addResource(with: .video, data: pair.movie)
        } else {
          request.addResource(with: .photo, data: number % 2 == 0 ? pair.still : still)
          if number % 2 == 0 { request.addResource(with: .pairedVideo, data: pair.movie) }
        }
        request.creationDate = date(Int64(number))
        request.isFavorite = number > 4
        request.isHidden = number == 6
        request.location = GeoLocation(latitudeDegrees: 48, longitudeDegrees: 16)
      }
    }
    #expect(try identifiers { _ in } == [1, 2, 3, 4, 5])
    #expect(try identifiers { $0.includeHiddenAssets = true } == [1, 2, 3, 4, 5, 6])
    #expect(try identifiers { $0.predicate = .mediaSubtypes(.photoLive) } == [2, 4])
    #expect(try identifiers { $0.predicate = .not(.mediaType(.image)) } == [3])
    #expect(try identifiers { $0.predicate = .any([.isFavorite(true), .takenBefore(date(2))]) } == [1, 5])
    #expect(try identifiers { $0.predicate = .all([.takenFrom(date(2)), .takenBefore(date(4))]) } == [2, 3])
    #expect(try identifiers { $0.predicate = .all([]) }.count == 5)
    #expect(try identifiers { $0.predicate = .any([]) }.isEmpty)
    #expect(try identifiers { $0.predicate = .lasting(MediaTime(value: 1, timescale: 2)) } == [3])
    #expect(try identifiers { $0.predicate = .isHidden(true) }.isEmpty)
    #expect(try identifiers { $0.includeAssetSourceTypes = .cloudShared }.isEmpty)
    #expect(try identifiers { $0.includeAssetSourceTypes = [.cloudShared, .userLibrary] }.count == 5)
    #expect(
      try identifiers {
        $0.sortDescriptors = [.init(.isFavorite, ascending: false), .init(.creationDate, ascending: false)]
        $0.fetchLimit = 3
      } == [5, 4, 3])
    for key in AssetSortDescriptor.Key.allCases {
      #expect(try identifiers { $0.sortDescriptors = [.init(key)] }.count == 5)
    }
    #expect(try Asset.fetchAssets(of: .smartAlbum(.hidden), in: library).count == 1)
    #expect(try Asset.fetchAssets(of: .smartAlbum(.favorites), in: library).count == 1)
    #expect(try Asset.fetchAssets(of: .smartAlbum(.videos), in: library).count == 1)
    #expect(try Asset.fetchAssets(of: .smartAlbum(.userLibrary), in: library).count(of: .image) == 4)
    let all = try Asset.fetchAssets(in: library)
    #expect(all[0].location?.latitudeDegrees == 48)
    #expect(all[0].location?.altitudeMeters == nil)
    try library.performChangesAndWait { [library] in AssetChangeRequest(for: all[0], in: library).location = nil }
    let taken = try Asset.fetchAssets(in: library)
    #expect(taken[0].location == nil && taken[1].location?.longitudeDegrees == 16, "a place goes when it is taken away")
    let hidden = try Asset.fetchAssets(of: .smartAlbum(.hidden), in: library)[0]
    #expect(try Asset.fetchAssets(withLocalIdentifiers: [hidden.localIdentifier], in: library).count == 1)
  }

  @Test("albums: made with placeholders, filled, emptied, renamed, deleted; assets stay, or take their places along")
  func albums() throws {
    let still = try TinyPair.loneStill.get()
    let made = Log<ObjectPlaceholder>()
    try library.performChangesAndWait { [library] in
      let album = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Party", in: library)
      let requests = (0..<3).map { _ in AssetCreationRequest.forAsset(in: library) }
      for request in requests { request.addResource(with: .photo, data: still) }
      album.addAssets(requests.reversed().map(\.placeholderForCreatedAsset))
      if let placeholder = album.placeholderForCreatedAssetCollection { made.add(placeholder) }
    }
    let album = try #require(try AssetCollection.fetchAlbums(in: library).firstObject)
    #expect(made.all[0] == album)
    #expect(album.title == "Party")
    let all = try Asset.fetchAssets(in: library)
    let before = try Asset.fetchAssets(of: album, in: library)
    #expect(before.map(\.localIdentifier) == all.map(\.localIdentifier).reversed())
    try library.performChangesAndWait { [library] in
      let request = AssetCollectionChangeRequest(for: album, in: library)
      request.setTitle("After")
      request.removeAssets([before[0]])
      request.addAssets([before[1], before[0]])
      AssetChangeRequest.deleteAssets([before[2]], in: library)
    }
    let after = try Asset.fetchAssets(of: album, in: library)
    #expect(after.map(\.localIdentifier) == [before[1].localIdentifier, before[0].localIdentifier])
    let change = LibraryChange(library: library)
    let details = try #require(try change.changeDetails(for: before))
    #expect(details.removedIndexes == [2])
    #expect(details.moves.count == 1)
    let renamed = try AssetCollection.fetchAlbums(withLocalIdentifiers: [album.localIdentifier], in: library)
    #expect(renamed.map(\.title) == ["After"])
    let smart = code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        AssetCollectionChangeRequest.deleteAssetCollections([.smartAlbum(.livePhotos)], in: library)
      }
    }
    #expect(smart == 3300)
    try library.performChangesAndWait { [library] in
      AssetCollectionChangeRequest.deleteAssetCollections([album], in: library)
    }
    #expect(try AssetCollection.fetchAlbums(in: library).isEmpty)
    #expect(try library.assetCount == 2)
    let gone = code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        AssetCollectionChangeRequest(for: album, in: library).setTitle("Never")
      }
    }
    #expect(gone == 3201)
  }

  /// The seconds that this thread computes; tests that run beside it, and other programs, take their own time.
  private func processorTime(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  @Test("ten thousand assets are fetched, compared and found in the time that a hand needs")
  func tenThousand() throws {
    try library.catalog.write(token: nil) { db in
      for number in 0..<10_000 {
        try db.execute(
          """
          INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
            durationNanoseconds, creationSeconds, modificationSeconds, modificationNanosecond, modificationOffset)
          VALUES (\("\(number)/L0/001"), 1, \(number % 2 * 8), 3, 4032, 3024, 0, \((number * 7919) % 10_007), 0, 0, 0)
          """)
      }
    }
    var options = FetchOptions()
    options.sortDescriptors = [AssetSortDescriptor(.creationDate, ascending: false)]
    var result = try Asset.fetchAssets(in: library)
    let time = try processorTime { result = try Asset.fetchAssets(in: library, options: options) }
    #expect(result.count == 10_000)
    #expect(
      zip(result, result.dropFirst()).allSatisfy {
        ($0.creationDate?.secondsSince1970 ?? 0) > ($1.creationDate?.secondsSince1970 ?? 0)
      })
    // Some 0.15 s without optimization on a machine with nothing else to do.
    #expect(0.01 < time && time < 3, "\(time)")
    options.predicate = .mediaSubtypes(.photoLive)
    options.fetchLimit = 50
    var page = result
    let live = try processorTime { page = try Asset.fetchAssets(in: library, options: options) }
    #expect(page.count == 50)
    #expect(live < 1, "\(live)")
    let middle = result[5000]
    try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets([middle], in: library) }
    let change = LibraryChange(library: library)
    var details: FetchResultChangeDetails<Asset>?
    let compared = try processorTime { details = try change.changeDetails(for: result) }
    #expect(details?.removedIndexes == [5000])
    #expect(compared < 5, "\(compared)")
  }
}
