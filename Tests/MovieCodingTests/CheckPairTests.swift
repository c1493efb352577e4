import ByteCoding
import Foundation
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// The independent checker `Tests/Tools/check_pair.py`, on a pair that is right and on pairs that are not.
struct CheckPairTests {
  private let folder: TemporaryFolder
  private let writer: MovieWriter
  private let movie: String

  private static let taken = "2026:11:21 04:40:06"

  init() throws {
    let streams = try EncodedStreams.shared.get()
    folder = try TemporaryFolder()
    writer = try MovieWriter(SampleMovie.movie(streams, audio: SampleMovie.aac(streams)))
    movie = try folder.write(writer.rope.contents(), as: "IMG_0001.MOV")
  }

  private func still(
    identifier: String = SampleMovie.identifier, taken: String = Self.taken, filter: String = "null",
    hasExif: Bool = true, name: String = "IMG_0001.JPG"
  ) throws -> String {
    let bytes = try CheckedStill.bytes(
      identifier: identifier, taken: taken, offset: "-05:30", pictureOf: movie,
      at: writer.stillTime.seconds, filter: filter, hasExif: hasExif)
    return try folder.write(bytes, as: name)
  }

  /// The rules that failed, and those that passed.
  private func check(_ still: String, _ movie: String, _ options: [String] = []) throws -> (
    failed: [String], passed: [String], status: Int32
  ) {
    let script = Project.path("Tests/Tools/check_pair.py")
    let run = try ForeignTool.python.attempt(["-B", script, still, movie, "--json"] + options)
    let rules = try #require(
      try JSONSerialization.jsonObject(with: Data(run.bytes)) as? [[String: String]], "\(run.errors)")
    func numbers(_ status: String) -> [String] { rules.filter { $0["status"] == status }.compactMap { $0["rule"] } }
    return (numbers("FAIL"), numbers("PASS"), run.status)
  }

  private var expectations: [String] {
    [
      "--duration", "\(writer.duration.seconds)", "--pre-roll", "\(writer.stillTime.seconds)", "--post-roll",
      "\((writer.duration - writer.stillTime).seconds)", "--tolerance", "0.001", "--audio", "yes", "--identifier",
      SampleMovie.identifier,
    ]
  }

  @Test("a pair that is right passes every rule")
  func right() throws {
    let result = try check(try still(), movie, expectations)
    #expect(result.failed == [] && result.status == 0)
    #expect(result.passed.count == 25)
  }

  @Test("a still of another pair fails where the identifiers are compared")
  func otherIdentifier() throws {
    let other = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"
    let result = try check(try still(identifier: other), movie)
    #expect(result.failed == ["12", "15a"] && result.status == 1)
  }

  @Test("a still taken at another time, or under a wrong name or identifier fails")
  func wrongStill() throws {
    #expect(try check(try still(taken: "2026:11:21 04:40:04"), movie).failed == ["8"])
    #expect(try check(try still(taken: "2026:11:21 04:40:08"), movie).failed == ["8"])
    #expect(try check(try still(name: "IMG_0002.HEIC"), movie).failed == ["9"])
    #expect(
      try check(try still(identifier: "not-a-uuid-but-of-the-same-length-36"), movie).failed == ["11", "12", "15a"])
  }

  @Test("a still of something else, of another shape, or without Exif fails")
  func otherPicture() throws {
    #expect(try check(try still(filter: "negate"), movie).failed == ["14"])
    #expect(try check(try still(filter: "scale=240:240"), movie).failed == ["13"])
    #expect(try check(try still(filter: "transpose=1"), movie).failed == ["13", "14"])
    #expect(try check(try still(hasExif: false), movie).failed == ["8", "10", "11", "12", "15a"])
  }

  @Test("expectations that are not met fail, each by its own rule")
  func expectationsNotMet() throws {
    let still = try still()
    let wrong = ["--duration", "1", "--still-time", "0.2", "--post-roll", "1.5", "--audio", "no"]
    #expect(try check(still, movie, wrong + ["--identifier", "X"]).failed == ["E1", "E2", "E3", "E4", "E6"])
  }

  @Test("a movie with a byte changed where it matters fails")
  func damagedMovie() throws {
    let still = try still()
    let good = try writer.rope.contents()
    /// The last of the places with that text is meant, or another one counted from there.
    func failed(
      _ text: String, fromLast number: Int = 0, shift: Int, to value: UInt8, _ options: [String] = ["--without-tools"]
    ) throws -> [String] {
      let pattern = Array(text.utf8)
      let places = good.indices.filter { good[$0] == pattern[0] && good[$0...].starts(with: pattern) }
      let start = try #require(places.dropLast(number).last)
      var bytes = good
      bytes[start + shift] = value
      return try check(still, try folder.write(bytes, as: "damaged.MOV"), options).failed
    }
    #expect(try failed("still-image-time", shift: 0, to: 0x53).contains("5"))
    #expect(try failed("dtyp", shift: 11, to: 66) == ["5"])
    #expect(try failed("cdsc", shift: 7, to: 2) == ["7"])
    #expect(try failed("mebx", shift: -4, to: 1).count > 3)
    #expect(try failed("mvhd", shift: 103, to: 1) == ["2b"])
    #expect(try failed("stco", shift: 8, to: 0xff) == ["2a", "5"])
    #expect(try failed("avc1", shift: 3, to: 0x58).contains("3a"))
    #expect(try failed(SampleMovie.identifier, shift: 0, to: 0x58) == ["4", "12"])
    #expect(try failed("elst", shift: 12, to: 0x7f) == ["6"])
    #expect(try failed("elst", fromLast: 1, shift: 12, to: 0x7f, ["--without-tools", "--audio", "yes"]) == ["E5"])
    #expect(try failed("mdat", shift: 4, to: 0xff, []) == ["3b"])
  }

  @Test("a movie that is cut off fails, and so does a text")
  func noMovie() throws {
    let still = try still()
    let cut = try folder.write(Array(try writer.rope.contents().dropLast(100)), as: "cut.MOV")
    #expect(try check(still, cut, ["--without-tools"]).failed.contains("1"))
    let text = try folder.write(Array("no movie at all, but a text".utf8), as: "text.MOV")
    #expect(try check(text, text, ["--without-tools"]).status == 1)
  }

  @Test("pairs as files pass, those of phones as far as the rules apply to them")
  func phones() throws {
    let pairs = LivePhotoFixtures.pairs
    #expect(!pairs.isEmpty)
    for pair in pairs { #expect(try check(pair.still, pair.movie, ["--phone"]).failed == [], "\(pair)") }
  }
}
