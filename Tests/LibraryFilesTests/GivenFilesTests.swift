import ByteCoding
import FileStorage
import Foundation
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import TestSupport
import Testing

@testable import LibraryFiles

/// The files that an import is given: kept as they are, found again, put back, or told of.
@Suite struct GivenFilesTests {
  private let bench: ImportBench
  private var folder: TemporaryFolder { bench.folder }
  private var library: PhotoLibrary { bench.library }
  private let pair: LivePhotoFixtures.Pair

  init() throws {
    bench = try ImportBench()
    pair = try #require(LivePhotoFixtures.pairs.first { $0.still.lowercased().hasSuffix(".jpg") })
  }

  private func originals(of asset: Asset, as format: LibraryExporter.Format = .pair) throws -> [String] {
    var exporter = LibraryExporter(from: library)
    (exporter.isOriginal, exporter.format) = (true, format)
    return try exporter.export(asset, to: folder.path("originals")).files
  }

  private func outcomes(_ findings: [ImportFinding]) -> [String: ImportFinding.Outcome] {
    Dictionary(findings.flatMap { finding in finding.files.map { (FileNames.name(of: $0), finding.outcome) } }) { $1 }
  }

  private func path(of type: ResourceType, _ asset: Asset) throws -> String {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    return try #require(resources.first { $0.type == type }).path
  }

  private func expectClean() throws {
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }

  /// A Motion Photo of the pair.
  private func motionPhoto(_ name: String) throws -> String {
    let rope = try MotionPhoto.rope(
      still: ArrayBytes(bench.bytes(pair.still), name: "still"),
      movie: ArrayBytes(bench.bytes(pair.movie), name: "movie"))
    return try folder.write(rope.contents(), as: name)
  }

