import Foundation
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// What readers learn of changes that others make.
@Suite struct HistoryTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
  }

  @Test("a reader catches up with what was added, changed and deleted since its token, by whom and in what order")
  func catchingUp() throws {
    let first = try library.add(TinyPair.first.get()).localIdentifier
    let token = try library.currentChangeToken()
    let kept = try JSONEncoder().encode(token)
    let other = try bench.open()
    let second = try other.add(TinyPair.second.get()).localIdentifier
    let asset = try #require(try Asset.fetchAssets(withLocalIdentifiers: [first], in: library).firstObject)
    try library.performChangesAndWait { [library] in
      AssetChangeRequest(for: asset, in: library).isFavorite = true
      AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip", in: library).addAssets([asset])
    }
    try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets([asset], in: library) }
    let again = try JSONDecoder().decode(PersistentChangeToken.self, from: kept)
    let changes = try library.fetchPersistentChanges(since: again).changes
    #expect(changes.map(\.insertedAssets) == [[second], [], []])
    #expect(changes.map(\.updatedAssets) == [[], [first], []])
    #expect(changes.map(\.deletedAssets) == [[], [], [first]])
    #expect(changes.map(\.changedAlbums.count) == [0, 1, 0])
    #expect(changes.allSatisfy { $0.program == "program" && $0.secondsSince1970 == 1_795_255_800 })
    let last = try #require(changes.last?.token)
    #expect(try library.fetchPersistentChanges(since: last).changes.isEmpty)
    #expect(try last == library.currentChangeToken())
  }

  @Test("a token that is too old is told so, with 3105")
  func expiry() throws {
    try library.add(TinyPair.first.get())
    let token = try library.currentChangeToken()
    try library.catalog.write(token: nil) { db in
      try db.execute("DELETE FROM changeEntry")
      try db.execute("UPDATE changeSet SET id = \(History.length + 50)")
    }
    try library.add(TinyPair.second.get())
    let failure = code { () throws(PhotosError) in _ = try library.fetchPersistentChanges(since: token) }
    #expect(failure == 3105)
    let count = try library.read { try $0.integer("SELECT count(*) FROM changeSet") }
    #expect(count == 2)
  }

  @Test("observers of another process's library object hear of changes without asking")
  func otherProcess() async throws {
    let other = try bench.open()
    let found = try Asset.fetchAssets(in: other)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    defer { withExtendedLifetime(other) {} }
    let observer = ScriptedObserver { change in
      // An error would be a missing report, and the test would not end well.
      if let details = try? change.changeDetails(for: found) {
        continuation.yield(details.fetchResultAfterChanges.count)
      }
    }
    other.register(observer)
    try library.add(TinyPair.first.get())
    var counts = stream.makeAsyncIterator()
    #expect(await counts.next() == 1)
    withExtendedLifetime(observer) {}
  }

  @Test("changes come as a sequence, those before it was begun included when a token is given")
  func sequence() async throws {
    let token = try library.currentChangeToken()
    let first = try library.add(TinyPair.first.get()).localIdentifier
    var changes = library.persistentChanges(since: token).makeAsyncIterator()
    #expect(try await changes.next()?.insertedAssets == [first])
    let other = try bench.open()
    let second = try other.add(TinyPair.second.get()).localIdentifier
    #expect(try await changes.next()?.insertedAssets == [second])
    let library = library
    let waiting = Task {
      var changes = library.persistentChanges().makeAsyncIterator()
      return try await changes.next()
    }
    waiting.cancel()
    #expect(try await waiting.value == nil)
  }

  @Test("under random edits a list that follows the changes is what a new fetch finds", arguments: 0..<12)
  func law(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let still = try TinyPair.loneStill.get()
    var options = FetchOptions()
    options.sortDescriptors = [AssetSortDescriptor(.isFavorite, ascending: false), AssetSortDescriptor(.creationDate)]
    options.predicate = .isHidden(false)
    var result = try Asset.fetchAssets(in: library, options: options)
    var list: [String] = []
    for _ in 0..<25 {
      let all = try Asset.fetchAssets(in: library)
      let (additions, dates) = (
        Int.random(in: 0...3, using: &random), (0..<3).map { _ in Int64.random(in: 0...9, using: &random) }
      )
      let chosen = all.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      let doings = chosen.map { ($0, Int.random(in: 0...4, using: &random)) }
      try library.performChangesAndWait { [library] in
        for index in 0..<additions {
          let request = AssetCreationRequest.forAsset(in: library)
          request.addResource(with: .photo, data: still)
          request.creationDate = WallTime(secondsSince1970: dates[index], nanosecond: 0, utcOffsetSeconds: 0)
        }
        for (asset, doing) in doings {
          switch doing {
          case 0: AssetChangeRequest.deleteAssets([asset], in: library)
          case 1: AssetChangeRequest.trashAssets([asset], in: library)
          case 2: AssetChangeRequest(for: asset, in: library).isHidden = true
          case 3: AssetChangeRequest(for: asset, in: library).isFavorite = !asset.isFavorite
          default:
            AssetChangeRequest(for: asset, in: library).creationDate = WallTime(
              secondsSince1970: dates[0], nanosecond: 0, utcOffsetSeconds: 0)
          }
        }
      }
      if let details = try LibraryChange(library: library).changeDetails(for: result) {
        for index in try #require(details.removedIndexes).reversed() { list.remove(at: index) }
        for (index, object) in zip(try #require(details.insertedIndexes), details.insertedObjects) {
          list.insert(object.localIdentifier, at: index)
        }
        let before = list
        let moving = Set(details.moves.map(\.from))
        var rest = before.indices.filter { !moving.contains($0) }.map { before[$0] }
        for move in details.moves { rest.insert(before[move.from], at: move.to) }
        list = rest
        result = details.fetchResultAfterChanges
      }
      #expect(try list == Asset.fetchAssets(in: library, options: options).map(\.localIdentifier), "seed \(seed)")
    }
    #expect(!list.isEmpty)
  }
}
