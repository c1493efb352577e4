import Foundation
import LibraryFiles
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import TestSupport
import Testing

/// The dates of files that tell none, or no zone.
@Suite struct ImportDateTests {
  private let bench: ImportBench
  private let pair: LivePhotoFixtures.Pair

  init() throws {
    bench = try ImportBench()
    pair = try #require(LivePhotoFixtures.pairs.first { $0.still.lowercased().hasSuffix(".jpg") })
  }

  /// A copy of the pair's still that exiftool has changed, which was last changed on 2014-07-08 at 10:11:12.
  @discardableResult
  private func still(_ name: String, _ changes: String..., mark: UInt8 = 0) throws -> String {
    let path = try bench.source("phone") + "/" + name
    try ForeignTool.exiftool.run(["-q"] + changes + ["-o", path, pair.still])
    let bytes = try bench.edited(path, mark: mark)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let date = Date(timeIntervalSince1970: 1_404_814_272)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    return path
  }

  private func text(_ asset: Asset) -> String? { asset.creationDate.map { $0.localString() + $0.offsetString() } }

  @Test(
    "a photo without a date has that of its name, else its file's, and says so; an export has it, and tells no other",
    arguments: [
      ("IMG-20190512-WA0003.jpg", "2019-05-12T12:00:00+00:00", .name),
      ("Screenshot_20200101-120102.jpg", "2020-01-01T12:01:02+00:00", .name),
      ("signal-2021-03-04-05-06-07-890.jpg", "2021-03-04T05:06:07+00:00", .name),
      ("PXL_20200710_061629144.jpg", "2020-07-10T06:16:29+00:00", .name),
      ("scan-20991231.jpg", "2014-07-08T10:11:12+00:00", .file), ("scan.jpg", "2014-07-08T10:11:12+00:00", .file),
    ] as [(String, String, AssetDateSource)])
  func undated(_ name: String, _ date: String, _ source: AssetDateSource) async throws {
    let path = try still(name, "-all=")
    let finding = try #require(try await bench.importing(path).findings.first)
    #expect(finding.changes == [source.words])
    let asset = try bench.asset()
    #expect(text(asset) == date && asset.dateSource == source)
    let export = try LibraryExporter(from: bench.library).export(asset, to: bench.folder.path("out"))
    #expect(export.date == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: export.files[0])
    let written = try #require(attributes[.modificationDate] as? Date)
    #expect(Int64(written.timeIntervalSince1970) == asset.creationDate?.secondsSince1970)
    // Who sets a date knows it; a revert brings the guess back.
    let guess = asset.creationDate
    for (new, known) in [(WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: 0), nil), (guess, source)] {
      try bench.library.performChangesAndWait { [library = bench.library] in
        AssetChangeRequest(for: asset, in: library).creationDate = new
      }
      #expect(try bench.asset().dateSource == known)
    }
  }

  @Test("a Live Photo whose still tells no date has its movie's, whichever half comes first", arguments: [0, 1, 2])
  func dateOfMovie(_ first: Int) async throws {
    let path = try still("IMG_20190512_010203.jpg", "-AllDates=", "-OffsetTime*=", "-SubSecTime*=", "-GPS*=")
    switch first {
    case 0: _ = try await bench.importing(path, pair.movie)
    case 1:
      _ = try await bench.importing(path)
      _ = try await bench.importing(pair.movie)
    default:
      _ = try await bench.importing(pair.movie)
      _ = try await bench.importing(path)
    }
    let asset = try bench.asset()
    let told = try ForeignTool.exiftool.run(["-s3", "-d", "%Y-%m-%dT%H:%M:%S", "-CreationDate", pair.movie]).text
    #expect(asset.isLivePhoto && asset.dateSource == .movie)
    #expect(text(asset)?.hasPrefix(told.trimmingCharacters(in: .whitespacesAndNewlines)) == true)
  }

  @Test("a still without a zone has that of its movie, whichever half comes first", arguments: [0, 1, 2])
  func zoneOfMovie(_ first: Int) async throws {
    let pair = try #require(LivePhotoFixtures.pairs.first { $0.still.contains("IMG_0728") })
    // The satellites tell it, too.
    let path = try bench.source("phone") + "/IMG_0728.JPG"
    try ForeignTool.exiftool.run(["-q", "-GPS*=", "-o", path, pair.still])
    switch first {
    case 0: _ = try await bench.importing(path, pair.movie)
    case 1:
      _ = try await bench.importing(path)
      #expect(try bench.asset().creationDate?.utcOffsetSeconds == 0)
      _ = try await bench.importing(pair.movie)
    default:
      _ = try await bench.importing(pair.movie)
      _ = try await bench.importing(path)
    }
    let asset = try bench.asset()
    #expect(asset.isLivePhoto && asset.creationDate?.utcOffsetSeconds == -8 * 3600)
    #expect(text(asset)?.hasPrefix("2019-12-29T19:01:1") == true && asset.dateSource == nil)
  }

  @Test(
    "a still without a zone has the one that the satellites' date shows, if that is one",
    arguments: [("03:00:04", 9 * 3600), ("06:15:00", 20_700), ("03:08:00", 0)])
  func zoneOfSatellites(_ time: String, _ offset: Int) async throws {
    let path = try still(
      "a.jpg", "-all=", "-DateTimeOriginal=2020:03:01 12:00:00", "-GPSDateStamp=2020:03:01", "-GPSTimeStamp=\(time)")
    _ = try await bench.importing(path)
    let asset = try bench.asset()
    #expect(asset.creationDate?.utcOffsetSeconds == offset)
    #expect(text(asset)?.hasPrefix("2020-03-01T12:00:00") == true && asset.dateSource == nil)
  }

  @Test("a bundle and the files in it have the date of their asset")
  func bundle() async throws {
    _ = try await bench.importing(pair.still, pair.movie)
    let asset = try bench.asset()
    var exporter = LibraryExporter(from: bench.library)
    exporter.format = .bundle
    let bundle = try exporter.export(asset, to: bench.folder.path("out")).files[0]
    let names = try FileManager.default.contentsOfDirectory(atPath: bundle)
    #expect(names.count == 3)
    for path in [bundle] + names.map({ bundle + "/" + $0 }) {
      let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      #expect(date.map { Int64($0.timeIntervalSince1970) } == asset.creationDate?.secondsSince1970, "\(path)")
    }
  }
}
