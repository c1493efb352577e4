import ByteCoding
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LivePhotoFiles

/// What files are, told as others tell it.
@Suite struct InspectTests {
  private let folder: TemporaryFolder
  private let library = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  @Test("a pair of livecam's own is described in full")
  func golden() async throws {
    let pair = try SamplePair.good.get()
    let still = try await library.inspect(try folder.write(pair.still, as: "IMG_0001.JPG"))
    let movie = try await library.inspect(try folder.write(pair.movie, as: "IMG_0001.MOV"))
    let texts = (still.lines + movie.lines).map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
    #expect(
      texts == [
        "IMG_0001.JPG: still of a Live Photo, \(FileReport.bytes(pair.still.count))",
        "  picture       320 × 240, JPEG, baseline",
        "  identifier    0F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78",
        "  taken         2026-11-21T04:40:05-05:30",
        "  camera        Linux Blocks",
        "  software      livecam",
        "  metadata      Exif \(still.still?.exifBytes ?? 0) bytes, Apple maker note with 1 entries",
        "IMG_0001.MOV: movie of a Live Photo, \(FileReport.bytes(pair.movie.count))",
        "  movie         1.5 s, QuickTime",
        "  shown as      320 × 240",
        "  identifier    0F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78",
        "  still time    0.8 s (480/600), picture 24",
        "  begins        2026-11-21T04:40:05-0530",
        "  track 1       video avc1, 320 × 240, 30 fps, 45 samples, 1.5 s",
        "  track 2       metadata mebx, 1 sample, 0.801667 s, still-image-time, cdsc → 1",
        "  key           make = Linux",
        "  key           model = Blocks",
        "  key           software = livecam",
        "  note          There is no sound.",
      ])
  }

  @Test("the tree of boxes names every box with its place")
  func structure() async throws {
    let pair = try SamplePair.good.get()
    let path = try folder.write(pair.movie, as: "IMG_0001.MOV")
    let report = try await library.inspect(path, includesStructure: true)
    #expect(report.structure.map(\.name) == ["ftyp", "wide", "mdat", "moov"])
    #expect(report.structure.reduce(0) { $0 + $1.size } == pair.movie.count)
    for line in ["         0         20  ftyp", "mebx", "keyd", "elst"] {
      #expect(report.structureLines.contains { $0.contains(line) }, "\(line)")
    }
    let still = try await library.inspect(try folder.write(pair.still, as: "A.JPG"), includesStructure: true)
    #expect(still.structureLines.contains { $0.contains("ContentIdentifier") })
  }

  @Test("a file under a wrong name is told by what it is")
  func disguised() async throws {
    let path = try folder.write(try SamplePair.good.get().still, as: "IMG_0001.HEIC")
    let report = try await library.inspect(path)
    #expect(report.kind == .jpeg && !report.extensionFits)
    #expect(report.lines.contains { $0.contains("the extension is not that of the contents") })
  }

  @Test("a bundle is told about file by file")
  func bundle() async throws {
    let pair = try SamplePair.good.get()
    try folder.write(pair.still, as: "A.pvt/A.JPG")
    try folder.write(pair.movie, as: "A.pvt/A.MOV")
    try folder.write(Array("<plist/>".utf8), as: "A.pvt/metadata.plist")
    let report = try await library.inspect(folder.path("A.pvt"))
    #expect(report.summary == "bundle of 2 files" && report.members.map(\.kind) == [.jpeg, .movie])
  }

  @Test("an archive of a pair is told about file by file")
  func archive() async throws {
    let pair = try SamplePair.good.get()
    try folder.write(pair.still, as: "A.JPG")
    try folder.write(pair.movie, as: "A.MOV")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile("A.livp", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write("A.JPG")
        archive.write("A.MOV", compress_type=zipfile.ZIP_STORED)
        archive.writestr("notes.txt", "notes")
      """
    try ForeignTool.python.run(["-c", script], in: folder)
    let report = try await library.inspect(folder.path("A.livp"))
    #expect(report.summary == "archive of 2 files" && report.extensionFits)
    #expect(report.members.map(\.summary) == ["still of a Live Photo", "movie of a Live Photo"])
    #expect(report.members[0].path.hasSuffix("A.livp: A.JPG"))
  }

  @Test("what is damaged, missing or unknown ends in an error that names the file and the place")
  func errors() async throws {
    let pair = try SamplePair.good.get()
    let cases: [(String, [UInt8], LivePhotoError.Code, [String])] = [
      ("cut.mov", Array(pair.movie.dropLast(100)), .malformed, ["moov"]),
      ("cut.jpg", Array(pair.still.prefix(40)), .malformed, ["byte"]),
      ("brand.HEIC", [0, 0, 0, 16] + Array("ftypxxx\nmif1".utf8), .malformed, ["brand 'xxx?'", "picture's"]),
      ("text.mov", Array("no movie at all, but a text".utf8), .unsupported, []),
      ("empty.jpg", [], .empty, ["0 bytes"]),
    ]
    for (name, bytes, code, words) in cases {
      let path = try folder.write(bytes, as: name)
      do {
        _ = try await library.inspect(path)
        Issue.record("\(name) is no file to be described")
      } catch let error as LivePhotoError {
        #expect(error.code == code && error.context == path, "\(error)")
        for word in words { #expect("\(error)".contains(word), "\(error)") }
      }
    }
    await #expect { try await library.inspect(folder.path("none.jpg")) } throws: {
      ($0 as? LivePhotoError)?.code == .unreadable
    }
  }

  @Test("bytes changed at random are described or refused, and never a trap")
  func mutations() async throws {
    let pair = try SamplePair.good.get()
    var random = SeededRandom(seed: 3)
    let start = pair.movie.count - 3000
    for round in 0..<150 {
      var (still, movie) = (pair.still, pair.movie)
      for _ in 0..<4 {
        still[Int.random(in: 0..<700, using: &random)] = UInt8.random(in: 0...255, using: &random)
        movie[Int.random(in: start..<movie.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for (name, bytes) in [("\(round).JPG", still), ("\(round).MOV", movie)] {
        let path = try folder.write(bytes, as: name)
        do {
          let report = try await library.inspect(path, includesStructure: true)
          #expect(!report.lines.isEmpty)
        } catch let error as LivePhotoError {
          #expect(error.context == path)
        }
      }
    }
  }

  @Test("JSON has the documented keys and is JSON to others")
  func json() async throws {
    let pair = try SamplePair.good.get()
    let report = try await library.inspect(try folder.write(pair.movie, as: "A.MOV"), includesStructure: true)
    let path = try folder.write(try JSONEncoder().encode(report), as: "report.json")
    let script = """
      import json, sys
      report = json.load(open(sys.argv[1]))
      print(sorted(report))
      print(json.dumps(report["movie"]["stillTime"], sort_keys=True), report["movie"]["identifier"], len(report["movie"]["tracks"]))
      print([box["name"] for box in report["boxes"]], sorted(report["boxes"][0]))
      """
    #expect(
      try ForeignTool.python.run(["-c", script, path]).lines == [
        "['boxes', 'extensionFits', 'kind', 'members', 'motionPhoto', 'movie', 'notes', 'path', 'size', 'still', 'summary']",
        #"{"seconds": 0.8, "timescale": 600, "value": 480} 0F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78 2"#,
        "['ftyp', 'wide', 'mdat', 'moov'] ['children', 'detail', 'name', 'offset', 'size']",
      ])
  }
}
