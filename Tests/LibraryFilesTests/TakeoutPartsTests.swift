import FileStorage
import LibraryFiles
import MediaCore
import PhotoLibrary
import Simulator
import TestSupport
import Testing

/// Google Takeout's exports come in several archives, and a picture's JSON may lie in another one than it.
@Suite struct TakeoutPartsTests {
  private let bench: ImportBench
  private let pair = LivePhotoFixtures.pairs[0]
  private var library: PhotoLibrary { bench.library }

  init() throws { bench = try ImportBench() }

  private static let path = "/Takeout/Google Photos/Photos from 2020/"

  private func json(_ title: String, seconds: Int = 1_600_596_727) -> String {
    #"{"title":"\#(title)","photoTakenTime":{"timestamp":"\#(seconds)"},"favorited":true,"#
      + #""geoData":{"latitude":48.5,"longitude":-16.25,"altitude":0.0}}"#
  }

  private func write(_ text: String, _ part: String, _ name: String) throws {
    _ = try bench.folder.write(Array(text.utf8), as: part + Self.path + name)
  }

  /// Pictures without dates or places.
  private func writePictures(_ part: String, _ names: String...) throws {
    let source = try bench.source(part + Self.path)
    for (index, name) in names.enumerated() {
      try ForeignTool.exiftool.run([
        "-q", "-all=", "-Comment=\(part) \(index)", "-o", source + name, pair.still,
      ])
    }
  }

  private func assets() throws -> [String: Asset] {
    let assets = try Asset.fetchAssets(in: library).map { $0 }
    let names = try Asset.originalFilenames(of: assets, in: library)
    return Dictionary(uniqueKeysWithValues: assets.map { (names[$0.localIdentifier] ?? "", $0) })
  }

  private func isDescribed(_ asset: Asset?) -> Bool {
    asset?.isFavorite == true && asset?.creationDate?.secondsSince1970 == 1_600_596_727
      && asset?.location?.latitudeDegrees == 48.5
  }

  @Test(
    "JSON in another part tells of its picture, be the parts named themselves or the folder that has them",
    arguments: [
      ["all/1", "all/2"], ["all"], ["all/1/Takeout", "all/2/Takeout/"], ["all/2", "all/1/Takeout/Google Photos"],
    ])
  func parts(_ named: [String]) async throws {
    try writePictures("all/1", "IMG_1.jpg", "IMG_1(2).jpg")
    try write(json("IMG_1.jpg"), "all/2", "IMG_1.jpg.supplemental-metadata.json")
    try write(json("IMG_1.jpg"), "all/2", "IMG_1.jpg.supplemental-metadata(2).json")
    try write(json("IMG_7.jpg"), "all/2", "IMG_7.jpg.json")
    var findings: [ImportFinding] = []
    let report = try await LibraryImporter(into: library).run(named.map(bench.folder.path)) { findings.append($0) }
    #expect(report.counts == [.added: 2, .leftOut: 3] && report.sidecars == 1, "\(findings)")
    #expect(Set(findings.flatMap(\.files)).count == 5 && report.line.contains("1 of those left out are Takeout's JSON"))
    let assets = try assets()
    #expect(isDescribed(assets["IMG_1.jpg"]) && isDescribed(assets["IMG_1(2).jpg"]))
  }

