import Foundation
import LibraryFiles
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import TestSupport
import Testing

/// Exports in which edited forms lie beside their originals.
@Suite struct EditedFormTests {
  private let bench: ImportBench
  private var library: PhotoLibrary { bench.library }
  private static let words = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>"

  init() throws { bench = try ImportBench() }

  private func write(_ bytes: [UInt8], _ name: String) throws { _ = try bench.folder.write(bytes, as: "phone/" + name) }

  /// Returns a phone's export with a still and the edited movie of its photo, whose original did not come.
  private func stillWithEditedMovie(_ pair: LivePhotoFixtures.Pair) throws -> String {
    let source = try bench.source("phone")
    try bench.copy(pair.still, to: source, as: "IMG_0001." + (pair.still as NSString).pathExtension)
    try write(bench.edited(pair.movie), "IMG_E0001.MOV")
    return source
  }

  @Test(
    "a phone's export with an edited Live Photo is one asset, byte for byte, and a revert brings the original back",
    arguments: LivePhotoFixtures.pairs)
  func phone(_ pair: LivePhotoFixtures.Pair) async throws {
    let source = try bench.phone(with: pair)
    let suffix = (pair.still as NSString).pathExtension
    let (still, movie) = (try bench.edited(pair.still), try bench.edited(pair.movie))
    try write(still, "IMG_E0001." + suffix)
    try write(movie, "IMG_E0001.MOV")
    try write(Array(Self.words.utf8), "IMG_0001.AAE")
    let cameras = Array((Self.words + "<!-- of the camera -->").utf8)
    try write(cameras, "IMG_O0001.AAE")
    let (report, findings) = try await bench.importing(source)
    #expect(report.count(.added) == 1 && report.livePhotos == 1 && report.count(.failed) == 0)
    #expect(report.count(.leftOut) == 0)
    let finding = try #require(findings.first { $0.outcome == .added })
    #expect(finding.files.count == 6 && finding.reason.contains("identifier"))
    #expect(finding.changes.contains("IMG_E0001.\(suffix) + IMG_E0001.MOV: its edited form, by name"))
    #expect(finding.changes.contains("IMG_0001.AAE: what its edits were"))
    #expect(finding.changes.contains("IMG_O0001.AAE: what its camera did to it"))
    let asset = try bench.asset()
    #expect(
      try bench.files(of: asset) == [
        "photo IMG_0001.\(suffix)", "fullSizePhoto IMG_E0001.\(suffix)", "adjustmentData IMG_0001.AAE",
        "pairedVideo IMG_0001.MOV", "fullSizePairedVideo IMG_E0001.MOV", "originalAdjustmentData IMG_O0001.AAE",
      ])
    var exporter = LibraryExporter(from: library)
    let shown = try exporter.export(asset, to: bench.folder.path("shown")).files
    #expect(try shown.map { try bench.bytes($0) } == [still, movie])
    exporter.isOriginal = true
    let original = try exporter.export(asset, to: bench.folder.path("original")).files
    #expect(
      original.map { ($0 as NSString).lastPathComponent } == [
        "IMG_0001.\(suffix)", "IMG_0001.MOV", "IMG_O0001.AAE", "IMG_E0001.\(suffix)", "IMG_0001.AAE", "IMG_E0001.MOV",
      ])
    #expect(
      try original.map { try bench.bytes($0) } == [
        bench.bytes(pair.still), bench.bytes(pair.movie), cameras, still, Array(Self.words.utf8), movie,
      ])
    try await library.performChanges { [library] in
      AssetChangeRequest.revertAssetContentToOriginal(of: asset, in: library)
    }
    #expect(
      try bench.files(of: asset) == [
        "photo IMG_0001.\(suffix)", "pairedVideo IMG_0001.MOV", "importedFullSizePhoto IMG_E0001.\(suffix)",
        "importedFullSizePairedVideo IMG_E0001.MOV", "importedAdjustmentData IMG_0001.AAE",
        "originalAdjustmentData IMG_O0001.AAE",
      ])
    let again = try await bench.importing(source)
    #expect(again.report.count(.duplicate) == 1 && again.report.count(.added) == 0)
    #expect(again.findings.allSatisfy { $0.changes.allSatisfy { !$0.contains("has got") } })
    exporter = LibraryExporter(from: library)
    let reverted = try exporter.export(asset, to: bench.folder.path("reverted")).files
    #expect(try reverted.map { try bench.bytes($0) } == [bench.bytes(pair.still), bench.bytes(pair.movie)])
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test(
    "a still that was edited by Google joins in every language and with a copy's number",
    arguments: [
      ("IMG_1", "IMG_1-edited"), ("IMG_1", "IMG_1-bearbeitet"), ("IMG_1(2)", "IMG_1-edited(2)"), ("b", "b-編集済み"),
      ("IMG_1234", "IMG_E1234"), ("PXL_1.PORTRAIT", "PXL_1.PORTRAIT_edited"),
    ])
  func google(names: (original: String, edited: String)) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.source("phone")
    let suffix = "." + (pair.still as NSString).pathExtension
    try write(bench.bytes(pair.still), names.original + suffix)
    let edited = try bench.edited(pair.still)
    try write(edited, names.edited + suffix)
    let (report, _) = try await bench.importing(source)
    #expect(report.count(.added) == 1)
    let asset = try bench.asset()
    #expect(
      try bench.files(of: asset) == ["photo \(names.original)\(suffix)", "fullSizePhoto \(names.edited)\(suffix)"])
    let shown = try LibraryExporter(from: library).export(asset, to: bench.folder.path("shown")).files
    #expect(try shown.map { try bench.bytes($0) } == [edited])
  }

  @Test("a Live Photo of which the still alone was edited is exported with its movie, as both still belong together")
  func stillAlone() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    let edited = try bench.edited(pair.still)
    try write(edited, "IMG_0001-edited.\((pair.still as NSString).pathExtension)")
    _ = try await bench.importing(source)
    let shown = try LibraryExporter(from: library).export(bench.asset(), to: bench.folder.path("shown")).files
    #expect(try shown.map { try bench.bytes($0) } == [edited, bench.bytes(pair.movie)])
  }

  @Test("an edited still that has lost its identifier goes with the original movie, and both are a Live Photo")
  func strangeStill() async throws {
    let pair = try #require(LivePhotoFixtures.pairs.first { $0.still.lowercased().hasSuffix(".jpg") })
    let source = try bench.phone(with: pair)
    // All metadata but its date.
    let path = try bench.folder.write(bench.bytes(pair.still), as: "phone/IMG_0001-edited.jpg")
    try ForeignTool.exiftool.run([
      "-q", "-overwrite_original", "-all=", "-tagsfromfile", "@", "-DateTimeOriginal", "-OffsetTimeOriginal", path,
    ])
    let (report, _) = try await bench.importing(source)
    #expect(report.count(.added) == 1)
    var notes: [LibraryExporter.Note] = []
    let shown = try LibraryExporter(from: library).export(bench.asset(), to: bench.folder.path("shown")) {
      notes.append($0)
    }.files
    #expect(shown.count == 2)
    #expect(try bench.bytes(shown[1]) == bench.bytes(pair.movie))
    #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
    #expect(notes.count == 1 && notes[0].text.contains("goes with the original movie") && !notes[0].isDamage)
  }

  @Test(
    "an edited still of a kind that no program pairs becomes a JPEG when it is given away with its movie",
    arguments: ["png", "webp"], LibraryExporter.Format.allCases)
  func unpairedKind(_ kind: String, _ format: LibraryExporter.Format) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    let edited = source + "/IMG_E0001." + kind
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", pair.still, "-vf", "negate", "-frames:v", "1", edited])
    let (report, findings) = try await bench.importing(source)
    #expect(report.count(.added) == 1, "\(findings)")
    var exporter = LibraryExporter(from: library)
    exporter.format = format
    var notes: [LibraryExporter.Note] = []
    let shown = try exporter.export(bench.asset(), to: bench.folder.path("shown")) { notes.append($0) }.files
    #expect(notes.contains { $0.text.contains("is converted to JPEG") }, "\(notes)")
    switch format {
    case .pair:
      #expect(shown.map { ($0 as NSString).lastPathComponent } == ["IMG_0001.JPG", "IMG_0001.MOV"])
      #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
      #expect(try bench.bytes(shown[1]) == bench.bytes(pair.movie))
    case .bundle: #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
    case .motionphoto: #expect(try ForeignTool.exiftool.run(["-s3", "-MotionPhoto", shown[0]]).text.contains("1"))
    case .zip:
      let names = try ForeignTool("unzip", package: "unzip").run(["-Z1", shown[0]]).text
      #expect(names.split(separator: "\n") == ["IMG_0001.JPG", "IMG_0001.MOV"])
    }
    exporter.isOriginal = true
    exporter.format = .pair
    let original = try exporter.export(bench.asset(), to: bench.folder.path("original")).files
    #expect(try original.contains { try bench.bytes($0) == bench.bytes(edited) })
  }

  @Test(
    "an edit of which one half is lost is still given away as a Live Photo",
    arguments: [ResourceType.fullSizePhoto, .fullSizePairedVideo])
  func halfLost(_ lost: ResourceType) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    _ = try await bench.importing(bench.phone(with: pair))
    _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    let resources = try AssetResource.assetResources(for: bench.asset(), in: library)
    let gone = try #require(resources.first { $0.type == lost })
    try FileManager.default.removeItem(atPath: gone.path)
    let place = bench.folder.path("shown")
    #expect { try LibraryExporter(from: library).export(bench.asset(), to: place) } throws: {
      ($0 as? PhotosError)?.code == .missingResource
    }
    var check = LibraryCheck(of: library, repairs: true)
    #expect(try check.run().lossCount == 1)
    let shown = try LibraryExporter(from: library).export(bench.asset(), to: place).files
    #expect(shown.count == 2)
    #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
  }

  @Test("an edited movie joins its original, which is shown cut")
  func movie() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.source("phone")
    try write(bench.bytes(pair.movie), "IMG_0007.MOV")
    let edited = try bench.edited(pair.movie)
    try write(edited, "IMG_E0007.MOV")
    try write(Array("bplist00".utf8), "IMG_0007.AAE")
    let (report, _) = try await bench.importing(source)
    #expect(report.count(.added) == 1 && report.livePhotos == 0)
    let asset = try bench.asset()
    #expect(
      try bench.files(of: asset) == [
        "video IMG_0007.MOV", "fullSizeVideo IMG_E0007.MOV", "adjustmentData IMG_0007.AAE",
      ])
    let shown = try LibraryExporter(from: library).export(asset, to: bench.folder.path("shown")).files
    #expect(try shown.map { try bench.bytes($0) } == [edited])
  }

  @Test("an edited form whose original is missing, or was taken at another time, is an asset of its own")
  func alone() async throws {
    let pairs = LivePhotoFixtures.pairs
    let source = try bench.source("phone")
    let suffix = "." + (pairs[0].still as NSString).pathExtension
    try write(bench.bytes(pairs[0].still), "IMG_E0001" + suffix)
    try write(Array(Self.words.utf8), "IMG_0001.AAE")
    try write(bench.bytes(pairs[0].still), "IMG_0002" + suffix)
    let path = try bench.folder.write(bench.edited(pairs[0].still), as: "phone/IMG_E0002" + suffix)
    try ForeignTool.exiftool.run(["-q", "-overwrite_original", "-DateTimeOriginal=2001:01:01 00:00:00", path])
    let (report, findings) = try await bench.importing(source)
    #expect(report.count(.added) + report.count(.duplicate) == 3 && report.count(.leftOut) == 1)
    #expect(findings.allSatisfy { $0.outcome == .leftOut || $0.files.count == 1 })
    #expect(findings.contains { $0.files == [path] && $0.reason.contains("taken at another time") })
  }

  @Test("a broken edited form costs nobody else anything, and is told of")
  func broken() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    let other = try #require(LivePhotoFixtures.pairs.last)
    try write(bench.bytes(other.still), "A." + (other.still as NSString).pathExtension)
    // Pairing finds its metadata, and the library that the end is missing.
    let still = try bench.bytes(pair.still)
    try write(Array(still.prefix(still.count - 1000)), "IMG_E0001." + (pair.still as NSString).pathExtension)
    let (report, findings) = try await bench.importing(source)
    #expect(report.count(.added) == 2 && report.livePhotos == 1 && report.count(.failed) == 1)
    #expect(findings.contains { $0.outcome == .failed && $0.files[0].contains("IMG_E0001") })
    #expect(try Asset.fetchAssets(in: library).count == 2)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("an edited form that comes later is given to the asset that is there; a changed one is a version of its own")
  func later() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    _ = try await bench.importing(source)
    let suffix = (pair.still as NSString).pathExtension
    try write(bench.edited(pair.still), "IMG_E0001." + suffix)
    let second = try await bench.importing(source)
    #expect(second.report.count(.duplicate) == 1 && second.report.count(.added) == 0)
    #expect(second.findings[0].changes.contains { $0.contains("has got the edited form") })
    let files = ["photo IMG_0001.\(suffix)", "fullSizePhoto IMG_E0001.\(suffix)", "pairedVideo IMG_0001.MOV"]
    #expect(try bench.files(of: bench.asset()) == files)
    let hash = try AssetResource.assetResources(for: bench.asset(), in: library)[1].sha256
    try write(bench.edited(pair.still, mark: 2), "IMG_E0001." + suffix)
    let third = try await bench.importing(source)
    #expect(third.report.count(.added) == 1 && third.report.count(.duplicate) == 0)
    #expect(third.findings[0].changes.contains { $0.contains("the same original with another edited form") })
    let versions = try Asset.fetchAssets(in: library)
    #expect(try versions.map { try bench.files(of: $0) } == [files, files])
    let hashes = try versions.map { try AssetResource.assetResources(for: $0, in: library)[1].sha256 }
    #expect(Set(hashes).count == 2 && hashes.contains(hash))
    let fourth = try await bench.importing(source)
    #expect(fourth.report.count(.duplicate) == 1 && fourth.report.count(.added) == 0)
    #expect(fourth.findings[0].asset == third.findings[0].asset)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("livecam's edits of what another program has edited begin with that")
  func editedAgain() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    try write(Array(Self.words.utf8), "IMG_0001.AAE")
    _ = try await bench.importing(source)
    _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    let words = try #require(
      try AssetResource.assetResources(for: bench.asset(), in: library).first { $0.type == .adjustmentData })
    #expect(words.byteCount == Int64("edits of another program, IMG_0001.AAE\nrotate 90\n".utf8.count))
  }

  @Test(
    "edits made here go over a phone's, which are shown again when they are taken back, and lost by no number of them")
  func takenBack() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    let suffix = (pair.still as NSString).pathExtension
    let edited = try bench.edited(pair.still)
    try write(edited, "IMG_E0001." + suffix)
    try write(Array(Self.words.utf8), "IMG_0001.AAE")
    _ = try await bench.importing(source)
    let came = try bench.files(of: bench.asset())
    for _ in 0..<2 {
      _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    }
    let files = try bench.files(of: bench.asset())
    #expect(files.contains("importedFullSizePhoto IMG_E0001.\(suffix)"))
    #expect(files.contains("importedAdjustmentData IMG_0001.AAE"))
    let asset = try bench.asset()
    try await library.performChanges { [library] in AssetChangeRequest.revertAssetContent(of: asset, in: library) }
    #expect(try bench.files(of: asset) == came)
    let shown = try LibraryExporter(from: library).export(asset, to: bench.folder.path("shown")).files
    #expect(try bench.bytes(shown[0]) == edited)
    try await library.performChanges { [library] in AssetChangeRequest.revertAssetContent(of: asset, in: library) }
    #expect(try !bench.files(of: asset).contains { $0.hasPrefix("fullSize") })
    var exporter = LibraryExporter(from: library)
    exporter.isOriginal = true
    let original = try exporter.export(asset, to: bench.folder.path("original")).files
    #expect(try original.contains { try bench.bytes($0) == edited })
  }

  @Test("a phone's edited form that comes after an edit made here is set aside, and shown when that is taken back")
  func comesAfterAnEdit() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    let suffix = (pair.still as NSString).pathExtension
    _ = try await bench.importing(source)
    _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    let hash = try AssetResource.assetResources(for: bench.asset(), in: library).first { $0.type == .fullSizePhoto }?
      .sha256
    try write(bench.edited(pair.still), "IMG_E0001." + suffix)
    let (report, findings) = try await bench.importing(source)
    #expect(report.count(.duplicate) == 1 && findings[0].changes.contains { $0.contains("has got the edited form") })
    let asset = try bench.asset()
    let resources = try AssetResource.assetResources(for: asset, in: library)
    #expect(resources.first { $0.type == .fullSizePhoto }?.sha256 == hash)
    #expect(resources.contains { $0.type == .importedFullSizePhoto })
    try await library.performChanges { [library] in AssetChangeRequest.revertAssetContent(of: asset, in: library) }
    let shown = try LibraryExporter(from: library).export(asset, to: bench.folder.path("shown")).files
    #expect(try bench.bytes(shown[0]) == bench.edited(pair.still))
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("an edited form that lacks what a Live Photo needs is completed, and kept as it came, too")
  func completedForm() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    let suffix = (pair.still as NSString).pathExtension
    try write(bench.edited(pair.still), "IMG_E0001." + suffix)
    let path = source + "/IMG_E0001.MOV"
    // As programs leave a movie that know nothing of Live Photos.
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", pair.movie, "-map", "0:v:0", "-c", "copy", "-map_metadata", "-1", path,
    ])
    let given = try bench.bytes(path)
    let (report, _) = try await bench.importing(source)
    #expect(report.count(.added) == 1)
    #expect(try bench.files(of: bench.asset()).contains("importedFullSizePairedVideo IMG_E0001.MOV"))
    let shown = try LibraryExporter(from: library).export(bench.asset(), to: bench.folder.path("shown")).files
    #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
    #expect(try bench.bytes(shown[1]) != given)
    func original(_ name: String) throws -> [String] {
      var exporter = LibraryExporter(from: library)
      exporter.isOriginal = true
      return try exporter.export(bench.asset(), to: bench.folder.path(name)).files
    }
    let first = try original("first")
    #expect(first.count == 4)
    #expect(try first.contains { try bench.bytes($0) == given })
    _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    let again = try await bench.importing(source)
    #expect(again.report.count(.duplicate) == 1 && again.report.count(.added) == 0)
    #expect(try original("second").contains { try bench.bytes($0) == given })
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test(
    "an edited form that a repair gave up comes back into its asset when the export is imported again",
    arguments: [ResourceType.fullSizePhoto, .fullSizePairedVideo, .adjustmentData],
    ["came", "completed", "edited here"])
  func givenUp(_ lost: ResourceType, _ kind: String) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    try write(bench.edited(pair.still), "IMG_E0001." + (pair.still as NSString).pathExtension)
    let movie = source + "/IMG_E0001.MOV"
    if kind == "completed" {
      // As programs leave a movie that know nothing of Live Photos.
      try ForeignTool.ffmpeg.run([
        "-v", "error", "-i", pair.movie, "-map", "0:v:0", "-c", "copy", "-map_metadata", "-1", movie,
      ])
    } else {
      try Data(bench.edited(pair.movie)).write(to: URL(fileURLWithPath: movie))
    }
    try write(Array(Self.words.utf8), "IMG_0001.AAE")
    _ = try await bench.importing(source)
    let came = try bench.files(of: bench.asset())
    if kind == "edited here" {
      _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    }
    let gone = try #require(
      try AssetResource.assetResources(for: bench.asset(), in: library).first { $0.type == lost })
    try FileManager.default.removeItem(atPath: gone.path)
    var check = LibraryCheck(of: library, repairs: true)
    #expect(try check.run().lossCount == 1)
    let again = try await bench.importing(source)
    #expect(again.report.count(.added) == 0 && again.report.count(.failed) == 0, "\(again.findings)")
    let asset = try bench.asset()
    if kind == "edited here", asset.hasAdjustments {
      // What was made here and lost is nowhere else: the phone's own form is.
      try await library.performChanges { [library] in AssetChangeRequest.revertAssetContent(of: asset, in: library) }
    }
    #expect(try bench.files(of: asset) == came)
    var second = LibraryCheck(of: library)
    #expect(try second.run().findings.isEmpty)
  }

  @Test("the halves and the words of an edit that come one after the other are one asset's")
  func piecemeal() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let suffix = (pair.still as NSString).pathExtension
    let source = try bench.source("phone")
    try bench.copy(pair.still, to: source, as: "IMG_0001." + suffix)
    #expect(try await bench.importing(source).report.count(.added) == 1)
    try bench.copy(pair.movie, to: source, as: "IMG_0001.MOV")
    let joined = try await bench.importing(source)
    #expect(joined.report.count(.joined) == 1 && joined.report.count(.added) == 0)
    try write(bench.edited(pair.still), "IMG_E0001." + suffix)
    _ = try await bench.importing(source)
    try write(bench.edited(pair.movie), "IMG_E0001.MOV")
    _ = try await bench.importing(source)
    try write(Array(Self.words.utf8), "IMG_0001.AAE")
    _ = try await bench.importing(source)
    #expect(
      try bench.files(of: bench.asset()) == [
        "photo IMG_0001.\(suffix)", "fullSizePhoto IMG_E0001.\(suffix)", "adjustmentData IMG_0001.AAE",
        "pairedVideo IMG_0001.MOV", "fullSizePairedVideo IMG_E0001.MOV",
      ])
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("a still with an edited form is not joined by a movie that comes with another form, so that none is lost")
  func otherFormWithMovie() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let suffix = (pair.still as NSString).pathExtension
    let source = try bench.source("phone")
    try bench.copy(pair.still, to: source, as: "IMG_0001." + suffix)
    try write(bench.edited(pair.still), "IMG_E0001." + suffix)
    _ = try await bench.importing(source)
    try bench.copy(pair.movie, to: source, as: "IMG_0001.MOV")
    let other = try bench.edited(pair.still, mark: 2)
    try write(other, "IMG_E0001." + suffix)
    #expect(try await bench.importing(source).report.count(.added) == 1)
    let assets = try Asset.fetchAssets(in: library)
    let shown = try assets.flatMap {
      try LibraryExporter(from: library).export($0, to: bench.folder.path("shown")).files
    }
    let bytes = try shown.map { try bench.bytes($0) }
    #expect(try assets.count == 2 && bytes.contains(other) && bytes.contains(bench.edited(pair.still)))
  }

  @Test(
    "a revert brings back the place that an edit has removed, or the file's if another one was set since",
    arguments: [true, false])
  func place(_ isSetSince: Bool) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    _ = try await bench.importing(bench.phone(with: pair))
    let editor = LibraryEditor(of: library)
    let own = try bench.asset().location
    func set(_ place: GeoLocation?) throws {
      let asset = try bench.asset()
      try library.performChangesAndWait { [library] in
        AssetChangeRequest(for: asset, in: library).location = place
      }
    }
    let place = GeoLocation(latitudeDegrees: 52.5163, longitudeDegrees: -13.3777, altitudeMeters: nil)
    try set(place)
    _ = try await editor.edit(bench.asset(), description: "strip-location") { $0.removesLocation = true }
    try set(nil)
    _ = try await editor.edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    let other = GeoLocation(latitudeDegrees: 1, longitudeDegrees: 2, altitudeMeters: nil)
    if isSetSince { try set(other) }
    let notes = try editor.revert(bench.asset())
    #expect(try bench.asset().location == (isSetSince ? own : place) && !bench.asset().hasAdjustments)
    #expect(
      notes.count == 1 && notes[0].contains(isSetSince ? own.map { "\($0.latitudeDegrees)" } ?? "none" : "52.5163"))
  }

  @Test("a revert brings back the date and place that an asset came with, and leaves another program's edits")
  func description() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    _ = try bench.folder.write(bench.edited(source + "/IMG_0001.JPG"), as: "phone/IMG_E0001.JPG")
    _ = try await bench.importing(source)
    let (editor, asset) = (LibraryEditor(of: library), try bench.asset())
    #expect(asset.hasAdjustments && asset.origin == nil)
    for second in 1...2 {
      let date = WallTime(secondsSince1970: Int64(second), nanosecond: 0, utcOffsetSeconds: 3600)
      let place = GeoLocation(latitudeDegrees: Double(second), longitudeDegrees: -0.1, altitudeMeters: nil)
      try library.performChangesAndWait { [library] in
        let request = AssetChangeRequest(for: asset, in: library)
        (request.creationDate, request.location) = (date, place)
      }
      #expect(try bench.asset().creationDate == date && bench.asset().location == place)
    }
    #expect(try editor.revert(bench.asset()).count == 2)
    let reverted = try bench.asset()
    #expect(reverted.creationDate == asset.creationDate && reverted.location == asset.location)
    #expect(reverted.hasAdjustments, "the phone's edited form is still shown")
    #expect(try editor.revert(reverted).isEmpty && !bench.asset().hasAdjustments)
    let error = #expect(throws: PhotosError.self) { try editor.revert(bench.asset()) }
    #expect(error?.code == .requestNotSupportedForAsset)
  }

  @Test("what cannot be edited is named as it came, and not by its place in the library")
  func names() async throws {
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let (asset, inside) = (try bench.asset(), library.path)
    await #expect {
      _ = try await LibraryEditor(of: library).edit(asset, description: "key-time") { request in
        request.keyTime = MediaTime(seconds: 1000, preferredTimescale: 600)
      }
    } throws: {
      "\($0)".contains("IMG_0001.MOV") && !"\($0)".contains(inside)
    }
  }

  @Test("an edited movie that stands for an original which did not come is said to do so")
  func editedMovieAlone() async throws {
    let (report, findings) = try await bench.importing(stillWithEditedMovie(LivePhotoFixtures.pairs[0]))
    #expect(report.livePhotos == 1 && findings[0].changes.contains { $0.hasPrefix("IMG_E0001.MOV is an edited movie") })
    #expect(try bench.asset().remark?.contains("IMG_E0001.MOV") == true)
  }

  @Test("the original of an edited movie that stood for it joins the asset when it comes")
  func originalMovieLater() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let suffix = (pair.still as NSString).pathExtension
    let source = try stillWithEditedMovie(pair)
    _ = try await bench.importing(source)
    let first = try bench.asset()
    try bench.copy(pair.movie, to: source, as: "IMG_0001.MOV")
    let later = try await bench.importing(source)
    #expect(later.report.counts == [.joined: 1], "\(later.findings)")
    let asset = try bench.asset()
    #expect(asset.localIdentifier == first.localIdentifier && asset.isLivePhoto && asset.remark == nil)
    #expect(
      try Set(bench.files(of: asset)) == [
        "photo IMG_0001.\(suffix)", "pairedVideo IMG_0001.MOV", "fullSizePairedVideo IMG_E0001.MOV",
      ])
    #expect(try await bench.importing(source).report.counts == [.duplicate: 1])
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test(
    "an edited form that is damaged is told by its asset, whether it comes with the original or later",
    arguments: [true, false])
  func damagedForm(_ comesLater: Bool) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.phone(with: pair)
    if comesLater { _ = try await bench.importing(source) }
    let name = "IMG_E0001." + (pair.still as NSString).pathExtension
    var still = try bench.edited(pair.still)
    for index in still.count * 62 / 100..<still.count * 3 / 4 { still[index] = 0 }
    try write(still, name)
    let (_, findings) = try await bench.importing(source)
    #expect(findings.count == 1 && findings[0].changes.contains { $0.hasPrefix("\(name) is damaged: ") })
    #expect(try bench.asset().remark?.hasPrefix("\(name) is damaged: ") == true)
  }

  @Test("still and movie that came with one name are edited as others are")
  func equalNames() async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let draft = LibraryDraft([.init(.photo, at: pair.still, name: "A"), .init(.pairedVideo, at: pair.movie, name: "A")])
    try LibraryDraft.addAndWait([draft], to: library)
    _ = try await LibraryEditor(of: library).edit(bench.asset(), description: "rotate 90") { $0.turn = .right }
    #expect(try bench.asset().hasAdjustments)
    let shown = try LibraryExporter(from: library).export(bench.asset(), to: bench.folder.path("shown")).files
    #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
  }

  @Test("no edit is made of a damaged original")
  func damaged() async throws {
    let pair = try #require(LivePhotoFixtures.pairs.first { $0.still.lowercased().hasSuffix(".jpg") })
    _ = try await bench.importing(bench.phone(with: pair))
    let resources = try AssetResource.assetResources(for: bench.asset(), in: library)
    let place = try #require(resources.first { $0.type == .photo }).path
    var bytes = try bench.bytes(place)
    bytes[bytes.count - 600] ^= 0x10
    try FileManager.default.removeItem(atPath: place)
    try Data(bytes).write(to: URL(fileURLWithPath: place))
    let asset = try bench.asset()
    await #expect {
      _ = try await LibraryEditor(of: library).edit(asset, description: "strip-location") { $0.removesLocation = true }
    } throws: {
      ($0 as? PhotosError)?.code == .invalidResource
    }
    #expect(try !bench.asset().hasAdjustments)
  }
}