  @Test("Motion Photos that were read before an import ended are in the library then")
  func motionPhotosUntilEnd() async throws {
    let count = 8
    for number in 0..<count {
      let path = try motionPhoto("phone/PXL_\(number).MP.jpg")
      try Data(bench.edited(path, mark: UInt8(number))).write(to: URL(fileURLWithPath: path))
    }
    await #expect(throws: CancellationError.self) {
      // It ends what reads files, as an error of the disk does.
      _ = try await LibraryImporter(into: library).run([folder.path("phone")]) { fraction in
        if fraction > 0.7 { withUnsafeCurrentTask { $0?.cancel() } }
      } tell: { _ in
      }
    }
    let assets = try Asset.fetchAssets(in: library)
    #expect((1..<count).contains(assets.count) && assets.allSatisfy(\.isLivePhoto))
    try expectClean()
    #expect(
      try await bench.importing(folder.path("phone")).report.counts == [
        .added: count - assets.count, .duplicate: assets.count,
      ])
  }

  @Test("a Motion Photo is taken apart and kept as it came: it is given back byte for byte, and is found again")
  func motionPhoto() async throws {
    let path = try motionPhoto("phone/PXL_1.MP.jpg")
    _ = try await bench.importing(folder.path("phone"))
    let asset = try bench.asset()
    #expect(asset.isLivePhoto)
    #expect(try bench.files(of: asset).last == "importedFile PXL_1.MP.jpg")
    for format in [LibraryExporter.Format.pair, .motionphoto] {
      let given = try originals(of: asset, as: format)
      #expect(given.count == 1 && given[0].hasPrefix(folder.path("originals/PXL_1.MP")) && given[0].hasSuffix(".jpg"))
      #expect(try bench.bytes(given[0]) == bench.bytes(path))
    }
    let shown = try LibraryExporter(from: library).export(asset, to: folder.path("shown")).files
    #expect(try await LivePhotoFiles().verify(partOfPair: shown[0]).isLivePhoto)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("phone/other.jpg"))
    let again = try await bench.importing(folder.path("phone"))
    #expect(again.findings.map(\.outcome) == [.duplicate] && again.findings[0].asset == asset.localIdentifier)
    let tree = try LibraryTree(of: library, at: folder.path("tree")).update()
    #expect(tree.added == 3)
    try expectClean()
  }

  @Test("an asset that an earlier version has made of a Motion Photo gets the file when that comes again")
  func earlierVersion() async throws {
    let path = try motionPhoto("phone/PXL_1.MP.jpg")
    // What the earlier version has kept is what is made of it now.
    var request = MotionPhotoRequest([path], output: folder.path("apart"))
    request.name = "PXL_1.MP"
    _ = try await LivePhotoFiles().motionPhoto(request)
    _ = try await bench.importing(folder.path("apart"))
    #expect(try bench.files(of: bench.asset()).count == 2)
    let again = try await bench.importing(path)
    #expect(again.findings.map(\.outcome) == [.duplicate])
    #expect(again.findings[0].changes.contains { $0.contains("the file as it was imported") })
    #expect(try originals(of: bench.asset()).contains { try bench.bytes($0) == bench.bytes(path) })
  }

  @Test("a pair that was completed keeps the files as they came, under their names, and is found by them")
  func completed() async throws {
    let source = try bench.source("phone")
    let bare = source + "/party.jpg"
    try ForeignTool.exiftool.run([
      "-q", "-all=", "-tagsfromfile", "@", "-DateTimeOriginal", "-OffsetTimeOriginal", "-o", bare, pair.still,
    ])
    try bench.copy(pair.movie, to: source, as: "party.mov")
    let first = try await bench.importing(source)
    let asset = try bench.asset()
    #expect(asset.isLivePhoto && first.findings[0].changes.contains { $0.hasPrefix("still") })
    #expect(try bench.files(of: asset).contains("importedPhoto party.jpg"))
    let given = try originals(of: asset)
    #expect(given.map { FileNames.name(of: $0) } == ["party.jpg", "party.mov"])
    #expect(try given.map { try bench.bytes($0) } == [bench.bytes(bare), bench.bytes(pair.movie)])
    let again = try await bench.importing(source)
    #expect(again.findings.map(\.outcome) == [.duplicate])
    try expectClean()
  }

  @Test("files that are named are joined as those of a folder are, wherever they lie, and links among them count")
  func named() async throws {
    let (one, other) = (try bench.source("one"), try bench.source("other"))
    try bench.copy(pair.still, to: one, as: "A.JPG")
    try bench.copy(pair.movie, to: other, as: "real.mov")
    try bench.copy(pair.still, to: other, as: "not named.jpg")
    try FileManager.default.createSymbolicLink(atPath: other + "/B.mov", withDestinationPath: other + "/real.mov")
    let result = try await bench.importing(one + "/A.JPG", other + "/../other/B.mov", one + "/A.JPG")
    #expect(result.report.counts == [.added: 1] && result.report.livePhotos == 1)
    #expect(try bench.files(of: bench.asset()) == ["photo A.JPG", "pairedVideo B.mov"])
    // Beside a whole folder of which one of them is a part.
    let again = try await bench.importing(other, other + "/B.mov", other + "/real.mov", one + "/A.JPG")
    #expect(again.report.count(.failed) == 0 && again.report.count(.skipped) == 1)
    #expect(again.findings.contains { $0.outcome == .duplicate && $0.files.count == 2 })
  }

  @Test("what was named and is no photo is told as a failure, and in a folder it is left out")
  func noPhotos() async throws {
    let source = try bench.source("mixed")
    try bench.copy(pair.still, to: source, as: "IMG_1.JPG")
    for (name, text) in [
      ("empty.dat", ""), ("empty.jpg", ""), ("text.txt", "shopping"), (".hidden.jpg", "x"), ("other.json", "{}"),
      ("IMG_1.JPG.json", #"{"photoTakenTime":{"timestamp":"1"}}"#),
      ("IMG_9.JPG.json", #"{"photoTakenTime":{"timestamp":"1"}}"#),
    ] {
      try folder.write(Array(text.utf8), as: "mixed/" + name)
    }
    #expect(mkfifo(source + "/pipe", 0o600) == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: source).sorted()
    var findings: [ImportFinding] = []
    let report = try await LibraryImporter(into: library).run(names.map { source + "/" + $0 }) { findings.append($0) }
    #expect(
      outcomes(findings) == [
        "IMG_1.JPG": .added, "IMG_1.JPG.json": .leftOut, "IMG_9.JPG.json": .failed, "other.json": .failed,
        "text.txt": .failed, "empty.dat": .failed, "empty.jpg": .failed, ".hidden.jpg": .failed, "pipe": .failed,
      ])
    #expect(report.count(.failed) == 7 && findings.allSatisfy { !$0.reason.isEmpty })
    let whole = try await bench.importing(source)
    #expect(
      outcomes(whole.findings) == [
        "IMG_1.JPG": .duplicate, "IMG_1.JPG.json": .leftOut, "IMG_9.JPG.json": .leftOut, "other.json": .leftOut,
        "text.txt": .leftOut, "empty.dat": .leftOut, "empty.jpg": .failed, "pipe": .skipped,
      ])
    #expect(whole.report.hidden == 1)
    #expect(whole.findings.filter { $0.outcome == .skipped }.allSatisfy { !$0.lines.isEmpty })
  }

  @Test("links in a folder are told and not followed, wherever they lead")
  func links() async throws {
    let source = try bench.source("photos")
    try bench.copy(pair.still, to: source, as: "IMG_1.JPG")
    try bench.copy(pair.movie, to: bench.source("elsewhere"), as: "clip.mov")
    for (name, target) in [
      ("out", "../elsewhere"), ("single.mov", "../elsewhere/clip.mov"), ("back", "."), ("itself", "itself"),
      ("near.jpg", "IMG_1.JPG"), ("lost.jpg", "missing.jpg"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: source + "/" + name, withDestinationPath: target)
    }
    let result = try await bench.importing(source)
    #expect(result.report.counts == [.added: 1, .skipped: 6], "\(result.findings)")
    #expect(result.findings.contains { $0.reason.contains(folder.path("elsewhere")) })
    // The user's own word counts.
    let followed = try await bench.importing(source + "/out")
    #expect(followed.report.counts == [.joined: 1])
  }

  @Test("a file of the library that is gone or damaged is put back when its bytes come again")
  func mending() async throws {
    let source = try bench.phone(with: pair)
    _ = try await bench.importing(source)
    let asset = try bench.asset()
    let (still, movie) = (try path(of: .photo, asset), try path(of: .pairedVideo, asset))
    #expect(try await bench.importing(source).findings.map(\.outcome) == [.duplicate])
    try FileManager.default.removeItem(atPath: still)
    var damaged = try bench.bytes(movie)
    damaged[damaged.count / 2] ^= 1
    try FileManager.default.removeItem(atPath: movie)
    try Data(damaged).write(to: URL(fileURLWithPath: movie))
    var check = LibraryCheck(of: library, repairs: true)
    #expect(try check.run().findings.count == 2)
    #expect(try bench.asset().remark != nil)
    let result = try await bench.importing(source)
    #expect(result.findings.map(\.outcome) == [.mended] && result.findings[0].asset == asset.localIdentifier)
    #expect(result.findings[0].changes.filter { $0.contains("has been put back") }.count == 2)
    #expect(try bench.bytes(still) == bench.bytes(pair.still) && bench.bytes(movie) == bench.bytes(pair.movie))
    #expect(try bench.asset().remark == nil)
    let recovered = try FileManager.default.contentsOfDirectory(atPath: library.path + "/recovered")
    #expect(try recovered.map { try bench.bytes(library.path + "/recovered/" + $0) } == [damaged])
    try expectClean()
    #expect(try await bench.importing(source).findings.map(\.outcome) == [.duplicate])
  }

  @Test("what lies in the trash is taken out of it when it comes again")
  func trash() async throws {
    let source = try bench.phone(with: pair)
    _ = try await bench.importing(source)
    let asset = try bench.asset()
    try await library.performChanges { [library] in AssetChangeRequest.trashAssets([asset], in: library) }
    let result = try await bench.importing(source)
    #expect(result.findings.map(\.outcome) == [.restored] && result.findings[0].asset == asset.localIdentifier)
    #expect(try bench.asset().trashedDate == nil)
    try expectClean()
  }

  @Test("a Motion Photo that comes again, from the trash as well, stays what it came as")
  func motionPhotoAgain() async throws {
    let path = try motionPhoto("phone/PXL_1.MP.jpg")
    _ = try await bench.importing(folder.path("phone"))
    let asset = try bench.asset()
    let files = try bench.files(of: asset)
    try await library.performChanges { [library] in AssetChangeRequest.trashAssets([asset], in: library) }
    let result = try await bench.importing(folder.path("phone"))
    #expect(result.findings.map(\.outcome) == [.restored])
    #expect(try bench.files(of: bench.asset()) == files)
    let given = try originals(of: bench.asset())
    #expect(try given.map { try bench.bytes($0) } == [bench.bytes(path)])
  }

  @Test(
    "names that differ in how an accent is coded are two, in a folder and named one by one", arguments: [true, false])
  func accents(areNamed: Bool) async throws {
    // A Mac's copy lies beside another one.
    let names = ["e\u{301}.JPG", "\u{e9}.JPG"]
    let source = try bench.source("copies")
    let still = try bench.bytes(pair.still)
    for (index, name) in names.enumerated() { _ = try folder.write(still + [UInt8(index)], as: "copies/\(name)") }
    #expect(try DiskFiles().names(in: source).count == 2)
    let paths = names.map { source + "/" + $0 }
    let result =
      areNamed ? try await bench.importing(paths[0], paths[1]) : try await bench.importing(source)
    #expect(result.report.counts == [.added: 2])
    try expectClean()
  }

  @Test("folders of one name, and those in one another, are imported at once")
  func folders() async throws {
    try bench.copy(pair.still, to: bench.source("a/DCIM"), as: "A.JPG")
    try bench.copy(pair.movie, to: bench.source("b/DCIM"), as: "B.MOV")
    let result = try await bench.importing(folder.path("a/DCIM"), folder.path("b/DCIM"), folder.path("a"))
    #expect(result.report.count(.added) == 1 && result.report.livePhotos == 1 && result.report.count(.failed) == 0)
  }

  @Test("Takeout's JSON tells places, favourites and dates where the files do not")
  func takeout() async throws {
    let source = try bench.source("Takeout")
    func sidecar(_ name: String, _ more: String) throws {
      try folder.write(
        Array((#"{"title":"x","photoTakenTime":{"timestamp":"1600596727"},"# + more + "}").utf8), as: "Takeout/" + name)
    }
    func place(_ latitude: Double, _ longitude: Double) -> String {
      #"{"latitude":\#(latitude),"longitude":\#(longitude),"altitude":0.0}"#
    }
    try ForeignTool.exiftool.run(["-q", "-all=", "-o", source + "/bare.jpg", pair.still])
    try ForeignTool.exiftool.run([
      "-q", "-all=", "-DateTimeOriginal=2001:01:01 00:00:00", "-GPSLatitude=10",
      "-GPSLatitudeRef=N", "-GPSLongitude=20", "-GPSLongitudeRef=E", "-o", source + "/told.jpg", pair.still,
    ])
    try bench.copy(pair.movie, to: source, as: "clip.mov")
    try sidecar("bare.jpg.json", #""favorited":true,"geoData":\#(place(0, 0)),"geoDataExif":\#(place(48.5, -16.25))"#)
    try sidecar("told.jpg.supplemental-metadata.json", #""geoData":\#(place(1, 2))"#)
    try sidecar("clip.mov.json", #""favorited":false,"geoData":\#(place(-33.5, 151))"#)
    let result = try await bench.importing(source)
    #expect(result.report.counts == [.added: 3, .leftOut: 3], "\(result.findings)")
    let assets = try Asset.fetchAssets(in: library)
    let names = try Asset.originalFilenames(of: assets.map { $0 }, in: library)
    func asset(_ name: String) throws -> Asset {
      try #require(assets.first { names[$0.localIdentifier] == name })
    }
    let bare = try asset("bare.jpg")
    #expect(bare.isFavorite && bare.creationDate?.secondsSince1970 == 1_600_596_727)
    #expect(bare.location?.latitudeDegrees == 48.5 && bare.location?.longitudeDegrees == -16.25)
    #expect(bare.location?.altitudeMeters == nil)
    let told = try asset("told.jpg")
    #expect(!told.isFavorite && told.creationDate?.localString().hasPrefix("2001-01-01") == true)
    #expect(told.location?.latitudeDegrees == 10 && told.location?.longitudeDegrees == 20)
    let exports = try [bare, told].map { try LibraryExporter(from: library).export($0, to: folder.path("shown")) }
    #expect(exports[0].date == bare.creationDate && exports[0].location == bare.location)
    #expect(exports[1].date == nil && exports[1].location == nil, "the file itself tells both")
    #expect(try asset("clip.mov").isFavorite == false)
    #expect(try asset("clip.mov").location != nil)
  }

  @Test("albums of a Takeout export come along, copies of other folders included, and its trash stays out")
  func takeoutAlbums() async throws {
    let (year, trip) = (try bench.source("Takeout/Photos from 2026"), try bench.source("Takeout/Trip"))
    func write(_ text: String, as name: String) throws { _ = try folder.write(Array(text.utf8), as: "Takeout/" + name) }
    let (other, deleted) = (try bench.twin(of: pair, 1), try bench.twin(of: pair, 2))
    for place in [year, trip] {
      try bench.copy(pair.still, to: place, as: "IMG_1.JPG")
      try bench.copy(pair.movie, to: place, as: "IMG_1.MOV")
    }
    try bench.copy(other.still, to: trip, as: "IMG_2.JPG")
    try bench.copy(deleted.movie, to: year, as: "IMG_3.MOV")
    try write(#"{"title":"Photos from 2026"}"#, as: "Photos from 2026/metadata.json")
    try write(#"{"title":"Trip to Rome","description":"","access":"protected"}"#, as: "Trip/Metadaten.json")
    try write(
      #"{"title":"IMG_3.MOV","photoTakenTime":{"timestamp":"1600596727"},"trashed":true}"#,
      as: "Photos from 2026/IMG_3.MOV.json")
    let result = try await bench.importing(folder.path("Takeout"))
    #expect(result.report.counts == [.added: 2, .duplicate: 1, .leftOut: 3, .skipped: 1], "\(result.findings)")
    #expect(result.findings.contains { $0.outcome == .skipped && $0.reason.contains("trash of Google Photos") })
    let albums = try AssetCollection.fetchAlbums(in: library)
    #expect(albums.map(\.title) == ["Trip to Rome"])
    let inside = try Asset.fetchAssets(of: #require(albums.firstObject), in: library)
    #expect(Set(inside.map(\.localIdentifier)) == Set(try Asset.fetchAssets(in: library).map(\.localIdentifier)))
    #expect(inside.count == 2)
    // Once more, nothing is doubled.
    _ = try await bench.importing(folder.path("Takeout"))
    #expect(try AssetCollection.fetchAlbums(in: library).count == 1)
    #expect(try Asset.fetchAssets(of: #require(albums.firstObject), in: library).count == 2)
  }

  @Test("files come back under the names that they had, whatever pairs are called elsewhere", arguments: [true, false])
  func names(_ areOne: Bool) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.source("given")
    let names = areOne ? ["img_7.jpeg", "IMG_7_HEVC.mov"] : ["IMG_7.jpg", "IMG_7.mov"]
    try bench.copy(pair.still, to: source, as: names[0])
    // Another recording, which has a still's name.
    let movie = areOne ? pair.movie : bench.folder.path("movie.mov")
    if !areOne {
      try ForeignTool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:duration=20", "-c:v", "libx264", movie,
      ])
    }
    try bench.copy(movie, to: source, as: names[1])
    let (report, findings) = try await bench.importing(source)
    #expect(report.count(.added) == (areOne ? 1 : 2) && findings.allSatisfy { !$0.reason.contains("named") })
    var exporter = LibraryExporter(from: library)
    exporter.isOriginal = true
    let files = try Asset.fetchAssets(in: library).flatMap {
      try exporter.export($0, to: bench.folder.path("original")).files
    }
    #expect(Set(files.map { ($0 as NSString).lastPathComponent }) == Set(names))
  }

  @Test("a pair comes back with the archive of both that came beside it, whichever came first", arguments: [0, 1, 2])
  func archiveBeside(_ order: Int) async throws {
    let (files, archive) = (try bench.source("files"), folder.path("given/IMG_7.livp"))
    try bench.copy(pair.still, to: files, as: "IMG_7.jpg")
    try bench.copy(pair.movie, to: files, as: "IMG_7.mov")
    _ = try bench.source("given")
    try ForeignTool("zip", package: "zip").run(["-q", "-j", archive, files + "/IMG_7.jpg", files + "/IMG_7.mov"])
    let parts = [[files, archive], [files], [archive]]
    for paths in order == 0 ? [parts[0]] : order == 1 ? [parts[1], parts[2]] : [parts[2], parts[1]] {
      _ = try await LibraryImporter(into: library).run(paths) { _ in }
    }
    var exporter = LibraryExporter(from: library)
    exporter.isOriginal = true
    let back = try exporter.export(bench.asset(), to: folder.path("original")).files
    #expect(
      try Set(back.map { try bench.bytes($0) })
        == [bench.bytes(pair.still), bench.bytes(pair.movie), bench.bytes(archive)])
    let again = try await bench.importing(files, archive)
    #expect(again.report.count(.duplicate) == 2 && again.report.count(.added) == 0)
    #expect(again.findings.allSatisfy { $0.changes.allSatisfy { !$0.contains("has got") } })
    try expectClean()
  }

  @Test("what the library does not take is told with one reason: sound, TIFF, descriptions of edits without photos")
  func untaken() async throws {
    let source = try bench.source("given")
    for name in ["memo.m4a", "scan.tiff"] {
      let input = name == "memo.m4a" ? "sine=duration=1" : "testsrc=size=64x48"
      try ForeignTool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", input, "-frames:v", "1", source + "/" + name,
      ])
    }
    for name in ["IMG_1.AAE", "IMG_2.AAE"] { _ = try folder.write(Array("bplist00\(name)".utf8), as: "given/" + name) }
    let (report, findings) = try await bench.importing(source)
    #expect(report.counts == [.failed: 2, .leftOut: 2], "\(findings)")
    let reasons = findings.filter { $0.outcome == .failed }.map(\.reason)
    #expect(reasons.contains { $0.hasPrefix("a sound recording") } && reasons.contains { $0.contains("Make a JPEG") })
    #expect(report.line.contains("2 of those left out tell of edits (.AAE)"))
  }

  @Test("a Motion Photo whose movie is damaged keeps its still, and says so")
  func damagedMovie() async throws {
    let path = try motionPhoto("phone/PXL_1.MP.jpg")
    var bytes = try bench.bytes(path)
    let movie = try #require(bytes.indices.last { bytes[$0...].starts(with: "moov".utf8) })
    for index in movie + 4..<min(movie + 400, bytes.count) { bytes[index] = 0x55 }
    try FileManager.default.removeItem(atPath: path)
    _ = try folder.write(bytes, as: "phone/PXL_1.MP.jpg")
    let (report, findings) = try await bench.importing(path)
    #expect(report.counts == [.added: 1] && findings[0].kind == .photo, "\(findings)")
    #expect(report.line.hasSuffix("No picture was decoded: library check --pictures finds damage inside."))
    #expect(try bench.asset().remark?.hasPrefix("Its movie cannot be taken out") == true)
    #expect(try bench.bytes(originals(of: bench.asset())[0]) == bytes)
  }

  @Test("a bundle comes back as it came, its list included, and only as the original")
  func bundle() async throws {
    let source = try bench.source("given/IMG_7.pvt")
    try bench.copy(pair.still, to: source, as: "IMG_7.jpg")
    try bench.copy(pair.movie, to: source, as: "IMG_7.mov")
    let list = Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>own</key><true/></dict></plist>".utf8)
    _ = try bench.folder.write(list, as: "given/IMG_7.pvt/metadata.plist")
    let (report, findings) = try await bench.importing(bench.folder.path("given"))
    #expect(report.counts == [.added: 1] && findings[0].changes == ["metadata.plist: the list of its bundle"])
    var exporter = LibraryExporter(from: library)
    exporter.isOriginal = true
    for isAgain in [false, true] {
      let export = try exporter.export(bench.asset(), to: bench.folder.path("original"))
      #expect(export.files == [bench.folder.path("original/IMG_7.pvt")] && export.wasThere == isAgain)
    }
    let back = bench.folder.path("original/IMG_7.pvt")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: back).sorted() == [
        "IMG_7.jpg", "IMG_7.mov", "metadata.plist",
      ])
    #expect(try bench.bytes(back + "/metadata.plist") == list)
    exporter.isOriginal = false
    #expect(try exporter.export(bench.asset(), to: bench.folder.path("shown")).files.count == 2)
    #expect(try await bench.importing(bench.folder.path("given")).report.counts == [.duplicate: 1])
    // The photo is the same under another list.
    _ = try bench.folder.write(list + [10], as: "given/IMG_7.pvt/metadata.plist")
    #expect(try await bench.importing(bench.folder.path("given")).report.counts == [.duplicate: 1])
    try expectClean()
  }

  @Test("a file with the extension of another kind gets the right one in the library")
  func wrongExtension() async throws {
    try bench.copy(pair.still, to: bench.source("phone"), as: "IMG_7.HEIC")
    let result = try await bench.importing(folder.path("phone"))
    #expect(result.report.counts == [.added: 1] && result.findings[0].changes.count == 1, "\(result.findings)")
    #expect(try bench.files(of: bench.asset()) == ["photo IMG_7.JPG"])
  }

  @Test("another version of a Live Photo, by its identifier, is stored and said to be one")
  func otherVersion() async throws {
    _ = try await bench.importing(bench.phone(with: pair))
    let there = try bench.asset()
    let source = try bench.source("edited")
    _ = try folder.write(bench.edited(pair.still), as: "edited/IMG_0001.JPG")
    try bench.copy(pair.movie, to: source, as: "IMG_0001.MOV")
    let result = try await bench.importing(source)
    #expect(result.report.counts == [.added: 1])
    #expect(
      result.findings[0].changes.contains {
        $0.contains("another version") && $0.contains(there.localIdentifier.prefix(8))
      })
  }

  @Test(
    "titles of years and days are none that somebody has given to an album",
    arguments: [
      ("Photos from 2026", true), ("2019-05-01", true), ("2019-05-01 #2", true), ("Fotos von 2026", true),
      ("Rome 2026", false), ("Trip to Rome", false), ("Trip to Rome in 2026", false), ("3000", true),
    ])
  func periods(_ title: String, isPeriod: Bool) { #expect(ImportAlbums.isPeriod(title) == isPeriod) }
}
