import FileStorage
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Names that pairs are given where they lie.
@Suite struct PairingInPlaceTests {
  private let export: ExportFolder

  init() throws { export = try ExportFolder() }

  private func run(renames: Bool = true, tell: @escaping (PairingFinding) -> Void = { _ in }) async throws
    -> PairingReport
  {
    try await export.pair(output: nil) {
      ($0.isInPlace, $0.renames) = (true, renames)
    } tell: {
      tell($0)
    }
  }

  /// All files by their names.
  private func files() throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: export.folder.path("in"))
    return try Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: export.folder.path("in/" + name), isDirectory: &isFolder)
        return isFolder.boolValue ? nil : (name, try export.folder.read("in/" + name))
      })
  }

  @Test("pairs get one stem and the right extensions, and nothing else changes; JSON's names take all of it back")
  func renamed() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 500))
    let (third, fourth) = (try ExportFolder.pair(scene: 3, later: 900), try ExportFolder.pair(scene: 4, later: 1900))
    let files = [
      // Of another stem; of another extension; right, though in small letters.
      "img_1(1).jpg": one.still, "img_1.MP4": one.movie, "IMG_2.HEIC": other.still, "IMG_2.MOV": other.movie,
      "a/img_3.jpg": third.still, "a/img_3.mov": third.movie,
      // A copy, which stays; one that lacks more than names.
      "b/x.jpg": one.still, "b/y.mov": one.movie, "IMG_4.JPG": fourth.still,
      "IMG_4.MP4": try ExportedHalf.movie(fourth.movie), "notes.txt": Array("words".utf8),
    ]
    for (name, bytes) in files { try export.add(bytes, name) }
    let dry = try await run(renames: false)
    let told = export.findings
    #expect(try self.files() == files)
    let report = try await run()
    #expect(export.findings == told && report.counts == dry.counts && report.isClear)
    #expect(report.counts == [.pair: 4, .kept: 2] && report.changedPairs == 3, "\(told.flatMap(\.lines))")
    var expected = files
    for (old, new) in [("img_1.MP4", "img_1(1).MOV"), ("IMG_2.HEIC", "IMG_2.JPG"), ("b/y.mov", "b/x.mov")] {
      expected[new] = expected.removeValue(forKey: old)
    }
    #expect(try self.files() == expected)
    let mended = try export.finding("IMG_4.JPG")
    #expect(mended.reason.contains("stay as they are") && mended.changes.contains { $0.contains("QuickTime") })
    #expect(mended.written == [])
    for finding in told.reversed() where finding.outcome == .pair {
      for (old, new) in zip(finding.files, finding.written) where old != new {
        try FileManager.default.moveItem(atPath: new, toPath: old)
      }
    }
    #expect(try self.files() == files)
  }

  @Test("pairs that have each other's names get names that nobody has, and the next run has nothing to do")
  func crossed() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 500))
    for (name, bytes) in [
      ("IMG_1.JPG", one.still), ("IMG_2.MOV", one.movie), ("IMG_2.JPG", other.still), ("IMG_1.MOV", other.movie),
    ] { try export.add(bytes, name) }
    #expect(try await run().changedPairs == 2)
    let files = try files()
    #expect(
      files == [
        "IMG_1 (2).JPG": one.still, "IMG_1 (2).MOV": one.movie, "IMG_2 (2).JPG": other.still,
        "IMG_2 (2).MOV": other.movie,
      ])
    #expect(try await run().changedPairs == 0)
    #expect(try self.files() == files)
  }

  @Test("if the second half cannot have its name, the first one keeps its own, too")
  func both() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 500))
    for (name, bytes) in [
      ("A.JPG", one.still), ("A.MP4", one.movie), ("B.HEIC", other.still), ("B.MP4", other.movie),
    ] { try export.add(bytes, name) }
    let folder = export.folder
    let error = await #expect(throws: LivePhotoError.self) {
      // Somebody else is faster.
      try await run { _ in _ = try? folder.write("mine".utf8, as: "in/B.MOV") }
    }
    #expect(error?.code == .unwritable && error?.context == folder.path("in/B.MP4"))
    #expect(
      try files() == [
        "A.JPG": one.still, "A.MOV": one.movie, "B.HEIC": other.still, "B.MP4": other.movie,
        "B.MOV": Array("mine".utf8),
      ])
  }
}
