import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

/// Two libraries to which the same happens, one on each database, are told apart by nothing.
@Suite(.needsPostgreSQL) struct LibraryConformanceTests {
  private let benches: [LibraryBench]
  private let libraries: [PhotoLibrary]

  init() throws {
    let benches = try CatalogKind.allCases.map { try LibraryBench($0) }
    self.benches = benches
    libraries = try benches.map { bench in
      var environment = bench.environment()
      let made = Log<Int>()
      // Files are called by these.
      environment.makeIdentifier = {
        made.add(0)
        return "made-\(made.all.count)"
      }
      return try bench.open(environment)
    }
  }

  /// What each library answers, which must be the same; returns it.
  @discardableResult
  private func ask<Answer: Equatable>(
    _ comment: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ question: (PhotoLibrary) throws -> Answer
  ) throws -> Answer {
    let answers = try libraries.map(question)
    #expect(
      answers.allSatisfy { $0 == answers[0] }, "\(comment): \(answers)", sourceLocation: sourceLocation)
    return answers[0]
  }

  /// Names assets as each library knows them: by the order in which they were added.
  private func numbers(_ assets: FetchResult<Asset>, _ library: PhotoLibrary) throws -> [Int] {
    var options = FetchOptions()
    (options.includeHiddenAssets, options.includeTrashedAssets) = (true, true)
    let known = try library.read { db in
      try db.rows(of: "SELECT localIdentifier FROM asset ORDER BY id") { try $0.text(0) }
    }
    return assets.map { asset in known.firstIndex(of: asset.localIdentifier) ?? -1 }
  }

  private func date(_ seconds: Int64, _ nanosecond: Int = 0) -> WallTime {
    WallTime(secondsSince1970: seconds, nanosecond: nanosecond, utcOffsetSeconds: 0)
  }

  private func fill() throws {
    for library in libraries {
      var random = SeededRandom(seed: 16)
      try library.catalog.write(token: nil) { db in
        for number in 0..<300 {
          let taken = Int.random(in: 0...5, using: &random) == 0 ? nil : Int.random(in: -3...9, using: &random)
          func pick(_ values: Int...) -> Int { values.randomElement(using: &random) ?? 0 }
          let remark = pick(0, 0, 1) == 1 ? "half" : nil
          let trashed = pick(0, 0, 0, 0, 1) == 1 ? 1_795_255_800 : nil
          try db.execute(
            """
            INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
              durationNanoseconds, creationSeconds, creationNanosecond, modificationSeconds, modificationNanosecond,
              modificationOffset, isFavorite, isHidden, isSelected, isUnfinished, hasRaw, remark, trashedSeconds)
            VALUES (\("asset-\(number)"), \(pick(0, 1, 2)), \(pick(0, 2, 8, 10)), 1, \(pick(640, 1920)),
              \(pick(480, 1080)), \(pick(0, 1_000_000_000, 3_000_000_000)), \(taken), \(pick(0, 500_000_000)),
              \(pick(1, 2, 3)), \(pick(0, 1)), 0, \(pick(0, 1)), \(pick(0, 0, 1)), \(pick(0, 1)), \(pick(0, 1)),
              \(pick(0, 1)), \(remark), \(trashed))
            """)
        }
      }
    }
  }

  private var predicates: [AssetPredicate] {
    let simple: [AssetPredicate] = [
      .mediaType(.image), .mediaSubtypes(.photoLive), .mediaSubtypes([]), .isFavorite(true), .isFavorite(false),
      .isHidden(true), .isHidden(false), .takenFrom(date(3)), .takenFrom(date(3, 500_000_000)), .takenBefore(date(0)),
      .lasting(MediaTime(value: 1, timescale: 1)), .isUnfinished(true), .isUnfinished(false), .hasRaw(true),
      .hasRaw(false), .all([]), .any([]),
    ]
    let pairs = zip(simple, simple.dropFirst(3)).flatMap { [AssetPredicate.all([$0, $1]), .any([$0, .not($1)])] }
    return simple + simple.map { .not($0) } + pairs + pairs.map { .not($0) }
  }

  @Test("every predicate and every order finds the same assets in the same order, and counts the same")
  func fetches() throws {
    try fill()
    var orders: [[AssetSortDescriptor]] = [[]]
    for key in AssetSortDescriptor.Key.allCases {
      orders += [true, false].map { [.init(key, ascending: $0)] }
      orders.append([.init(.isFavorite, ascending: false), .init(key, ascending: false)])
    }
    var found = 0
    for (index, predicate) in predicates.enumerated() {
      var options = FetchOptions()
      options.predicate = predicate
      options.includeHiddenAssets = index % 2 == 0
      options.sortDescriptors = orders[index % orders.count]
      found += try ask("\(options)") { try numbers(Asset.fetchAssets(in: $0, options: options), $0) }.count
      try ask("\(options)") { try Asset.countAssets(in: $0, options: options) }
    }
    for order in orders {
      var options = FetchOptions()
      (options.sortDescriptors, options.includeHiddenAssets) = (order, true)
      let all = try ask("\(order)") { try numbers(Asset.fetchAssets(in: $0, options: options), $0) }
      #expect(all.count > 200)
      (options.fetchOffset, options.fetchLimit) = (17, 50)
      let page = try ask("\(order)") { try numbers(Asset.fetchAssets(in: $0, options: options), $0) }
      #expect(page == Array(all[17..<67]))
      options.fetchLimit = 0
      #expect(try ask("\(order)") { try numbers(Asset.fetchAssets(in: $0, options: options), $0) } == Array(all[17...]))
    }
    for album in AssetCollection.SmartAlbum.allCases {
      try ask("\(album)") { try numbers(Asset.fetchAssets(of: .smartAlbum(album), in: $0), $0) }
      try ask("\(album)") { try Asset.countAssets(in: $0, of: .smartAlbum(album)) }
    }
    #expect(found > 5000)
    for pattern in ["asset-1%", "ASSET-1%", "asset_1", "asset|_1", "%", "|%", "\0", "'"] {
      try ask(pattern) { library in
        try library.read { db in
          try db.rows(
            of: "SELECT id FROM asset WHERE localIdentifier LIKE \(pattern) ESCAPE '|' ORDER BY id LIMIT \(99)"
          ) { try $0.integer(0) }
        }
      }
    }
    for library in libraries { try library.setLimitedSelection(["asset-7", "asset-9", "'", "\\", "\0", "none"]) }
    let selected = try ask("selection") { library in
      try library.read {
        try $0.rows(of: "SELECT localIdentifier FROM asset WHERE isSelected = 1 ORDER BY id") { try $0.text(0) }
      }
    }
    #expect(selected == ["asset-7", "asset-9"])
  }

  @Test("a library's story: photos, albums, edits, the trash, duplicates, proxies, history")
  func story() throws {
    let (first, second, still) = (try TinyPair.first.get(), try TinyPair.second.get(), try TinyPair.loneStill.get())
    let proxy = try TinyPair.proxy(of: second.still)
    for library in libraries {
      try library.add(first)
      var options = AssetResourceCreationOptions()
      options.originalFilename = "näme 'x' \\ \n👩‍👩‍👧.JPG"
      try library.performChangesAndWait { [options] in
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still, options: options)
        let deferred = AssetCreationRequest.forAsset(in: library)
        deferred.addResource(with: .photoProxy, data: proxy)
        deferred.addResource(with: .pairedVideo, data: second.movie)
        let again = AssetCreationRequest.forAsset(in: library)
        again.skipsDuplicates = true
        again.addResource(with: .photo, data: first.still)
        again.addResource(with: .pairedVideo, data: first.movie)
        let album = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Pa'rty\\", in: library)
        album.addAssets([deferred.placeholderForCreatedAsset, again.placeholderForCreatedAsset])
      }
    }
    try tell("made")
    for library in libraries {
      let all = try Asset.fetchAssets(in: library)
      try library.performChangesAndWait {
        AssetChangeRequest.replaceProxy(of: all[2], with: second.still, in: library)
        AssetChangeRequest.setContentEdits(
          [AssetEdit(.fullSizePhoto, data: still), AssetEdit(.adjustmentData, data: [1])], of: all[1], in: library)
        let request = AssetChangeRequest(for: all[0], in: library)
        request.isFavorite = true
        request.location = GeoLocation(latitudeDegrees: 48.208_174_3, longitudeDegrees: -0.1)
        AssetChangeRequest.trashAssets([all[0]], in: library)
      }
    }
    try tell("changed")
    for library in libraries {
      let all = try Asset.fetchAssets(in: library)
      let bin = try Asset.fetchAssets(of: .smartAlbum(.recentlyDeleted), in: library)
      try library.performChangesAndWait {
        AssetChangeRequest.revertAssetContentToOriginal(of: all[0], in: library)
        AssetChangeRequest.restoreAssets(Array(bin), in: library)
        AssetChangeRequest.deleteAssets([all[1]], in: library)
      }
      // Of what cannot be, nothing is.
      #expect(throws: PhotosError.self) {
        try library.performChangesAndWait {
          AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
          AssetChangeRequest.deleteAssets([all[1]], in: library)
        }
      }
    }
    try tell("settled")
    for library in libraries {
      let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
      let lost = try AssetResource.assetResources(for: asset, in: library)[0]
      try FileManager.default.removeItem(atPath: lost.path)
      try library.performChangesAndWait {
        AssetChangeRequest(for: asset, in: library).remark = lost.originalFilename + " is not there."
        AssetChangeRequest.trashAssets([asset], in: library)
      }
      let draft = LibraryDraft([
        .init(.photo, at: try library.stage(first.still, extension: "jpg"), name: "again.JPG"),
        .init(.pairedVideo, at: try library.stage(first.movie, extension: "mov"), name: "again.MOV"),
      ])
      let addition = try #require(try LibraryDraft.addAndWait([draft], to: library, skippingDuplicates: true).first)
      #expect(addition.localIdentifier == asset.localIdentifier)
      #expect(addition.isRestored && addition.mended == [lost.originalFilename])
    }
    try tell("mended")
    #expect(
      try ask("numbers") { library in try (0..<2).map { _ in try LibraryDraft.takeNumber(in: library) } }.count == 2)
    let files = benches.map { $0.files(below: "").filter { !$0.hasPrefix("library.sqlite") && $0 != "identifier" } }
    #expect(files.allSatisfy { $0.count == 3 }, "\(files)")
    for library in libraries {
      var check = LibraryCheck(of: library)
      #expect(try check.run().findings.isEmpty)
    }
  }

  /// Holds the libraries against each other.
  private func tell(_ comment: String) throws {
    try ask(comment) { library in
      try Asset.fetchAssets(in: library).map { asset in
        let files = try AssetResource.assetResources(for: asset, in: library)
        return ["\(asset.creationDate.debugDescription) \(asset.location.debugDescription) \(asset.isFavorite)"]
          + files.map { "\($0.type) \($0.originalFilename) \($0.byteCount)" }
      }
    }
    try ask(comment) { library in
      try AssetCollection.fetchAlbums(in: library).map { album in
        [album.title] + (try numbers(Asset.fetchAssets(of: album, in: library), library).map(String.init))
      }
    }
    try ask(comment) { try Asset.countAssets(in: $0) }
    try ask(comment) { library in
      try library.read { db in
        try db.rows(
          of: "SELECT type, count(*), CAST(sum(byteCount) AS INTEGER) FROM resource GROUP BY type ORDER BY type"
        ) { $0.values }
      }
    }
    try ask(comment) { library in
      try library.fetchPersistentChanges(since: PersistentChangeToken(number: 0)).changes.map {
        [
          $0.insertedAssets.count, $0.updatedAssets.count, $0.deletedAssets.count, $0.changedAlbums.count,
          Int($0.token.number),
        ]
      }
    }
  }
}
