import Foundation
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Files of phones, told as the dumps beside them tell it: exiftool's, ffprobe's and an atom dumper's.
@Suite(.enabled(if: LivePhotoFixtures.phones != nil, "\(LivePhotoFixtures.phonesAreMissing)"))
struct PhoneInspectTests {
  private let folder: String
  private let library = LivePhotoFiles()

  init() throws { folder = try #require(LivePhotoFixtures.phones) }

  private var pairs: [LivePhotoFixtures.Pair] { LivePhotoFixtures.pairs.filter { $0.still.hasPrefix(folder + "/") } }

  /// exiftool's `[Group] Tag : value` lines of a file, by group and tag; the first of several counts.
  private func exiftool(_ name: String) throws -> [String: String] {
    let text = try String(contentsOfFile: "\(folder)/dumps/\(name).exiftool.txt", encoding: .utf8)
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].split(separator: " ").joined(separator: " ")
      if values[key] == nil { values[key] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    return values
  }

  private func lines(_ name: String, _ kind: String) throws -> [Substring] {
    try String(contentsOfFile: "\(folder)/dumps/\(name).\(kind).txt", encoding: .utf8).split(separator: "\n")
  }

  @Test("stills: identifier, size, orientation, date, camera, place, maker note")
  func stills() async throws {
    #expect(!pairs.isEmpty)
    for path in pairs.map(\.still) {
      let name = (path as NSString).lastPathComponent
      let dump = try exiftool(name)
      let report = try await library.inspect(path)
      let still = try #require(report.still)
      #expect(still.identifier == dump["[Apple] MediaGroupUUID"] && report.extensionFits)
      #expect(
        "\(still.width)x\(still.height)" == dump["[Composite] ImageSize"]?.replacingOccurrences(of: " ", with: "x"))
      #expect(still.make == dump["[IFD0] Make"] && still.model == dump["[IFD0] Model"])
      #expect(still.software == dump["[IFD0] Software"])
      let date = (dump["[ExifIFD] DateTimeOriginal"] ?? "").replacingOccurrences(of: " ", with: "T")
      let parts = date.split(separator: "T")
      let day = parts.first?.replacingOccurrences(of: ":", with: "-") ?? ""
      #expect(still.date == "\(day)T\(parts.last ?? "")" + (dump["[ExifIFD] OffsetTimeOriginal"] ?? ""))
      #expect((still.location != nil) == (dump["[Composite] GPSPosition"] != nil))
      let entries = try #require(try lines(name, "still").first { $0.hasPrefix("  entries ") })
      #expect(still.makerNoteEntries == Int(entries.dropFirst(10)))
      let turns = ["Horizontal (normal)": 1, "Rotate 180": 3, "Rotate 90 CW": 6, "Rotate 270 CW": 8]
      #expect(still.orientation == turns[dump["[IFD0] Orientation"] ?? ""])
    }
  }

  @Test("movies: identifier, still time to the tick, tracks, codecs, sizes, date")
  func movies() async throws {
    for path in pairs.map(\.movie) {
      let name = (path as NSString).lastPathComponent
      let dump = try exiftool(name)
      let report = try await library.inspect(path)
      let movie = try #require(report.movie)
      #expect(movie.identifier == dump["[Keys] ContentIdentifier"])
      let date = try #require(movie.date.flatMap(DateReading.init))
      let expected = try #require(dump["[Keys] CreationDate"].flatMap(DateReading.init))
      #expect(date == expected, "\(name)")
      // The dumper's line about the still's track: `… still-image-time … elst=[(799, -1, 1.0), (1, 0, 1.0)] …`.
      let line = try #require(
        try lines(name, "atoms").first { $0.contains("timed metadata track") && $0.contains("still-image-time") })
      let edit = try #require(line.components(separatedBy: "elst=[(").last?.split(separator: ",").first)
      #expect(movie.stillTime.map { "\($0.value)/\($0.timescale)" } == "\(edit)/600", "\(name)")
      let probe = try lines(name, "ffprobe").joined(separator: "\n")
      #expect(
        probe.components(separatedBy: "codec_type").count - 1 >= movie.tracks.count || !probe.contains("codec_type"))
      let video = try #require(movie.tracks.first)
      #expect(video.kind == "video" && ["avc1", "hvc1"].contains(video.codec))
      #expect(
        "\(video.width ?? 0)x\(video.height ?? 0)"
          == dump["[Composite] ImageSize"]?.replacingOccurrences(of: " ", with: "x"))
      #expect("\(video.rotation ?? -1)" == dump["[Composite] Rotation"])
      #expect(movie.tracks.filter { $0.kind == "sound" }.allSatisfy { $0.codec == "lpcm" && $0.channels == 1 })
    }
  }

  @Test("pairs are Live Photos without a warning; others' halves are not")
  func verdicts() async throws {
    for pair in pairs {
      let verdict = try await library.verify(pair.movie, pair.still)
      #expect(verdict.isLivePhoto, "\(verdict.lines(isVerbose: true))")
      #expect(verdict.results.allSatisfy { $0.status == .pass }, "\(verdict.lines(isVerbose: true))")
    }
    let first = try #require(pairs.first)
    let other = try #require(pairs.last)
    let verdict = try await library.verify(first.still, other.movie)
    #expect(verdict[.identifiersEqual]?.status == .failure && verdict[.likeness]?.status == .warning)
  }

  @Test("Motion Photos: kind, place and length of the movie, and the movie itself")
  func motionPhotos() async throws {
    let expected: [(name: String, kind: String, start: Int, length: Int)] = [
      ("PXL_20200710_061629144.MP.jpg", "google1", 2_728_123, 1_317_283),
      ("pixel-motion-photo-shortened.jpg", "google1", 131_582, 8730),
      ("ss-motion-photo-shortened.jpg", "microVideo", 20_345, 2538),
      ("sample_MP.heic", "heicBox", 28_869, 28_803),
    ]
    for (name, kind, start, length) in expected where FileManager.default.fileExists(atPath: folder + "/" + name) {
      let report = try await library.inspect(folder + "/" + name)
      let motion = try #require(report.motionPhoto)
      #expect(report.summary == "Motion Photo" && motion.kind == kind)
      #expect(motion.offset == start && motion.length == length, "\(name)")
      #expect(motion.movie?.tracks.first?.codec == "avc1")
    }
  }
}
