import FileStorage
import Foundation
import LibraryFiles
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import StillCoding
import TestSupport
import Testing
import VideoCoding

/// Raw photos of cameras, which belong to the pictures that were taken with them.
@Suite struct RawImportTests {
  private let bench: ImportBench
  private var folder: TemporaryFolder { bench.folder }
  private var library: PhotoLibrary { bench.library }

  init() throws { bench = try ImportBench() }

  @Test("a camera's raw photo is part of the asset of the picture beside it, also where that came before")
  func rawBeside() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    _ = try await bench.importing(source)
    let raw = try Self.raw()
    let path = try folder.write(raw, as: "phone/IMG_0001.DNG")
    // As cameras do it, it was taken when the other was.
    try ForeignTool.exiftool.run([
      "-q", "-overwrite_original", "-TagsFromFile", pair.still, "-DateTimeOriginal", "-OffsetTimeOriginal", path,
    ])
    _ = try folder.write(raw, as: "phone/IMG_0002.DNG")
    let second = try await bench.importing(source)
    #expect(second.report.count(.duplicate) == 1 && second.report.count(.added) == 1)
    #expect(second.findings.contains { $0.changes.contains { $0.contains("has got its raw photo") } })
    let suffix = (pair.still as NSString).pathExtension
    let files = ["photo IMG_0001.\(suffix)", "alternatePhoto IMG_0001.DNG", "pairedVideo IMG_0001.MOV"]
    let assets = try Asset.fetchAssets(of: .smartAlbum(.raw), in: library)
    #expect(try Set(assets.map { try bench.files(of: $0) }) == [files, ["photo IMG_0002.DNG"]])
    let third = try await bench.importing(source)
    #expect(third.report.count(.duplicate) == 2 && third.report.count(.added) == 0)
    // Into a library that has none of it yet.
    let other = try ImportBench()
    let fresh = try await LibraryImporter(into: other.library).run([source]) { _ in }
    #expect(fresh.count(.added) == 2 && fresh.livePhotos == 1)
    var exporter = LibraryExporter(from: library)
    exporter.format = .bundle
    var notes: [String] = []
    let live = try #require(assets.first { $0.isLivePhoto })
    _ = try exporter.export(live, to: folder.path("bundle")) { notes.append($0.text) }
    #expect(notes.count == 1 && notes[0].contains("IMG_0001.DNG: left out"))
    exporter.format = .pair
    #expect(try exporter.export(live, to: folder.path("pair")).files.count == 3)
    exporter.format = .zip
    let archive = try exporter.export(live, to: folder.path("zip")).files
    let last = try ImportBench()
    _ = try await LibraryImporter(into: last.library).run(archive) { _ in }
    #expect(
      try last.files(of: last.asset()) == files + ["importedFile IMG_0001.zip"])
  }

  @Test("a raw photo that comes after its picture is part of that asset; one that was taken at another time is not")
  func rawAfterPicture() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let suffix = (pair.still as NSString).pathExtension
    _ = try await bench.importing(bench.phone(with: pair))
    let path = try folder.write(Self.raw(), as: "card/IMG_0001.DNG")
    func setDate(_ arguments: String...) throws {
      try ForeignTool.exiftool.run(["-q", "-overwrite_original"] + arguments + [path])
    }
    try setDate("-DateTimeOriginal=2001:01:01 00:00:00", "-OffsetTimeOriginal=")
    let other = try await bench.importing(folder.path("card"))
    #expect(other.report.count(.added) == 1)
    // Beside the picture it is another shot just the same.
    try FileManager.default.copyItem(atPath: path, toPath: folder.path("phone/IMG_0001.DNG"))
    let beside = try await bench.importing(folder.path("phone"))
    #expect(beside.report.count(.duplicate) == 2 && beside.report.count(.added) == 0, "\(beside.findings)")
    #expect(try Asset.fetchAssets(in: library).count == 2)
    try setDate("-TagsFromFile", pair.still, "-DateTimeOriginal", "-OffsetTimeOriginal")
    let (report, findings) = try await bench.importing(path)
    #expect(report.count(.added) == 0 && report.count(.duplicate) == 1, "\(findings)")
    #expect(findings[0].changes.contains { $0.contains("has got its raw photo") })
    let files = ["photo IMG_0001.\(suffix)", "alternatePhoto IMG_0001.DNG", "pairedVideo IMG_0001.MOV"]
    let assets = try Asset.fetchAssets(of: .smartAlbum(.raw), in: library)
    #expect(try Set(assets.map { try bench.files(of: $0) }) == [files, ["photo IMG_0001.DNG"]])
    #expect(try await bench.importing(path).report.count(.duplicate) == 1)
  }

  @Test("an edit of a raw photo says that none can be made, and what can")
  func rawEdit() async throws {
    _ = try await bench.importing(folder.write(Self.raw(), as: "card/IMG_0001.DNG"))
    let asset = try bench.asset()
    let error = await #expect(throws: PhotosError.self) {
      try await LibraryEditor(of: library).edit(asset, description: "turned") { $0.turn = .right }
    }
    #expect(error?.code == .requestNotSupportedForAsset && error?.message.contains("another program") == true)
  }

  @Test("another version of a raw photo is an asset of its own, and no part of the first one's")
  func rawAfterRaw() async throws {
    let path = try folder.write(Self.raw(), as: "card/IMG_0001.DNG")
    _ = try await bench.importing(path)
    try ForeignTool.exiftool.run(["-q", "-overwrite_original", "-Rating=5", path])
    #expect(try await bench.importing(path).report.count(.added) == 1)
    for asset in try Asset.fetchAssets(in: library) { #expect(try bench.files(of: asset) == ["photo IMG_0001.DNG"]) }
  }

  private static func raw() throws -> [UInt8] {
    let format = VideoFormat(pixelFormat: try #require(PixelFormat("RG10")), width: 64, height: 48)
    let packer = try FramePacker()
    let storage = FrameStorage(capacity: packer.maximumBytes(for: format))
    let picture = try I420Picture(width: 64, height: 48, range: .full)
    try storage.fill { (bytes) throws(CodingError) in try packer.pack(picture, as: format, into: bytes) }
    let frame = VideoFrame(format: format, time: .zero, sequence: 0, storage: storage)
    let date = WallTime(secondsSince1970: 1_795_255_800, nanosecond: 0, utcOffsetSeconds: 0)
    return try DNGWriter.file(of: frame, metadata: StillMetadata(date: date, make: "livecam", model: "Test"))
  }
}
