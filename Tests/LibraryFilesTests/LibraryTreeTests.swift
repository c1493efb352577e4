import FileStorage
import Foundation
import LibraryFiles
import PhotoLibrary
import TestSupport
import Testing

/// Trees of hard links to a library's files.
@Suite struct LibraryTreeTests {
  private let bench: ImportBench
  private var folder: TemporaryFolder { bench.folder }
  private var library: PhotoLibrary { bench.library }

  init() throws { bench = try ImportBench() }

  @Test("a tree of links follows the library: new ones come, those of the trash go, and other files stay")
  func tree() async throws {
    let source = try bench.phone(with: LivePhotoFixtures.pairs[0])
    _ = try await bench.importing(source)
    let place = folder.path("tree")
    let tree = LibraryTree(of: library, at: place)
    func update() throws -> [Int] {
      let report = try tree.update()
      return [report.added, report.removed, report.kept]
    }
    #expect(throws: CancellationError.self) {
      try tree.update { fraction in if fraction > 0.5 { throw CancellationError() } }
    }
    #expect(try update() == [1, 0, 1], "what an end in between has left out")
    _ = try folder.write([1], as: "tree/mine.txt")
    #expect(try update() == [0, 0, 2])
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    try await library.performChanges { [library] in
      let album = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip", in: library)
      album.addAssets([asset])
    }
    // Somebody else's file has the name.
    _ = try folder.write([2], as: "tree/Albums/Trip/IMG_0001.MOV")
    let hindered = try tree.update()
    #expect(hindered.added == 1 && hindered.kept == 2 && hindered.problems.count == 1)
    #expect(hindered.problems[0].contains("Albums/Trip/IMG_0001.MOV: another file has this name"))
    #expect(try folder.read("tree/Albums/Trip/IMG_0001.MOV") == [2])
    try FileManager.default.removeItem(atPath: place + "/Albums/Trip/IMG_0001.MOV")
    #expect(try update() == [1, 0, 3])
    try await library.performChanges { [library] in
      AssetChangeRequest.deleteAssets([asset], in: library)
    }
    #expect(try update() == [0, 4, 0])
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == [".livecam-links", "mine.txt"])
    let left = try FileManager.default.subpathsOfDirectory(atPath: place).filter { !$0.hasPrefix(".") }
    #expect(left.contains("mine.txt") && !left.contains { $0.hasSuffix(".MOV") })
  }

  @Test("a tree has links of names that differ in nothing but how an accent is coded")
  func accents() async throws {
    let still = LivePhotoFixtures.pairs[0].still
    let suffix = (still as NSString).pathExtension
    for (mark, name) in ["caf\u{e9}", "cafe\u{301}"].enumerated() {
      _ = try folder.write(bench.edited(still, mark: UInt8(mark)), as: "phone/\(name).\(suffix)")
    }
    #expect(try await bench.importing(folder.path("phone")).report.counts == [.added: 2])
    let tree = LibraryTree(of: library, at: folder.path("tree"))
    #expect(try tree.update().added == 2 && tree.update().kept == 2)
    let assets = try Asset.fetchAssets(in: library)
    for asset in assets {
      try library.performChangesAndWait { [library] in AssetChangeRequest.trashAssets([asset], in: library) }
      let report = try tree.update()
      #expect(report.kept + report.added == 1 && report.problems.isEmpty)
      try library.performChangesAndWait { [library] in AssetChangeRequest.restoreAssets([asset], in: library) }
      #expect(try tree.update().problems.isEmpty && tree.update().kept == 2)
    }
  }

  @Test("a tree keeps the last names of files that the library has lost")
  func lastNames() async throws {
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let place = folder.path("tree")
    let tree = LibraryTree(of: library, at: place)
    #expect(try tree.update().added == 2)
    func photos() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: place).filter { $0.contains("IMG_") }.sorted()
    }
    let before = try photos()
    let asset = try #require(try Asset.fetchAssets(in: library).firstObject)
    for resource in try AssetResource.assetResources(for: asset, in: library) {
      try FileManager.default.removeItem(atPath: resource.path)
    }
    let report = try tree.update()
    #expect(report.removed == 0 && report.problems.count >= 2 && report.problems[0].contains("the last name"))
    #expect(try photos() == before)
    #expect(try tree.update().removed == 0 && photos() == before)
    // A library that was made anew is another one.
    let other = try ImportBench.open(folder.path("other"))
    #expect { try LibraryTree(of: other, at: place).update() } throws: { "\($0)".contains("links of another library") }
    #expect(try photos() == before)
  }
}
