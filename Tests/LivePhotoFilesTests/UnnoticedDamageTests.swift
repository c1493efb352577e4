import ByteCoding
import FileStorage
import Foundation
import MediaCore
import MovieCoding
import TestSupport
import Testing
import VideoCoding

@testable import ISOBoxes
@testable import LivePhotoFiles
@testable import StillCoding

/// What verifying tells of damage that no decoder complains about, and of files that are not what they should be.
@Suite struct UnnoticedDamageTests: DamagedStillSuite {
  private func metadata(_ seconds: Int64 = 1_795_255_805) -> StillMetadata {
    StillMetadata(
      date: WallTime(secondsSince1970: seconds, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux", model: "Blocks",
      software: "livecam", orientation: .up)
  }

  private func still(_ metadata: StillMetadata) throws -> [UInt8] { try JPEGStill.embedding(metadata, in: jpeg()) }

  // MARK: What was written over pictures

  private static let text = {
    var random = SeededRandom(seed: 4)
    return (0..<512).map { _ in UInt8.random(in: 0x20...0x7e, using: &random) }
  }()

  @Test("plain text over a sector of a JPEG's picture is told with its place")
  func textInJPEG() async throws {
    let bytes = try jpeg()
    try await expectGood(bytes, as: "A.JPG")
    var holed = bytes
    holed.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 512, with: Self.text)
    try await expectBroken(holed, as: "A.JPG", says: "The plain text at byte")
  }

  @Test("a progressive JPEG that lacks its last scans, and has an end, is broken")
  func lastScans() async throws {
    let folder = try TemporaryFolder()
    let plain = try folder.write(jpeg(), as: "plain.jpg")
    let code = "import cv2, sys; cv2.imwrite(sys.argv[2], cv2.imread(sys.argv[1]), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])"
    // OpenCV is installed for Debian's Python, which need not be the first one.
    _ = try ForeignTool("env", package: "coreutils").run([
      "/usr/bin/python3", "-c", code, plain, folder.path("new.jpg"),
    ])
    let bytes = try ByteRope(FileBytes(folder.path("new.jpg"))).contents()
    try await expectGood(bytes, as: "A.JPG")
    let scans = try JPEGSegments(bytes).segments.filter { $0.marker == 0xda }
    #expect(scans.count > 6)
    for count in [1, 3, scans.count - 1] {
      let cut = Array(bytes[..<scans[count].range.lowerBound]) + [0xff, 0xd9]
      try await expectBroken(cut, as: "A.JPG", PictureEffort.allCases, says: "lacks the last of its scans")
    }
  }

  @Test("a JPEG without its first two bytes is told as such, and not as one behind something else")
  func startOfImage() async throws {
    let bytes = try still(metadata())
    try await expectBroken(Array(bytes.dropFirst(2)), as: "A.JPG", says: "its first two bytes, which are gone")
  }

  @Test(
    "text, and patterns of any period, over a sector of a HEIC's picture are told", arguments: [0, 20, 24, 48, 255])
  func sectorOfHEIC(period: Int) async throws {
    var bytes = try DamagedStills.heic.get()
    var random = SeededRandom(seed: 3)
    let pattern = (0..<max(1, period)).map { _ in UInt8.random(in: 4...255, using: &random) }
    let sector = period == 0 ? Self.text : (0..<512).map { pattern[$0 % period] }
    let picture = try #require(bytes.firstRange(of: try codedPicture(bytes)))
    bytes.replaceSubrange(picture.dropFirst(picture.count / 2).prefix(512), with: sector)
    try await expectBroken(bytes, as: "A.HEIC", says: period == 0 ? "is plain text" : "repeats one pattern")
  }

