import ByteCoding
import FileStorage
import Foundation
import MediaCore
import Simulator
import TestSupport
import Testing

@testable import PhotoLibrary

/// Edits of assets, the trash, duplicates, counts and searches.
@Suite struct TrashAndEditTests {
  let bench: LibraryBench
  let library: PhotoLibrary
  init() throws {
    bench = try LibraryBench()
    library = try bench.open()
  }

  private func asset(_ identifier: String, inTrash: Bool = false) throws -> Asset? {
    var options = FetchOptions()
    options.includeTrashedAssets = inTrash
    return try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library, options: options).firstObject
  }

  private func types(_ asset: Asset) throws -> [ResourceType] {
    try AssetResource.assetResources(for: asset, in: library).map(\.type)
  }

  @Test("the trash hides assets from every fetch but its own, and gives them back with all they had")
  func trash() throws {
    let identifiers = [try library.add(TinyPair.first.get()), try library.add(TinyPair.second.get())].map(
      \.localIdentifier)
    let first = try #require(try asset(identifiers[0]))
    try library.performChangesAndWait { [library] in
      AssetChangeRequest(for: first, in: library).isFavorite = true
      AssetChangeRequest.trashAssets([first], in: library)
    }
    #expect(try Asset.fetchAssets(in: library).map(\.localIdentifier) == [identifiers[1]])
    #expect(try asset(identifiers[0]) == nil)
    #expect(try Asset.fetchAssets(of: .smartAlbum(.favorites), in: library).isEmpty)
    let bin = try Asset.fetchAssets(of: .smartAlbum(.recentlyDeleted), in: library)
    #expect(bin.map(\.localIdentifier) == [identifiers[0]])
    let date = try #require(bin.firstObject?.trashedDate)
    #expect(date.secondsSince1970 == 1_795_255_800)
    // Put there again later, it stays no longer.
    bench.clock.advance(by: MediaTime(value: 100, timescale: 1))
    try library.performChangesAndWait { [library] in AssetChangeRequest.trashAssets([first], in: library) }
    #expect(try asset(identifiers[0], inTrash: true)?.trashedDate == date)
    try library.performChangesAndWait { [library] in AssetChangeRequest.restoreAssets([first], in: library) }
    let restored = try #require(try asset(identifiers[0]))
    #expect(restored.trashedDate == nil && restored.isFavorite)
    #expect(try types(restored) == [.photo, .pairedVideo])
  }

  @Test("what has been in the trash for longer than the library's days is swept, and what is kept for ever is not")
  func trashPeriod() throws {
    let identifiers = [try library.add(TinyPair.first.get()), try library.add(TinyPair.second.get())].map(
      \.localIdentifier)
    func trash(_ index: Int) throws {
      let asset = try #require(try asset(identifiers[index]))
      try library.performChangesAndWait { [library] in AssetChangeRequest.trashAssets([asset], in: library) }
    }
    let bin = LibraryTrashBin(of: library)
    #expect(try bin.days() == 30)
    try trash(0)
    bench.clock.advance(by: MediaTime(value: 29 * 86_400, timescale: 1))
    try trash(1)
    #expect(try bin.sweep() == 0)
    bench.clock.advance(by: MediaTime(value: 86_400, timescale: 1))
    try bin.setDays(nil)
    #expect(try bin.sweep() == 0 && bin.days() == nil)
    try bin.setDays(30)
    #expect(try LibraryTrashBin(of: bench.open(authorization: .fixed(.denied))).sweep() == 0)
    #expect(try LibraryTrashBin(of: bench.open()).sweep() == 1)
    #expect(try asset(identifiers[0], inTrash: true) == nil && asset(identifiers[1], inTrash: true) != nil)
    #expect(bench.files(below: "resources").count == 2)
    #expect(try bin.sweep() == 0)
    #expect(try bin.delete(olderThanDays: 0) == 1)
    #expect(bench.files(below: "resources").isEmpty)
  }

  @Test("an edit is shown and the original stays; another edit replaces it; a revert brings the original back")
  func edits() throws {
    let (first, second) = (try TinyPair.first.get(), try TinyPair.second.get())
    let identifier = try library.add(first).localIdentifier
    let original = try #require(try asset(identifier))
    for round in 0..<2 {
      try library.performChangesAndWait { [library] in
        AssetChangeRequest.setContentEdits(
          [
            AssetEdit(.fullSizePhoto, data: second.still), AssetEdit(.fullSizePairedVideo, data: second.movie),
            AssetEdit(.adjustmentData, data: Array("round \(round)".utf8)),
          ], of: original, in: library)
      }
      let edited = try #require(try asset(identifier))
      #expect(
        try types(edited) == [.photo, .fullSizePhoto, .adjustmentData, .pairedVideo, .fullSizePairedVideo])
      #expect(bench.files(below: "resources").count == 5, "what an edit replaces is gone")
      let change = ObjectChangeDetails(objectBeforeChanges: original, objectAfterChanges: edited)
      #expect(change.assetContentChanged)
    }
    try library.performChangesAndWait { [library] in
      AssetChangeRequest.revertAssetContentToOriginal(of: original, in: library)
    }
    #expect(try types(original) == [.photo, .pairedVideo])
    #expect(bench.files(below: "resources").count == 2)
    let again = code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        AssetChangeRequest.revertAssetContentToOriginal(of: original, in: library)
      }
    }
    #expect(again == 3306)
  }

  @Test("an edit of what an asset no longer has changes nothing, so that nobody's edit is lost")
  func editOfOldFiles() throws {
    let (first, second) = (try TinyPair.first.get(), try TinyPair.second.get())
    let original = try #require(try asset(try library.add(first).localIdentifier))
    let basis = try AssetResource.assetResources(for: original, in: library)
    func edit(_ text: String) -> Int? {
      code { () throws(PhotosError) in
        try library.performChangesAndWait { [library] in
          AssetChangeRequest.setContentEdits(
            [AssetEdit(.fullSizePhoto, data: second.still), AssetEdit(.adjustmentData, data: Array(text.utf8))],
            of: original, in: library, basis: basis)
        }
      }
    }
    #expect(edit("first") == nil)
    let files = bench.files(below: "resources")
    #expect(edit("second") == 3301)
    #expect(bench.files(below: "resources") == files && bench.files(below: "incoming").isEmpty)
    let words = try #require(
      try AssetResource.assetResources(for: original, in: library).first { $0.type == .adjustmentData })
    #expect(try FileBytes(words.path).allBytes() == Array("first".utf8))
  }

  @Test("an edit whose halves do not belong together, or that the asset cannot have, changes nothing")
  func badEdits() throws {
    let (first, second) = (try TinyPair.first.get(), try TinyPair.second.get())
    let live = try #require(try asset(try library.add(first).localIdentifier))
    let still = try TinyPair.loneStill.get()
    try library.performChangesAndWait { [library] in
      AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
    }
    let photo = try #require(try Asset.fetchAssets(in: library).lastObject)
    func edit(_ asset: Asset, _ edits: [AssetEdit]) -> Int? {
      code { () throws(PhotosError) in
        try library.performChangesAndWait { [library] in
          AssetChangeRequest.setContentEdits(edits, of: asset, in: library)
        }
      }
    }
    #expect(
      edit(live, [AssetEdit(.fullSizePhoto, data: first.still), AssetEdit(.fullSizePairedVideo, data: second.movie)])
        == -1)
    #expect(edit(photo, [AssetEdit(.fullSizePairedVideo, data: first.movie)]) == 3306)
    #expect(edit(live, [AssetEdit(.fullSizePhoto, data: [1, 2, 3])]) == 3302)
    #expect(bench.files(below: "resources").count == 3 && bench.files(below: "incoming").isEmpty)
  }

  @Test("what is there already is found by its bytes, in the trash, too, unless it is not wanted to be found")
  func duplicates() throws {
    let pair = try TinyPair.first.get()
    let there = try library.add(pair).localIdentifier
    func add() throws -> LibraryAddition {
      let paths = [
        try library.stage(pair.still, extension: "jpg"), try library.stage(pair.movie, extension: "mov"),
      ]
      let draft = LibraryDraft([
        .init(.photo, at: paths[0], name: "IMG_7.JPG"), .init(.pairedVideo, at: paths[1], name: "IMG_7.MOV"),
      ])
      return try #require(try LibraryDraft.addAndWait([draft], to: library, skippingDuplicates: true).first)
    }
    let again = try add()
    #expect(again.isDuplicate && again.localIdentifier == there)
    #expect(try library.assetCount == 1)
    #expect(bench.files(below: "resources").count == 2 && bench.files(below: "incoming").isEmpty)
    let asset = try #require(try asset(there))
    try library.performChangesAndWait { [library] in AssetChangeRequest.trashAssets([asset], in: library) }
    let restored = try add()
    #expect(restored.isRestored && restored.localIdentifier == there)
    #expect(try self.asset(there) != nil)
    try library.add(pair)
    #expect(try library.assetCount == 2)
  }

  @Test(
    "albums have titles that can be read, on one line",
    arguments: ["", " ", "\u{200B}", "../..", "a\nb", "\u{1B}[31m", "a\u{2028}b", String(repeating: "é", count: 128)])
  func titles(title: String) throws {
    let library = library
    @Sendable func make(_ title: String) {
      _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title, in: library)
    }
    let refusal = code { () throws(PhotosError) in try library.performChangesAndWait { make(title) } }
    try library.performChangesAndWait { make("é: 2026/27 " + String(repeating: "x", count: 200)) }
    let album = try #require(try AssetCollection.fetchAlbums(in: library).firstObject)
    let second = code { () throws(PhotosError) in
      try library.performChangesAndWait { AssetCollectionChangeRequest(for: album, in: library).setTitle(title) }
    }
    #expect(refusal == 3300 && second == 3300)
    #expect(try AssetCollection.fetchAlbums(in: library).map(\.title) == [album.title])
  }

  @Test("numbers for names are given once, to several processes, too, and never below those of assets")
  func numbers() async throws {
    let other = try bench.open()
    let taken = try await withThrowingTaskGroup(of: [Int].self) { group in
      for library in [library, other, library, other] {
        group.addTask { try (0..<10).map { _ in try LibraryDraft.takeNumber(in: library) } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.sorted() == Array(1...40))
    #expect(try LibraryDraft.takeNumber(in: library, above: 50) == 51)
    for _ in 0..<2 { try library.add(TinyPair.first.get()) }
    #expect(try LibraryDraft.takeNumber(in: other) == 52)
  }

  @Test("assets are counted by kind without being loaded, in collections and with conditions")
  func counts() throws {
    for pair in [try TinyPair.first.get(), try TinyPair.second.get()] { try library.add(pair) }
    let still = try TinyPair.loneStill.get()
    try library.performChangesAndWait { [library] in
      AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
    }
    #expect(
      try Asset.countAssets(in: library) == [
        AssetCount(mediaType: .image, mediaSubtypes: [], count: 1),
        AssetCount(mediaType: .image, mediaSubtypes: .photoLive, count: 2),
      ])
    #expect(try Asset.countAssets(in: library, of: .smartAlbum(.livePhotos)).map(\.count) == [2])
    var options = FetchOptions()
    options.predicate = .isFavorite(true)
    #expect(try Asset.countAssets(in: library, options: options).isEmpty)
    options.predicate = nil
    options.fetchLimit = 2
    options.fetchOffset = 1
    let all = try Asset.fetchAssets(in: library).map(\.localIdentifier)
    #expect(try Asset.fetchAssets(in: library, options: options).map(\.localIdentifier) == Array(all[1...2]))
    options.fetchLimit = 0
    #expect(try Asset.fetchAssets(in: library, options: options).count == 2)
    var pages: [[String]] = []
    try Asset.forEachPage(of: .smartAlbum(.userLibrary), in: library, pageSize: 2) { page in
      pages.append(page.map(\.localIdentifier))
      // What goes meanwhile is left out, and nothing comes twice.
      if pages.count == 1, let last = all.last, let asset = try Asset.fetchAssets(named: last, in: library).first {
        try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets([asset], in: library) }
      }
    }
    #expect(pages == [Array(all[0...1]), []])
  }

  @Test("assets are found by identifiers, their beginnings, and names with or without extension; % and _ are letters")
  func search() throws {
    let pair = try TinyPair.first.get()
    for name in ["IMG_1.JPG", "IMGX1.JPG", "50%.JPG"] {
      try library.performChangesAndWait { [library] in
        var options = AssetResourceCreationOptions()
        options.originalFilename = name
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: pair.still, options: options)
      }
    }
    let all = try Asset.fetchAssets(in: library).map(\.localIdentifier)
    func found(_ text: String) throws -> [Int] {
      try Asset.fetchAssets(named: text, in: library).compactMap { all.firstIndex(of: $0.localIdentifier) }
    }
    #expect(try found("IMG_1") == [0] && found("IMG_1.JPG") == [0] && found("IMGX1") == [1] && found("50%") == [2])
    #expect(try found(all[1]) == [1] && found(String(all[2].prefix(8))) == [2])
    #expect(try found("") == [] && found("%") == [] && found("IMG") == [] && found(String(all[0].prefix(3))) == [])
    let first = try #require(try asset(all[0]))
    try library.performChangesAndWait { [library] in AssetChangeRequest.trashAssets([first], in: library) }
    #expect(try found("IMG_1") == [0])
  }

  @Test("a DNG alone is a photo, and one beside a JPEG an alternate of it; both are found as RAW")
  func raw() throws {
    let dng = try TinyPair.raw()
    let still = try TinyPair.loneStill.get()
    try library.performChangesAndWait { [library] in
      AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: dng)
      let both = AssetCreationRequest.forAsset(in: library)
      both.addResource(with: .photo, data: still)
      both.addResource(with: .alternatePhoto, data: dng)
      AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
    }
    let found = try Asset.fetchAssets(of: .smartAlbum(.raw), in: library)
    #expect(found.count == 2)
    #expect(found.map(\.pixelWidth) == [64, 96])
    #expect(
      try AssetResource.assetResources(for: found[0], in: library).map(\.uniformTypeIdentifier) == [
        "com.adobe.raw-image"
      ])
    let cut = Array(dng.dropLast(dng.count / 2))
    let refused = code { () throws(PhotosError) in
      try library.performChangesAndWait { [library] in
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: cut)
      }
    }
    #expect(refused == 3302)
  }
}
