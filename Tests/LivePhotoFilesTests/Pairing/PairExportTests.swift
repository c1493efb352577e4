import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import Simulator
import TestSupport
import Testing

@testable import LivePhotoFiles

/// What services and phones leave behind, brought together again.
@Suite struct PairExportTests {
  private let export: ExportFolder

  init() throws { export = try ExportFolder() }

  @Test("Takeout: the movie of IMG(1) has the name of IMG, and the identifier tells")
  func numberedStillByIdentifier() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2))
    try export.add(one.still, "img_1234.jpg")
    try export.add(other.still, "img_1234(1).jpg")
    try export.add(other.movie, "img_1234.mov")
    let report = try await export.pair()
    try await export.expectPair("img_1234(1).jpg", "img_1234.mov", as: ("img_1234(1).jpg", "img_1234(1).MOV"))
    try export.expectKept("img_1234.jpg", because: "a still without a movie")
    #expect(report.isClear && report.counts == [.pair: 1, .kept: 1] && report.changedPairs == 1)
    // Only the name was wrong.
    #expect(try export.folder.read("out/img_1234(1).MOV") == other.movie)
  }

  @Test("a Motion Photo that verify calls broken is broken to pair, too, and kept as it is")
  func brokenMotionPhoto() async throws {
    let pair = try ExportFolder.pair(scene: 1)
    let movie = try Tampering.movie(pair.movie) { movie in
      try movie.change(SampleToChunkBox.self, at: ["mdia", "minf", "stbl"], track: 0) {
        $0.entries[0].descriptionIndex = 9
      }
    }
    for (name, movie) in [("good.MP.jpg", pair.movie), ("bad.MP.jpg", movie)] {
      let motion = try MotionPhoto.rope(
        still: ArrayBytes(pair.still, name: "still"), movie: ArrayBytes(movie, name: "movie"))
      try export.add(try motion.contents(), name)
    }
    let report = try await export.pair()
    #expect(report.counts == [.kept: 1, .broken: 1] && !report.isClear)
    #expect(
      report.lines[0].hasPrefix("0 pairs, 0 of them changed; 0 Motion Photos put together; 0 copies left out; 1 file "))
    let found = try export.finding("bad.MP.jpg")
    #expect(found.outcome == .broken && found.reason.contains("sampleTables"), "\(found.reason)")
    #expect(export.written == ["bad.MP.jpg", "good.MP.jpg"])
  }

  @Test("Takeout: without identifiers time and likeness tell, not the name", arguments: [true, false])
  func numberedStillByTime(isDated: Bool) async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 5000))
    try export.add(one.still, "img_1234.jpg")
    try export.add(other.still, "img_1234(1).jpg")
    try export.add(ExportedHalf.movie(other.movie, isDated: isDated), "img_1234.mp4")
    #expect(try await export.pair().isClear)
    let found = try await export.expectPair(
      "img_1234(1).jpg", "img_1234.mp4", as: ("img_1234(1).jpg", "img_1234(1).MOV"))
    let evidence = isDated ? "by name, time and likeness: 0.8 s into the movie; likeness " : "by name and likeness"
    #expect(found.reason.hasPrefix(evidence), "\(found.reason)")
    try export.expectKept("img_1234.jpg", because: isDated ? "taken" : "unlike")
  }

  @Test("Takeout: QuickTime named .MP4, and MP4 without an identifier")
  func quickTimeNamedMP4() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 60))
    try export.add(one.still, "IMG_1.JPG")
    try export.add(one.movie, "IMG_1.MP4")
    try export.add(other.still, "IMG_2.JPG")
    try export.add(ExportedHalf.movie(other.movie), "IMG_2.MP4")
    try await export.pair()
    try await export.expectPair("IMG_1.JPG", "IMG_1.MP4", as: ("IMG_1.JPG", "IMG_1.MOV"))
    #expect(try export.folder.read("out/IMG_1.MOV") == one.movie)
    let found = try await export.expectPair("IMG_2.JPG", "IMG_2.MP4", as: ("IMG_2.JPG", "IMG_2.MOV"))
    #expect(found.changes.contains { $0.contains("QuickTime") }, "\(found.changes)")
    #expect(export.written == ["IMG_1.JPG", "IMG_1.MOV", "IMG_2.JPG", "IMG_2.MOV"])
  }

  @Test(
    "Takeout: a date out of JSON, of whatever name, for files that have none",
    arguments: [
      ("IMG_1.jpg", "IMG_1.jpg.json"), ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"),
      ("IMG_1(2).jpg", "IMG_1.jpg(2).json"), ("IMG_1(2).jpg", "IMG_1.jpg.supplemental-meta(2).json"),
    ])
  func datesOfSidecars(names: (still: String, sidecar: String)) async throws {
    let pair = try ExportFolder.pair()
    try export.add(ExportedHalf.bareStill(pair.still), names.still)
    try export.add(ExportedHalf.movie(pair.movie, isDated: false), "IMG_1.MP4")
    try export.add(Self.sidecar(1_600_596_727), names.sidecar)
    #expect(try await export.pair().isClear)
    let stem = FileNames.stem(of: names.still)
    try await export.expectPair(names.still, "IMG_1.MP4", as: (names.still, stem + ".MOV"))
    let dates = try ForeignTool.exiftool.run([
      "-s3", "-d", "%s", "-DateTimeOriginal", "-OffsetTimeOriginal", export.folder.path("out/" + names.still),
    ])
    #expect(dates.lines.last == "+00:00", "\(dates.lines)")
    let date = try ForeignTool.exiftool.run(["-s3", "-DateTimeOriginal", export.folder.path("out/" + names.still)])
    #expect(date.lines == ["2020:09:20 10:12:07"])
    try export.expectKept(names.sidecar, because: "Google")
  }

  private static func sidecar(_ seconds: Int) -> [UInt8] {
    Array(#"{"title": "x", "photoTakenTime": {"timestamp": "\#(seconds)"}, "geoData": {"latitude": 1.5}}"#.utf8)
  }

  @Test("Takeout: JSON does not take the place of dates that files have")
  func sidecarsDoNotWin() async throws {
    let pair = try ExportFolder.pair()
    try export.add(pair.still, "IMG_1.jpg")
    try export.add(ExportedHalf.movie(pair.movie), "IMG_1.MP4")
    try export.add(Self.sidecar(1_000_000_000), "IMG_1.jpg.json")
    try await export.pair()
    let found = try await export.expectPair("IMG_1.jpg", "IMG_1.MP4", as: ("IMG_1.jpg", "IMG_1.MOV"))
    #expect(!found.changes.contains { $0.contains("date") }, "\(found.changes)")
  }

  @Test("Takeout: JSON tells the zone of a clock on the wall")
  func zonesOfSidecars() async throws {
    let pair = try ExportFolder.pair()
    try export.add(ExportedHalf.stillWithoutZone(pair.still), "IMG_1.jpg")
    try export.add(ExportedHalf.movie(pair.movie), "IMG_1.MP4")
    // A movie that was converted has its date in the header alone.
    try export.add(Self.sidecar(1_795_255_805), "IMG_1.jpg.json")
    try await export.pair()
    try await export.expectPair("IMG_1.jpg", "IMG_1.MP4", as: ("IMG_1.jpg", "IMG_1.MOV"))
  }

  @Test("Takeout: names cut short belong together, and so does their JSON")
  func namesCutShort() async throws {
    let pair = try ExportFolder.pair()
    let name = "a-very-long-name-of-an-event-that-somebody-gave-"
    try export.add(ExportedHalf.bareStill(pair.still), name.prefix(47) + ".jpg")
    try export.add(ExportedHalf.movie(pair.movie), name.prefix(46) + ".MP4")
    try export.add(Self.sidecar(1_795_255_805), name.prefix(46) + ".json")
    try await export.pair()
    try await export.expectPair(
      name.prefix(47) + ".jpg", name.prefix(46) + ".MP4", as: (name.prefix(47) + ".jpg", name.prefix(47) + ".MOV"))
  }

  @Test(
    "one movie for the original and the edited still: the original has it",
    arguments: ["IMG_1-edited.JPG", "IMG_E0001.JPG"])
  func editedWithoutMovie(edited: String) async throws {
    let pair = try ExportFolder.pair()
    let original = edited.hasPrefix("IMG_E") ? "IMG_0001" : "IMG_1"
    try export.add(pair.still, original + ".JPG")
    try export.add(ExportFolder.pair { $0.stillFrame = 20 }.still, edited)
    try export.add(pair.movie, original + ".MOV")
    #expect(try await export.pair().isClear)
    try await export.expectPair(original + ".JPG", original + ".MOV", as: (original + ".JPG", original + ".MOV"))
    try export.expectKept(edited, because: "fit each other better")
    #expect(try export.folder.read("out/\(original).JPG") == pair.still)
  }

  @Test("Apple: an edited version with a movie of its own is a pair of its own")
  func editedWithMovie() async throws {
    let pair = try ExportFolder.pair()
    let edited = try ExportFolder.pair { $0.frames = 40 }
    for (name, bytes) in [
      ("IMG_0001.JPG", pair.still), ("IMG_0001.MOV", pair.movie), ("IMG_E0001.JPG", edited.still),
      ("IMG_E0001.MOV", edited.movie),
    ] { try export.add(bytes, name) }
    #expect(try await export.pair().isClear)
    try await export.expectPair("IMG_0001.JPG", "IMG_0001.MOV", as: ("IMG_0001.JPG", "IMG_0001.MOV"))
    let found = try await export.expectPair("IMG_E0001.JPG", "IMG_E0001.MOV", as: ("IMG_E0001.JPG", "IMG_E0001.MOV"))
    #expect(found.changes.first?.contains("an identifier of its own") == true, "\(found.changes)")
    let identifiers = try ["IMG_0001.MOV", "IMG_E0001.MOV"].map {
      try ExportFolder.identifier(export.folder.path("out/" + $0))
    }
    #expect(identifiers[0] != identifiers[1])
  }

  @Test("iCloud: IMG_HEVC.MOV is the movie, and a recording of the still's name is not")
  func hevcSuffix() async throws {
    let (pair, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 90_000))
    try export.add(pair.still, "IMG_1234.JPG")
    try export.add(ExportedHalf.movie(pair.movie, isMP4: false), "IMG_1234_HEVC.MOV")
    try export.add(ExportedHalf.movie(other.movie, isMP4: false), "IMG_1234.MOV")
    #expect(try await export.pair().isClear)
    // The recording keeps its name: pairs are renamed as a whole.
    try await export.expectPair(
      "IMG_1234.JPG", "IMG_1234_HEVC.MOV", as: ("IMG_1234 (2).JPG", "IMG_1234 (2).MOV"))
    try export.expectKept("IMG_1234.MOV", because: "taken 25 h apart, and unlike")
  }

  @Test("Android: halves torn apart, of which the still says how long the video is, are one file again")
  func tornHalves() async throws {
    let torn = try ExportedHalf.torn(ExportFolder.pair())
    try export.add(torn.still, "PXL_20230604_172812686.MP.jpg")
    try export.add(torn.video, "PXL_20230604_172812686.MP")
    #expect(try await export.pair().counts == [.motionPhoto: 1])
    #expect(export.written == ["PXL_20230604_172812686.MP.jpg"])
    #expect(try export.folder.read("out/PXL_20230604_172812686.MP.jpg") == torn.whole)
  }

  @Test("Android: halves torn apart of which the service has changed one become a Live Photo")
  func tornAndChanged() async throws {
    let pair = try ExportFolder.pair { $0.hasIdentifier = false }
    let torn = try ExportedHalf.torn(pair)
    try export.add(torn.still, "PXL_2.MP.jpg")
    try export.add(ExportedHalf.movie(pair.movie), "PXL_2.mp4")
    #expect(try await export.pair().isClear)
    let found = try await export.expectPair("PXL_2.MP.jpg", "PXL_2.mp4", as: ("PXL_2.jpg", "PXL_2.MOV"))
    #expect(found.changes.contains { $0.contains("no longer announces") }, "\(found.changes)")
    let tags = try ForeignTool.exiftool.run(["-s", "-XMP:all", export.folder.path("out/PXL_2.jpg")])
    #expect(!tags.text.contains("MotionPhoto"), "\(tags.text)")
    // The phone's own word on where the still falls.
    #expect(found.changes.contains { $0.contains("still time 0.8 s, as given") }, "\(found.changes)")
  }

  @Test("Takeout: the video of a whole Motion Photo that lies beside it again is left out", arguments: [".MP", ".mp4"])
  func doubleVideo(tail: String) async throws {
    let torn = try ExportedHalf.torn(ExportFolder.pair())
    try export.add(torn.whole, "PXL_1.MP.jpg")
    try export.add(torn.video, "PXL_1" + tail)
    try export.add(torn.video.dropLast() + [1], "PXL_1.MP~2")
    let report = try await export.pair()
    #expect(report.counts == [.kept: 2, .copy: 1] && report.isClear)
    let reason = "the same bytes as the video inside \(export.folder.path("in/PXL_1.MP.jpg"))"
    #expect(try export.finding("PXL_1" + tail).reason == reason)
    #expect(export.written == ["PXL_1.MP.jpg", "PXL_1.MP~2"])
    try await export.pair(output: nil) { $0.isInPlace = true }
    #expect(try export.finding("PXL_1" + tail).reason == reason)
  }

  @Test("the same pair in several folders is written once, and told")
  func copies() async throws {
    let pair = try ExportFolder.pair()
    for place in ["2020/IMG_1", "album/IMG_1", "album/IMG_1(1)"] {
      try export.add(pair.still, place + ".JPG")
      try export.add(pair.movie, place + ".MOV")
    }
    let report = try await export.pair()
    #expect(report.counts == [.pair: 1, .copy: 2] && report.isClear && report.changedPairs == 0)
    #expect(export.written == ["2020/IMG_1.JPG", "2020/IMG_1.MOV"])
    #expect(try export.finding("album/IMG_1.JPG").reason.contains("the same bytes as"))
  }

  @Test("a movie that only has the name of a still gets another, so that programs that go by names agree")
  func strangers() async throws {
    let pair = try ExportFolder.pair()
    var recipe = SamplePair.Recipe()
    (recipe.identifier, recipe.scene) = ("2F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A79", 11)
    try export.add(pair.still, "IMG_1.JPG")
    try export.add(try SamplePair(recipe).movie, "IMG_1.MP4")
    let report = try await export.pair()
    #expect(report.counts == [.kept: 2] && report.isClear)
    #expect(export.written == ["IMG_1 (video).MP4", "IMG_1.JPG"])
    #expect(try export.finding("IMG_1.MP4").reason.contains("so that nobody pairs it"))
    let survey = try await Survey([export.folder.path("out")], effort: .none)
    #expect(survey.verdict.pairs == 0 && survey.verdict.stillsAlone == 1 && survey.verdict.moviesAlone == 1)
  }

  @Test("a half that is there twice is left out, and no half of anything; another version of it is kept")
  func doubleHalf() async throws {
    let pair = try ExportFolder.pair()
    try export.add(pair.still, "IMG_1.JPG")
    try export.add(pair.movie, "IMG_1.MOV")
    try export.add(pair.still, "IMG_1(1).JPG")
    try export.add(pair.still + [0], "IMG_1(2).JPG")
    let report = try await export.pair()
    #expect(report.counts == [.pair: 1, .copy: 1, .kept: 1])
    #expect(export.written == ["IMG_1(2).JPG", "IMG_1.JPG", "IMG_1.MOV"])
    #expect(try export.finding("IMG_1(1).JPG").reason.contains("the same bytes as"))
  }

  @Test("one identifier of different files in several folders: pairs, not halves, each with its own")
  func doubles() async throws {
    let (one, other) = (try ExportFolder.pair(), try ExportFolder.pair { $0.frames = 40 })
    for (place, pair) in [("a", one), ("b", other)] {
      try export.add(pair.still, place + "/IMG_1.JPG")
      try export.add(pair.movie, place + "/IMG_1.MOV")
    }
    #expect(try await export.pair().isClear)
    try await export.expectPair("a/IMG_1.JPG", "a/IMG_1.MOV", as: ("a/IMG_1.JPG", "a/IMG_1.MOV"))
    try await export.expectPair("b/IMG_1.JPG", "b/IMG_1.MOV", as: ("b/IMG_1.JPG", "b/IMG_1.MOV"))
    let identifiers = try ["a", "b"].map { try ExportFolder.identifier(export.folder.path("out/\($0)/IMG_1.MOV")) }
    #expect(identifiers[0] != identifiers[1])
  }

  @Test(
    "the beginning of a movie whose description comes first is no half: a whole pair keeps its identifier beside it",
    arguments: [["IMG_1", "IMG_1", "IMG_1(1)"], ["IMG_1(1)", "IMG_1(1)", "IMG_1"], ["IMG_1", "IMG_1(1)", "IMG_1"]])
  func partOfMovie(names: [String]) async throws {
    let pair = try ExportFolder.pair()
    let movie = try ExportedHalf.withDescriptionFirst(pair.movie)
    try export.add(pair.still, names[0] + ".JPG")
    try export.add(movie, names[1] + ".MOV")
    try export.add(Array(movie.prefix(movie.count * 3 / 4)), names[2] + ".MOV")
    // A copy of the still beside the part, too.
    if names[2] != names[0] { try export.add(pair.still, names[2] + ".JPG") }
    _ = try await export.pair()
    let found = try export.finding(names[1] + ".MOV")
    #expect(found.outcome == .pair && found.files.count == 2, "\(found.lines)")
    #expect(!found.changes.contains { $0.contains("identifier") }, "\(found.changes)")
    try export.expectKept(names[2] + ".MOV", .broken, because: "Its end is missing")
    if names[2] != names[0] { #expect(try export.finding(names[2] + ".JPG").outcome == .copy) }
  }

  @Test("a still with a broken movie is kept as a still")
  func brokenMovie() async throws {
    let (pair, other) = (try ExportFolder.pair(), try ExportFolder.pair(scene: 9, later: 40))
    try export.add(pair.still, "IMG_1.JPG")
    try export.add(Array(pair.movie.prefix(pair.movie.count / 2)), "IMG_1.MOV")
    try export.add(other.still, "IMG_2.JPG")
    // Its tables are whole and its pictures are not.
    try export.add(Self.withZeros(other.movie), "IMG_2.MOV")
    let report = try await export.pair()
    #expect(!report.isClear && report.counts == [.kept: 2, .broken: 2])
    try export.expectKept("IMG_1.JPG", because: "a still, because its movie IMG_1.MOV is broken")
    try export.expectKept("IMG_1.MOV", .broken, because: "The movie cannot be read")
    try export.expectKept("IMG_2.JPG", because: "a still, because its movie IMG_2.MOV is broken")
    try export.expectKept("IMG_2.MOV", .broken, because: "decodes")
    // Whatever looks at it, the file is named once.
    #expect(!export.findings.contains { $0.reason.contains("/in/IMG_2.MOV:") })
    try export.add(Self.withoutTables(other.movie), "IMG_2.MOV")
    try await export.pair(output: nil)
    #expect(try !export.finding("IMG_2.MOV").reason.contains("IMG_2.MOV:"))
  }

  private static func withZeros(_ movie: [UInt8]) -> [UInt8] {
    var bytes = movie
    for index in 2000..<(movie.count * 3 / 4) { bytes[index] = 0 }
    return bytes
  }

  private static func withoutTables(_ movie: [UInt8]) throws -> [UInt8] {
    var bytes = movie
    let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "stsz".utf8) })
    bytes[table + 11] = 0xff
    return bytes
  }

  @Test("a name alone does not outweigh dates and pictures that contradict it")
  func namesAlone() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 90_000))
    try export.add(one.still, "IMG_0001.JPG")
    try export.add(ExportedHalf.movie(other.movie), "IMG_0001.MP4")
    #expect(try await export.pair().counts == [.kept: 2])
    try export.expectKept("IMG_0001.JPG", because: "taken 25 h apart, and unlike")
  }

  @Test("what is in doubt is told and left alone")
  func doubt() async throws {
    let (one, other) = (try ExportFolder.pair(), try ExportFolder.pair(later: 90_000))
    try export.add(one.still, "IMG_0001.JPG")
    try export.add(ExportedHalf.movie(other.movie), "IMG_0001.MP4")
    let report = try await export.pair()
    #expect(!report.isClear && report.counts == [.doubt: 2])
    try export.expectKept("IMG_0001.JPG", .doubt, because: "taken 25 h apart, and yet alike")
  }

  @Test("names that have nothing in common: time and likeness together")
  func withoutNames() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 1))
    try export.add(one.still, "beach.JPG")
    try export.add(other.still, "sea.JPG")
    try export.add(ExportedHalf.movie(one.movie), "0815.mp4")
    #expect(try await export.pair().isClear)
    let found = try await export.expectPair("beach.JPG", "0815.mp4", as: ("beach.JPG", "beach.MOV"))
    #expect(found.reason.hasPrefix("by time and likeness"), "\(found.reason)")
    try export.expectKept("sea.JPG", because: "a still without a movie")
  }

  @Test("a folder's successor is complete: what is no pair is there as it was, and names do not collide")
  func complete() async throws {
    let (one, other) = (try ExportFolder.pair(scene: 1), try ExportFolder.pair(scene: 2, later: 500))
    try export.add(one.still, "IMG_1.JPG")
    try export.add(one.movie, "IMG_2.MOV")
    try export.add(other.still, "IMG_2.JPG")
    try export.add(other.movie, "IMG_1.MOV")
    let others = ["notes.txt": Array("words".utf8), "deep/er/x.gif": Array("GIF89a".utf8), "empty.jpg": []]
    for (name, bytes) in others { try export.add(bytes, name) }
    let motion = try ExportedHalf.torn(one).whole
    try export.add(motion, "whole.MP.jpg")
    let report = try await export.pair()
    try await export.expectPair("IMG_1.JPG", "IMG_2.MOV", as: ("IMG_1.JPG", "IMG_1.MOV"))
    try await export.expectPair("IMG_2.JPG", "IMG_1.MOV", as: ("IMG_2.JPG", "IMG_2.MOV"))
    for (name, bytes) in others { #expect(try export.folder.read("out/" + name) == bytes) }
    try export.expectKept("whole.MP.jpg", because: "Motion Photo")
    try export.expectKept("empty.jpg", .broken, because: "empty")
    #expect(report.counts == [.pair: 2, .kept: 3, .broken: 1])
    #expect(export.written.count == 8)
  }

  @Test("a dry run tells the same and writes nothing; a second run into one folder is refused")
  func runs() async throws {
    let pair = try ExportFolder.pair()
    try export.add(pair.still, "IMG_1.JPG")
    try export.add(pair.movie, "IMG_1.MP4")
    let dry = try await export.pair(output: nil)
    let told = export.findings
    #expect(export.written == [] && told.map(\.written) == [["IMG_1.JPG", "IMG_1.MOV"]])
    let report = try await export.pair()
    #expect(report.counts == dry.counts && export.findings.map(\.reason) == told.map(\.reason))
    let error = await #expect(throws: LivePhotoError.self) { try await export.pair() }
    #expect(error?.code == .unwritable && error?.context == export.folder.path("out"))
    #expect(export.written == ["IMG_1.JPG", "IMG_1.MOV"])
  }
}