  @Test(
    "sound that is silent to the last bit is warned of, where all of it is decoded",
    arguments: ["0", "1e-3", "'if(gt(t,0.5),0,0.1)':eval=frame"])
  func silence(volume: String) async throws {
    let folder = try TemporaryFolder()
    _ = try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=160x120", "-f", "lavfi", "-i",
      "sine=d=1,volume=precision=float:volume=\(volume)", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
      folder.path("A.MOV"),
    ])
    let survey = try await Survey([folder.path], effort: .full)
    let result = survey.findings.first?.results.first { $0.rule == .decodes }
    #expect(result?.status == (volume == "1e-3" ? .pass : .warning), "\(String(describing: result))")
  }

  // MARK: Metadata

  @Test("Exif, XMP and colour profiles behind other markers than theirs are warned of", arguments: [0, 1, 2])
  func misplaced(part: Int) async throws {
    let start = ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0", "ICC_PROFILE\0"][part]
    let segment = JPEGMarker(code: 0xe9).segment(Array(start.utf8) + [UInt8](repeating: 7, count: 40))
    let bytes = try still(metadata())
    try await expectWarning(
      bytes.prefix(2) + segment + bytes.dropFirst(2), as: "A.JPG", says: "stands behind the marker 0xFFE9")
  }

  @Test(
    "dates that no photo was taken at are warned of", arguments: [(3_376_684_800, "in the future"), (3600, "clock")])
  func impossibleDate(seconds: Int64, says: String) async throws {
    try await expectWarning(still(metadata(seconds)), as: "A.JPG", says: says)
    var recipe = SamplePair.Recipe()
    recipe.begins = WallTime(secondsSince1970: seconds, nanosecond: 0, utcOffsetSeconds: 0)
    let dates = try dates(SamplePair(recipe).movie)
    #expect(dates.status == .warning && dates.found.contains(says), "\(dates)")
  }

  @Test("a header with the date of an unset clock is warned of beside a date that is another one")
  func header() throws {
    func movie(_ seconds: UInt64) throws -> [UInt8] {
      try Tampering.movie(SamplePair.good.get().movie) {
        try $0.change(MovieHeaderBox.self) { $0.creationTime = seconds }
      }
    }
    // That of a later edit.
    #expect(try !dates(movie(4_000_000_000)).found.contains("mvhd"))
    let lost = try dates(movie(0))
    #expect(lost.status == .warning && lost.found.contains("(mvhd) has lost its date"), "\(lost)")
    // Some programs write none at all.
    let undated = try Tampering.movie(movie(0)) { file in
      for track in 0..<2 { try file.change(TrackHeaderBox.self, track: track) { $0.creationTime = 0 } }
    }
    #expect(try !dates(undated).found.contains("mvhd"))
    // 1904 and 2001.
    for seconds in [5, 3_061_152_060] as [UInt64] {
      let dates = try dates(movie(seconds))
      #expect(dates.status == .warning && dates.found.contains("the movie's header (mvhd)"), "\(dates)")
    }
  }

  private func dates(_ movie: [UInt8]) throws -> RuleResult {
    let file = try MovieReader().read(ArrayBytes(movie, name: "A.MOV"))
    let facts = StillFacts(kind: .jpeg, date: DateReading("2026-11-21T04:40:06-05:30"))
    return try #require(PairRules(still: facts, movie: file).results.first { $0.rule == .dates })
  }

  @Test("a maker's name that is no text is warned of")
  func make() async throws {
    var bytes = try still(metadata())
    let place = try #require(bytes.firstRange(of: Array("Linux".utf8)))
    bytes.replaceSubrange(place, with: [1, 0x8f, 2, 0xfe, 3])
    try await expectWarning(bytes, as: "A.JPG", says: "tag 0x10f is to be text")
  }

  @Test(
    "a list in Apple's maker note that has lost its name is warned of",
    .enabled(if: !LivePhotoFixtures.paths(".heic").filter { $0.hasSuffix("IMG_3853.HEIC") }.isEmpty))
  func makerNote() throws {
    let path = try #require(LivePhotoFixtures.paths(".heic").first { $0.hasSuffix("IMG_3853.HEIC") })
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try oddities(bytes) == [])
    let note = try #require(bytes.firstRange(of: AppleMakerNote.identifier)).lowerBound
    let list = try #require(bytes[note...].firstRange(of: Array("bplist".utf8)))
    bytes[list.lowerBound + 3] ^= 0x20
    let found = try oddities(bytes)
    #expect(found.contains { $0.contains("property list of tag 0x3") }, "\(found)")
  }

  @Test("a gain map whose name is misspelt is warned of, and other auxiliary pictures are not")
  func gainMapName() async throws {
    func named(_ name: String) throws -> [UInt8] {
      let heic = try DamagedStills.heic.get()
      let (primary, tile, record) = (try primary(heic), try codedPicture(heic), try record(heic))
      return try Tampering.heic(heic) { meta in
        meta.addItem(101, "hvc1", tile)
        meta.addProperties(101, [HEIFSpatialExtentsBox(width: 128, height: 96), record])
        meta.refer("auxl", 101, to: [primary])
        meta.addProperties(101, [HEIFAuxiliaryTypeBox(name: name)])
      }
    }
    for name in ["2020:aux:hdrgainmap", "2031:aux:hdrgainmap", "2020:aux:semanticskymatte"] {
      try await expectGood(named("urn:com:apple:photo:" + name), as: "A.HEIC", [.none])
    }
    for name in ["2020:aux:hdrgainmpa", "2020:aux:hdrgainma", "2020:auk:hdrgainmap"] {
      try await expectWarning(
        named("urn:com:apple:photo:" + name), as: "A.HEIC", [.none], says: "programs do not find the gain map")
    }
  }

  @Test("pictures that end long before their edits do are warned of")
  func wrongClock() throws {
    let movie = try Tampering.movie(SamplePair.good.get().movie) {
      try $0.change(MediaHeaderBox.self, at: ["mdia"], track: 0) { $0.timescale = $0.timescale * 5 / 4 }
    }
    let source = ArrayBytes(movie, name: "A.MOV")
    let rules = TrackRules(file: try MovieReader().read(source), source: source)
    let times = try #require(rules.results.first { $0.rule == .times })
    #expect(times.status == .warning && times.found.contains("its timescale (mdhd)"), "\(times)")
  }

  // MARK: Files that are something else

  @Test("what servers and packers make of files is told as such, with what to do")
  func strangers() async throws {
    let still = try still(metadata())
    let page = Array("\n<!DOCTYPE html>\n<html><body>404</body></html>".utf8)
    let cases: [([UInt8], String)] = [
      ([0x1f, 0x8b, 8, 0, 0, 0, 0, 0] + still, "gunzip"), (page, "web page"),
      (Array("1f40\r\n".utf8) + still, "chunked coding"),
    ]
    for (bytes, says) in cases {
      for name in ["A.HEIC", "A.MOV"] { try await expectBroken(bytes, as: name, PictureEffort.allCases, says: says) }
    }
  }
}