  @Test("JSON that comes later, alone or with the pictures, gives an asset what it lacks", arguments: [true, false])
  func later(_ isAlone: Bool) async throws {
    try writePictures("1", "IMG_1.jpg", "IMG_1(2).jpg", "IMG_3.jpg")
    #expect(try await bench.importing(bench.folder.path("1")).report.counts == [.added: 3])
    let set = WallTime(secondsSince1970: 86_400, nanosecond: 0, utcOffsetSeconds: 0)
    let third = try #require(try assets()["IMG_3.jpg"])
    try library.performChangesAndWait { [library] in AssetChangeRequest(for: third, in: library).creationDate = set }
    for name in ["IMG_1.jpg.json", "IMG_1.jpg(2).json", "IMG_3.jpg.json"] {
      try write(json(name.hasPrefix("IMG_1") ? "IMG_1.jpg" : "IMG_3.jpg"), "2", name)
    }
    let given = (isAlone ? ["2"] : ["1", "2"]).map(bench.folder.path)
    var findings: [ImportFinding] = []
    let report = try await LibraryImporter(into: library).run(given) { findings.append($0) }
    let assets = try assets()
    #expect(isDescribed(assets["IMG_1.jpg"]) && isDescribed(assets["IMG_1(2).jpg"]))
    #expect(assets["IMG_3.jpg"]?.creationDate == set && assets["IMG_3.jpg"]?.location == nil)
    // A mark that somebody may have taken away comes with something else, or when the JSON alone is given.
    #expect(report.count(.described) == (isAlone ? 3 : 2) && report.count(.failed) == 0, "\(findings)")
    #expect(report.sidecars == 0 && report.line.contains("told their date, place or mark by Takeout's JSON"))
    #expect(findings.contains { $0.lines.first?.contains("told IMG_1.jpg its date, place, mark") == true })
    // It is what the asset came with.
    let editor = LibraryEditor(of: library)
    #expect(throws: PhotosError.self) { try editor.revert(#require(assets["IMG_1.jpg"])) }
    let again = try await LibraryImporter(into: library).run(given) { findings.append($0) }
    #expect(again.count(.described) == 0)
  }

  @Test("JSON alone tells of none of several assets with its name, and of none with another date")
  func doubt() async throws {
    try writePictures("1", "IMG_1.jpg")
    try writePictures("2", "IMG_1.jpg")
    let source = try bench.source("1" + Self.path)
    try ForeignTool.exiftool.run([
      "-q", "-all=", "-DateTimeOriginal=2001:01:01 00:00:00", "-o", source + "IMG_2.jpg", pair.still,
    ])
    _ = try await bench.importing(bench.folder.path("1"), bench.folder.path("2"))
    try write(json("IMG_1.jpg"), "3", "IMG_1.jpg.json")
    try write(json("IMG_2.jpg"), "3", "IMG_2.jpg.json")
    let report = try await bench.importing(bench.folder.path("3")).report
    #expect(report.counts == [.leftOut: 2] && report.sidecars == 2)
  }

  @Test("damaged JSON is told, and its picture is imported")
  func damaged() async throws {
    try writePictures("1", "IMG_1.jpg")
    try write(String(json("IMG_1.jpg").dropLast(20)), "1", "IMG_1.jpg.json")
    try write("{", "1", "notes.json")
    let (report, findings) = try await bench.importing(bench.folder.path("1"))
    #expect(report.counts == [.added: 1, .failed: 1, .leftOut: 1], "\(findings)")
    #expect(findings.contains { $0.outcome == .failed && $0.reason.contains("Takeout's JSON, and damaged") })
  }

  @Test(
    "copies are dated as their asset is in the library, also where no file tells that",
    arguments: [LibraryExporter.Format.pair, .zip], [true, false])
  func datedCopies(_ format: LibraryExporter.Format, _ isOriginal: Bool) async throws {
    _ = try await bench.importing(bench.phone(with: pair))
    let asset = try bench.asset()
    let date = WallTime(secondsSince1970: -86_400, nanosecond: 500_000_000, utcOffsetSeconds: 0)
    try library.performChangesAndWait { [library] in AssetChangeRequest(for: asset, in: library).creationDate = date }
    var exporter = LibraryExporter(from: library)
    (exporter.format, exporter.isOriginal) = (format, isOriginal)
    let export = try exporter.export(bench.asset(), to: bench.folder.path("out"))
    #expect(export.files.count == (format == .zip ? 1 : 2))
    for file in export.files {
      #expect(try DiskFiles().open(file).modificationNanoseconds == -86_399_500_000_000)
    }
  }
}
