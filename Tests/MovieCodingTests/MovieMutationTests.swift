import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// Damage of every kind, the same in every run: whatever is asked of a movie, it answers or says what is wrong.
@Suite(.sweep) struct MovieMutationTests {
  /// Everything that can be asked of a movie, and a rewriting of it; whether it was read.
  private static func exercise(_ bytes: [UInt8]) -> Bool {
    let source = ArrayBytes(bytes, name: "movie")
    do throws(MovieError) {
      let file = try MovieReader().read(source)
      _ = (file.stillTime, file.contentIdentifier, file.length, file.structure().count)
      for track in file.tracks {
        _ = try track.chunks()
        _ = try file.shownSamples(of: track)
      }
      var editor = try MovieEditor(file, source: source)
      editor.setMetadata(MovieKey.contentIdentifier, text: SampleMovie.identifier)
      editor.setContainer(.quickTime)
      try editor.setStillTime(.zero)
      let rope = try editor.rope()
      // No sample is made up: two headers, a new track and new tables for fragments are all that may be added.
      #expect(rope.count < 40 * bytes.count + 100_000)
      return true
    } catch {
      #expect(!error.description.isEmpty)
      return false
    }
  }

  /// A movie of fragments and one of tables, small enough to be damaged everywhere.
  private static func movie(_ switches: [String]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=32x32:rate=10:duration=0.8", "-f", "lavfi", "-i",
        "sine=duration=0.3", "-c:v", "libx264", "-bf", "2", "-g", "4", "-c:a", "aac", "-b:a", "24k",
      ] + switches + [folder.path("small.mp4")])
    return try folder.read("small.mp4")
  }

  private static let switches: [[String]] = [
    [], ["-movflags", "frag_keyframe+empty_moov"], ["-movflags", "faststart"],
  ]

  @Test("numbers of the description, one to three at a time", arguments: switches)
  func numbers(_ switches: [String]) throws {
    let bytes = try Self.movie(switches)
    let file = try MovieReader().read(bytes)
    let places = file.outline.filter { ["moov", "moof"].contains($0.header.type.description) }
      .flatMap { $0.offset..<$0.offset + 8 + Int($0.header.payloadSize) }
    #expect(Self.exercise(bytes))
    var random = SeededRandom(seed: 0x6d6f_7669)
    let values: [UInt32] = [0, 1, 2, 7, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x4000_0000]
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<600 {
      var copy = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = min(places.randomElement(using: &random)!, copy.count - 4)
        if Bool.random(using: &random) {
          copy[place] = UInt8.random(in: 0...255, using: &random)
        } else {
          let value = values.randomElement(using: &random)!
          for index in 0..<4 { copy[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        }
      }
      if Self.exercise(copy) { outcomes.read += 1 } else { outcomes.refused += 1 }
    }
    #expect(outcomes.read > 20 && outcomes.refused > 20)
  }

  @Test("a file that ends anywhere, or in which a piece is missing or comes twice", arguments: switches)
  func pieces(_ switches: [String]) throws {
    let bytes = try Self.movie(switches)
    var random = SeededRandom(seed: 0x7069_6563)
    for _ in 0..<150 {
      let (first, second) = (
        Int.random(in: 0..<bytes.count, using: &random), Int.random(in: 0..<bytes.count, using: &random)
      )
      let (low, high) = (min(first, second), max(first, second))
      _ = Self.exercise(Array(bytes[..<first]))
      _ = Self.exercise(Array(bytes[..<low] + bytes[high...]))
      _ = Self.exercise(Array(bytes[..<high] + bytes[low...]))
    }
    // A description that was cut off is told from one that was read.
    let file = try MovieReader().read(bytes)
    let movie = try #require(file.outline.first { $0.header.type == "moov" })
    for end in movie.offset..<movie.offset + Int(movie.header.payloadSize) where end.isMultiple(of: 13) {
      #expect(throws: MovieError.self) { try MovieReader().read(Array(bytes[..<end])) }
    }
  }

  @Test(
    "movies as files with a damaged description",
    arguments: MovieFixtures.paths)
  func phones(_ path: String) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let movie = try #require(try MovieReader().read(bytes).outline.first { $0.header.type == "moov" })
    var random = SeededRandom(seed: 0x7068_6f6e)
    var refused = 0
    for _ in 0..<120 {
      let place = Int.random(in: movie.offset..<bytes.count, using: &random)
      let old = bytes[place]
      bytes[place] = [0, 1, 0x7f, 0xff, old ^ 0x20].randomElement(using: &random)!
      let source = ArrayBytes(bytes, name: "phone")
      do throws(MovieError) {
        let file = try MovieReader().read(source)
        _ = (file.stillTime, file.contentIdentifier)
        _ = try file.shownFrames()
        _ = try MovieEditor(file, source: source).rope()
      } catch {
        #expect(error.description.contains("phone"))
        refused += 1
      }
      bytes[place] = old
    }
    #expect((1..<120).contains(refused))
  }

  @Test("what a small file announces is not believed")
  func announcements() throws {
    func fragment(_ run: [UInt8], header: [UInt8]) -> [UInt8] {
      MovieSurgery.box(
        "moof", MovieSurgery.box("traf", MovieSurgery.box("tfhd", header) + MovieSurgery.box("trun", run)))
    }
    let big = MovieSurgery.big
    let start = try ContainerBox("moov", [MovieHeaderBox(timescale: 600, duration: 0, nextTrackID: 2)]).encoded()
    // Two thousand million samples of which nothing is said, in the file itself or behind it.
    for count in [0x7fff_ffff, 0xffff_ffff, 70_000] {
      let bytes = start + fragment(big(0) + big(count), header: big(0x20000) + big(1))
      let error = try #require(throws: MovieError.self) { try MovieReader().read(bytes) }
      #expect(error.code == .tooLarge && error.description.contains("moof"))
    }
    // A box that says it has more than there is.
    let error = try #require(throws: MovieError.self) {
      try MovieReader().read(start[..<4].map { _ in 0x7f } + start[4...])
    }
    #expect(error.description.contains("moov"))
  }
}
