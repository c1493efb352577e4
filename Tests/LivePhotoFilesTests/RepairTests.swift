import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Broken pairs on disk, mended, and judged by others.
@Suite struct RepairTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair
  private let library = LivePhotoFiles()

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
  }

  private func repair(
    still: [UInt8]? = nil, movie: [UInt8]? = nil, names: (String, String) = ("IMG_1.JPG", "IMG_1.MOV"),
    _ change: (inout RepairRequest) -> Void = { _ in }
  ) async throws -> RepairReport {
    let left = try folder.write(still ?? pair.still, as: names.0)
    let right = try folder.write(movie ?? pair.movie, as: names.1)
    var request = RepairRequest(left, right, output: folder.path("mended"))
    change(&request)
    return try await library.repair(request)
  }

  /// What was mended is right in everybody's eyes, its samples are those it had, and mending again finds nothing.
  private func check(_ report: RepairReport, changes: Int, samplesOf movie: [UInt8]? = nil) async throws {
    #expect(report.isLivePhoto, "\(report.lines)")
    #expect(report.changes.count == changes, "\(report.lines)")
    #expect(try PairChecker.failures(report.still, report.movie) == [])
    let before = try Self.packets(try folder.write(movie ?? pair.movie, as: "before.mov"))
    #expect(try Self.packets(report.movie) == before)
    let again = try await library.repair(RepairRequest(report.still, report.movie, output: folder.path("again")))
    #expect(again.changes == [])
    #expect(!FileManager.default.fileExists(atPath: folder.path("again")))
  }

  private static func packets(_ path: String) throws -> String {
    try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,dts,duration,flags,data_hash",
      "-show_data_hash", "md5", "-of", "csv", path,
    ]).text
  }

  @Test("of a pair that is right nothing is written")
  func right() async throws {
    let report = try await repair()
    #expect(report.changes == [] && report.isLivePhoto && report.lines.first == "Nothing to mend.")
    #expect(!FileManager.default.fileExists(atPath: folder.path("mended")))
  }

  @Test("a still without an identifier gets the movie's")
  func stillIdentifier() async throws {
    var recipe = SamplePair.Recipe()
    recipe.hasIdentifier = false
    let bare = try SamplePair(recipe).still
    let report = try await repair(still: bare)
    try await check(report, changes: 1)
    #expect(report.verdict.identifier == recipe.identifier)
    #expect(try Self.pixels(report.still) == Self.pixels(try folder.write(bare, as: "bare.jpg")))
  }

  private static func pixels(_ path: String) throws -> String {
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", path, "-f", "framemd5", "-"]).text
  }

  @Test("halves of two pairs get one new identifier, and the same one every time")
  func differingIdentifiers() async throws {
    var recipe = SamplePair.Recipe()
    recipe.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"
    let other = try SamplePair(recipe).still
    let report = try await repair(still: other)
    try await check(report, changes: 2)
    let identifier = try #require(report.verdict.identifier)
    #expect(identifier != recipe.identifier && identifier != SamplePair.Recipe().identifier)
    let second = try await repair(still: other) { $0.output = folder.path("second") }
    #expect(second.verdict.identifier == identifier)
    #expect(try firstDifference(folder.read("mended/IMG_1.MOV"), folder.read("second/IMG_1.MOV")) == nil)
    #expect(try firstDifference(folder.read("mended/IMG_1.JPG"), folder.read("second/IMG_1.JPG")) == nil)
    let wished = try await repair(still: other) {
      $0.output = folder.path("third")
      $0.identifier = PairIdentifier(uuidString: "00000000-0000-4000-8000-00000000000a")
    }
    #expect(wished.verdict.identifier == "00000000-0000-4000-8000-00000000000A")
  }

  @Test("a movie without its still time gets that of the picture most like the still")
  func stillTime() async throws {
    let bare = try Tampering.movie(pair.movie) { $0.removeTrack(-1) }
    let report = try await repair(movie: bare)
    try await check(report, changes: 1, samplesOf: bare)
    #expect(report.verdict.stillTime == pair.stillTime)
  }

  @Test("a disabled track of the still is written anew, its time kept")
  func brokenTrack() async throws {
    let broken = try Tampering.movie(pair.movie) { movie in
      try movie.change(TrackHeaderBox.self, track: -1) { $0.header.flags = 0 }
    }
    let report = try await repair(movie: broken)
    try await check(report, changes: 1, samplesOf: broken)
    #expect(report.verdict.stillTime == pair.stillTime)
  }

  @Test("wrong extensions are put right")
  func extensions() async throws {
    try await check(try await repair(names: ("IMG_1.HEIC", "IMG_1.MP4")), changes: 2)
  }

  @Test("a date that is missing or apart is taken from the still")
  func dates() async throws {
    let undated = try Tampering.movie(pair.movie) { movie in
      movie.children.removeAll { $0 is MetadataBox }
      movie.children.append(
        MetadataBox(items: [(MovieKey.contentIdentifier, MetadataValueBox(text: SamplePair.Recipe().identifier))]))
    }
    let report = try await repair(movie: undated)
    try await check(report, changes: 1)
    let printed = try ForeignTool.exiftool.run(["-s3", "-Keys:CreationDate", report.movie]).text
    #expect(printed == "2026:11:21 04:40:05-05:30\n")
  }

  @Test(
    "a header that has lost its date, or has one of years before, gets the movie's own date",
    arguments: [0, 3_061_152_060, 3_345_408_000] as [UInt64])
  func headerDate(seconds: UInt64) async throws {
    let wrong = try Tampering.movie(pair.movie) { try $0.change(MovieHeaderBox.self) { $0.creationTime = seconds } }
    let report = try await repair(movie: wrong)
    try await check(report, changes: 1, samplesOf: wrong)
    #expect(report.verdict[.dates]?.status == .pass, "\(report.lines)")
    let printed = try ForeignTool.exiftool.run([
      "-s3", "-QuickTime:CreateDate", "-Keys:CreationDate", report.movie,
    ]).text
    #expect(printed == "2026:11:21 10:10:05\n2026:11:21 04:40:05-05:30\n")
  }

  @Test("a movie on its side is turned as the still stands", arguments: [Orientation.right, .down])
  func turned(_ orientation: Orientation) async throws {
    var recipe = SamplePair.Recipe()
    recipe.orientation = orientation
    let side = try SamplePair(recipe).movie
    let report = try await repair(movie: side)
    try await check(report, changes: 1, samplesOf: side)
    let rotation = try ForeignTool.exiftool.run(["-s3", "-Rotation", report.movie]).text
    #expect(rotation == "0\n")
  }

  @Test("a still that has lost its Exif gets the orientation that the movie has")
  func lostOrientation() async throws {
    var recipe = SamplePair.Recipe()
    recipe.orientation = .right
    let upright = try SamplePair(recipe).movie
    let path = try folder.write(pair.still, as: "plain.jpg")
    try ForeignTool.exiftool.run(["-q", "-overwrite_original", "-all=", path])
    let report = try await repair(still: Array(try Data(contentsOf: URL(filePath: path))), movie: upright)
    #expect(report.changes.contains { $0.hasPrefix("still: turned by 90°") } && report.isLivePhoto, "\(report.lines)")
    #expect(report.verdict[.shape]?.status == .pass && report.verdict[.likeness]?.status == .pass, "\(report.lines)")
    #expect(try ForeignTool.exiftool.run(["-s3", "-n", "-Orientation#", report.still]).text == "6\n")
    #expect(try ForeignTool.exiftool.run(["-s3", "-Rotation", report.movie]).text == "90\n")
  }

  @Test("an MP4 from another program becomes a QuickTime movie with everything a Live Photo needs")
  func mp4() async throws {
    let source = try folder.write(pair.movie, as: "source.mov")
    let mp4 = folder.path("foreign.mp4")
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", source, "-map", "0:v", "-c", "copy", "-map_metadata", "-1", mp4])
    let report = try await repair(movie: try folder.read("foreign.mp4"), names: ("IMG_1.JPG", "IMG_1.mp4"))
    #expect(report.isLivePhoto, "\(report.lines)")
    #expect(try PairChecker.failures(report.still, report.movie) == [])
    #expect(report.verdict.stillTime?.seconds == pair.stillTime.seconds)
    let hashes = { (path: String) in
      try ForeignTool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:v", "-f", "framemd5", "-"]).lines.filter {
        !$0.hasPrefix("#")
      }.map { $0.split(separator: ",").last ?? "" }
    }
    #expect(try hashes(report.movie) == hashes(source))
  }

  @Test("fragments become tables, and tracks get numbers of their own")
  func fragments() async throws {
    let whole = try folder.write(pair.movie, as: "whole.mov")
    let path = folder.path("fragmented.mp4")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", whole, "-map", "0:v", "-c", "copy", "-map_metadata", "-1", "-movflags",
      "frag_keyframe+empty_moov", path,
    ])
    let report = try await repair(movie: try folder.read("fragmented.mp4"), names: ("IMG_1.JPG", "IMG_1.MP4"))
    #expect(report.isLivePhoto, "\(report.lines)")
    #expect(try PairChecker.failures(report.still, report.movie) == [])
    let double = try Tampering.movie(pair.movie) { movie in
      try movie.changeTrack(1) { track in track.update(TrackHeaderBox.self) { $0.trackID = 1 } }
      movie.update(MovieHeaderBox.self) { $0.nextTrackID = 1 }
    }
    let second = try await library.repair(
      RepairRequest(
        try folder.write(pair.still, as: "b.JPG"), try folder.write(double, as: "b.MOV"), output: folder.path("b")))
    #expect(second.isLivePhoto && second.changes.count == 1, "\(second.lines)")
  }

  @Test("an unlike still turns nothing, and a time beyond the movie is refused")
  func restraint() async throws {
    var recipe = SamplePair.Recipe()
    recipe.scene = 99
    let other = try folder.write(try SamplePair(recipe).still, as: "IMG_1.JPG")
    let movie = try folder.write(pair.movie, as: "IMG_1.MOV")
    let report = try await library.repair(RepairRequest(other, movie, output: folder.path("mended")))
    #expect(!report.changes.contains { $0.contains("turned") }, "\(report.lines)")
    var request = RepairRequest(other, movie, output: folder.path("late"))
    request.stillTime = MediaTime(value: 99, timescale: 1)
    await #expect(throws: LivePhotoError.self) { try await library.repair(request) }
  }

  @Test("the halves of two photos are refused, and nothing is written", arguments: [true, false])
  func mismatch(hasTwoIdentifiers: Bool) async throws {
    var recipe = SamplePair.Recipe()
    recipe.scene = 99
    if hasTwoIdentifiers {
      recipe.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"
    } else {
      recipe.hasIdentifier = false
      recipe.begins = recipe.begins.advanced(by: MediaTime(value: -86_400, timescale: 1))
    }
    let still = try SamplePair(recipe).still
    for trust in [nil, RepairRequest.Half.still, .movie] {
      let error = await #expect(throws: LivePhotoError.self) {
        try await repair(still: still) { $0.trust = trust }
      }
      #expect(error?.code == .mismatched && error?.message.contains("of two photos") == true)
      #expect(!FileManager.default.fileExists(atPath: folder.path("mended")))
    }
  }

  @Test("halves with one identifier, two dates and nothing alike are mended only when somebody vouches for a date")
  func copiedIdentifier() async throws {
    var recipe = SamplePair.Recipe()
    recipe.scene = 99
    recipe.begins = recipe.begins.advanced(by: MediaTime(value: -86_400, timescale: 1))
    let still = try SamplePair(recipe).still
    let error = await #expect(throws: LivePhotoError.self) { try await repair(still: still) }
    #expect(error?.code == .mismatched && error?.message.contains("--trust still") == true)
    _ = try await repair(still: still) { $0.trust = .still }
  }

  @Test("halves of one scene with two identifiers and two dates are mended only when somebody vouches for a date")
  func vouched() async throws {
    var recipe = SamplePair.Recipe()
    recipe.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"
    recipe.begins = recipe.begins.advanced(by: MediaTime(value: -86_400, timescale: 1))
    let still = try SamplePair(recipe).still
    let error = await #expect(throws: LivePhotoError.self) { try await repair(still: still) }
    #expect(error?.code == .mismatched && error?.message.contains("--trust still") == true)
    let report = try await repair(still: still) { $0.trust = .still }
    try await check(report, changes: 3)
    let printed = try ForeignTool.exiftool.run(["-s3", "-Keys:CreationDate", report.movie]).text
    #expect(printed == "2026:11:20 04:40:05-05:30\n")
  }

  @Test("the still's place in a long movie is part of its date: one of ten seconds needs nothing")
  func longMovie() async throws {
    let long = try SamplePair.long.get()
    let report = try await repair(still: long.still, movie: long.movie)
    #expect(report.changes == [] && report.isLivePhoto && report.doubts == [], "\(report.lines)")
    #expect(report.verdict[.dates]?.status == .pass)
  }

  @Test("a wrong date in the still does not rewrite the right one in the movie")
  func wrongStillDate() async throws {
    var recipe = SamplePair.Recipe()
    recipe.begins = WallTime(secondsSince1970: 946_684_900, nanosecond: 0, utcOffsetSeconds: 0)
    let report = try await repair(still: try SamplePair(recipe).still)
    try await check(report, changes: 1)
    let kept = try ForeignTool.exiftool.run(["-s3", "-Keys:CreationDate", report.movie]).text
    #expect(kept == "2026:11:21 04:40:05-05:30\n")
    let printed = try ForeignTool.exiftool.run(["-s3", "-DateTimeOriginal", "-OffsetTimeOriginal", report.still]).text
    #expect(printed == "2026:11:21 04:40:05\n-05:30\n")
  }

  @Test("two dates of which nothing tells the right one stay as they are, and the report asks")
  func doubt() async throws {
    var recipe = SamplePair.Recipe()
    recipe.begins = recipe.begins.advanced(by: MediaTime(value: -86_400, timescale: 1))
    let still = try SamplePair(recipe).still
    let report = try await repair(still: still)
    #expect(report.changes == [] && report.isLivePhoto && report.doubts.count == 1, "\(report.lines)")
    #expect(report.lines.contains { $0.hasPrefix("in doubt: dates") && $0.contains("--trust") })
    #expect(!FileManager.default.fileExists(atPath: folder.path("mended")))
    let told = try await repair(still: still) { $0.trust = .movie }
    try await check(told, changes: 1)
    let printed = try ForeignTool.exiftool.run(["-s3", "-DateTimeOriginal", told.still]).text
    #expect(printed == "2026:11:21 04:40:05\n")
  }

  @Test("what would be no Live Photo all the same is not written")
  func limits() async throws {
    var bytes = pair.movie
    for index in stride(from: 4000, to: bytes.count - 6000, by: 97) { bytes[index] ^= 0xff }
    let report = try await repair(movie: bytes, names: ("IMG_1.HEIC", "IMG_1.MOV"))
    #expect(!report.isLivePhoto && report.changes == [] && report.unmended.map(\.rule) == [.decodes], "\(report.lines)")
    #expect(report.lines.contains { $0.hasPrefix("not mended: decodes") } && report.still == folder.path("IMG_1.HEIC"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("mended")))
  }

  @Test("files that are there are not replaced, and two stills are no pair")
  func taken() async throws {
    let report = try await repair(names: ("IMG_1.HEIC", "IMG_1.MOV"))
    await #expect {
      try await repair(names: ("IMG_1.HEIC", "IMG_1.MOV"))
    } throws: {
      ($0 as? LivePhotoError)?.code == .unwritable
    }
    await #expect {
      try await library.repair(RepairRequest(report.still, report.still, output: folder.path("x")))
    } throws: {
      ($0 as? LivePhotoError)?.code == .invalidSetting
    }
  }

  @Test("whole pairs need nothing, and one whose identifier was lost is mended")
  func phones() async throws {
    for pair in LivePhotoFixtures.pairs {
      let (still, movie) = (pair.still, pair.movie)
      let report = try await library.repair(RepairRequest(still, movie, output: folder.path("none")))
      #expect(report.changes == [] && report.isLivePhoto, "\(report.lines)")
      let file = try MovieReader().read(try FileBytes(movie))
      var editor = try MovieEditor(file, source: try FileBytes(movie))
      editor.removeTracks { $0.isStillImageTime }
      editor.setMetadata(MovieKey.contentIdentifier, nil)
      editor.setMetadata(MovieKey.creationDate, nil)
      let name = (movie as NSString).lastPathComponent
      let stripped = try folder.write(try editor.rope().contents(), as: name)
      let output = folder.path("mended-" + name)
      let mended = try await library.repair(RepairRequest(still, stripped, output: output))
      #expect(mended.isLivePhoto && mended.changes.count == 3, "\(mended.lines)")
      let time = try #require(mended.verdict.stillTime)
      let known = try #require(file.stillTime)
      // The movie is stabilised and the still is not: the picture most like it may lie a few further.
      #expect(abs(time.seconds - known.seconds) < 0.2, "\(time.seconds) for \(known.seconds)")
      #expect(try PairChecker.failures(mended.still, mended.movie, ["--phone"]) == [], "\(name)")
      #expect(try Self.packets(mended.movie) == Self.packets(movie))
    }
  }
}
