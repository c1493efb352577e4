import ByteCoding
import FileStorage
import Foundation
import MediaCore
import MovieCoding
import StillCoding
import Synchronization
import TestSupport
import Testing

@testable import LivePhotoFiles

extension PairReport {
  fileprivate var still: String { files[0].path }
  fileprivate var movie: String { files[1].path }
}

@Suite struct EditPairTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func edit(
    _ pair: LivePhotoFixtures.Pair, byMovie: Bool = false, _ change: (inout EditRequest) -> Void
  ) async throws -> PairReport {
    var request = EditRequest(pair: byMovie ? pair.movie : pair.still)
    request.output = folder.path
    change(&request)
    let told = Mutex<[Double]>([])
    let report = try await LivePhotoFiles().edit(request) { fraction in told.withLock { $0.append(fraction) } }
    let fractions = told.withLock { $0 }
    #expect(fractions == fractions.sorted() && fractions.last == 1 && fractions.filter { $0 == 1 }.count == 1)
    let tags = try PairProbe.tags(report.still)
    #expect(tags["[Apple] MediaGroupUUID"] == report.identifier)
    #expect(try PairProbe.tags(report.movie)["[Keys] ContentIdentifier"] == report.identifier)
    let movie = try MovieReader().read(FileBytes(report.movie))
    #expect(movie.stillTime == report.stillTime)
    #expect(abs((movie.length - report.duration).seconds) < 0.002)
    #expect(try movie.contentIdentifier != MovieReader().read(FileBytes(pair.movie)).contentIdentifier)
    return report
  }

  /// A picture of a file as seen, small and grey, by ffmpeg: of a movie the first that is shown at a time or later.
  private func look(_ path: String, at time: Double? = nil) throws -> [UInt8] {
    var source = path
    if path.lowercased().hasSuffix("heic") {
      source = folder.path("look-\(abs(path.hashValue)).png")
      if !FileManager.default.fileExists(atPath: source) {
        _ = try ForeignTool("heif-convert", package: "libheif-examples").attempt([path, source])
      }
    }
    return try ForeignTool.ffmpeg.attempt(
      ["-v", "error", "-i", source] + (time.map { ["-ss", "\($0)"] } ?? []) + [
        "-frames:v", "1", "-vf", "scale=64:64:flags=area,format=gray", "-f", "rawvideo", "-",
      ]
    ).bytes
  }

  private func distance(_ left: [UInt8], _ right: [UInt8]) -> Double {
    guard left.count == right.count, !left.isEmpty else { return .infinity }
    return Double(zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(left.count)
  }

  @Test("files of one name with two identifiers are refused, unless they are known to be of one photo")
  func mixUp() async throws {
    let pair = try SamplePair.good.get()
    var recipe = SamplePair.Recipe()
    recipe.identifier = "11111111-2222-3333-4444-555555555555"
    var request = EditRequest(pair: try folder.write(pair.still, as: "A.JPG"))
    try folder.write(SamplePair(recipe).movie, as: "A.MOV")
    (request.output, request.removesLocation) = (folder.path("edited"), true)
    do {
      _ = try await LivePhotoFiles().edit(request) { _ in }
      Issue.record("a pair was made of the halves of two photos")
    } catch let error as LivePhotoError {
      #expect(error.code == .mismatched && error.message.contains("two photos"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("edited")))
    request.areOfOnePhoto = true
    _ = try await LivePhotoFiles().edit(request) { _ in }
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func muting(_ pair: LivePhotoFixtures.Pair) async throws {
    let report = try await edit(pair) { $0.removesSound = true }
    #expect(try PairProbe.packets(report.movie, "a").isEmpty)
    #expect(try PairProbe.packets(report.movie, "v") == PairProbe.packets(pair.movie, "v"))
    let (old, new) = (try FileBytes(pair.movie).count, try FileBytes(report.movie).count)
    let sound = try PairProbe.packets(pair.movie, "a").compactMap { packet in
      // What is said of a packet beside its values has a line of its own.
      packet.split(separator: ",").dropFirst(2).first.flatMap { Int($0) }
    }.reduce(0, +)
    #expect(sound == 0 || old - new > sound * 9 / 10, "the sound's bytes are gone")
    #expect(try PairProbe.brokenRules(report.still, report.movie) == [])
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func turning(_ pair: LivePhotoFixtures.Pair) async throws {
    let before = try look(pair.movie)
    let report = try await edit(pair, byMovie: true) { $0.turn = .right }
    #expect(try PairProbe.packets(report.movie, "v") == PairProbe.packets(pair.movie, "v"))
    let after = try look(report.movie)
    // ffmpeg turns by the matrix: the new left column is the old bottom row.
    let turned = (0..<4096).map { (place: Int) -> UInt8 in
      let (row, column) = (place / 64, place % 64)
      return before[(63 - column) * 64 + row]
    }
    #expect(distance(after, turned) < 6)
    let (old, new) = (try StillFile.read(FileBytes(pair.still)), try StillFile.read(FileBytes(report.still)))
    #expect(new.orientation == old.orientation.turned(quarters: 1))
    #expect(try PairProbe.tags(report.still)["[IFD0] Orientation"] == "\(new.orientation.rawValue)")
    #expect(try PairProbe.brokenRules(report.still, report.movie) == [])
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func trimming(_ pair: LivePhotoFixtures.Pair) async throws {
    let movie = try MovieReader().read(FileBytes(pair.movie))
    let still = try #require(movie.stillTime)
    // Where a part begins within a picture, ffmpeg leaves that picture out and moves the others.
    let first = try #require(try movie.nearestShownFrame(to: still - MediaTime(value: 1, timescale: 2)))
    let end = still + MediaTime(value: 1, timescale: 10)
    let report = try await edit(pair) { $0.trim = EditTrim(start: first.time, end: end) }
    #expect(report.stillTime == still - first.time)
    let seconds = try #require(Double(PairProbe.probe(report.movie, "format=duration")))
    #expect(abs(seconds - (end - first.time).seconds) < 0.01, "\(seconds) s")
    #expect(try PairProbe.packets(report.movie, "v").count <= PairProbe.packets(pair.movie, "v").count)
    let hashes = Set(try PairProbe.packets(pair.movie, "v").map { String($0.split(separator: ",").last ?? "") })
    #expect(
      try PairProbe.packets(report.movie, "v").allSatisfy {
        hashes.contains(String($0.split(separator: ",").last ?? ""))
      },
      "no sample was encoded anew")
    // Asked for a little before a picture begins, ffmpeg shows that one.
    let frame = try #require(try movie.nearestShownFrame(to: still - MediaTime(value: 1, timescale: 10)))
    let old = try look(pair.movie, at: frame.time.seconds - 0.015)
    #expect(distance(try look(report.movie, at: (frame.time - first.time).seconds - 0.015), old) < 3)
    await #expect(throws: LivePhotoError.self) {
      _ = try await edit(pair) {
        $0.name = "other"
        $0.trim = EditTrim(end: still - MediaTime(value: 1, timescale: 10))
      }
    }
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func forgettingThePlace(_ pair: LivePhotoFixtures.Pair) async throws {
    let report = try await edit(pair) { $0.removesLocation = true }
    let coordinates = try PairProbe.tags(pair.movie)["[Keys] GPSCoordinates"]
    for path in [report.still, report.movie] {
      let left = try PairProbe.tags(path).keys.filter { $0.contains("GPS") || $0.contains("Location") }
      #expect(left.isEmpty, "\(left)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      for degrees in coordinates?.split(separator: " ").prefix(2) ?? [] {
        #expect(bytes.range(of: Data(degrees.prefix(7).utf8)) == nil, "\(degrees) is still in \(path)")
      }
    }
    let (old, new) = (try PairProbe.tags(pair.still), try PairProbe.tags(report.still))
    for tag in ["[IFD0] Make", "[IFD0] Model", "[ExifIFD] DateTimeOriginal", "[ExifIFD] LensModel"] {
      #expect(new[tag] == old[tag])
    }
    #expect(try PairProbe.brokenRules(report.still, report.movie) == [])
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func anotherKeyPhoto(_ pair: LivePhotoFixtures.Pair) async throws {
    let movie = try MovieReader().read(FileBytes(pair.movie))
    let frames = try movie.shownFrames()
    let frame = frames[frames.count / 4]
    let report = try await edit(pair) { $0.keyTime = frame.time + MediaTime(value: 1, timescale: 1000) }
    #expect(report.stillTime == frame.time)
    let still = try StillFile.read(FileBytes(report.still))
    #expect(still.format == (pair.still.lowercased().hasSuffix("heic") ? .heic : .jpeg))
    let size = try PairProbe.probe(pair.movie, "stream=width,height", stream: "v:0")
    #expect(size.split(separator: ",").map(String.init) == ["\(still.width)", "\(still.height)"])
    let begin = frame.time.seconds - 0.002
    #expect(distance(try look(report.still), try look(report.movie, at: begin)) < 6, "it shows another moment")
    let (old, new) = (try PairProbe.tags(pair.still), try PairProbe.tags(report.still))
    for tag in [
      "[IFD0] Make", "[IFD0] Model", "[IFD0] Software", "[ExifIFD] DateTimeOriginal", "[ExifIFD] LensModel",
      "[ExifIFD] ExposureTime", "[GPS] GPSLatitude",
    ] { #expect(new[tag] == old[tag], "\(tag)") }
    #expect(new["[ExifIFD] ExifImageWidth"] == "\(still.width)")
    #expect(new["[ExifIFD] ExifImageHeight"] == "\(still.height)")
    #expect(report.notes.contains { $0.contains("\(still.width)x\(still.height)") })
    #expect(try PairProbe.brokenRules(report.still, report.movie) == [])
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func theOldKeyPhotoIsKeptInFull(_ pair: LivePhotoFixtures.Pair) async throws {
    let movie = try MovieReader().read(FileBytes(pair.movie))
    let still = try #require(movie.stillTime)
    let frame = try #require(try movie.nearestShownFrame(to: still))
    let report = try await edit(pair) { $0.keyTime = frame.time }
    let (old, new) = (try StillFile.read(FileBytes(pair.still)), try StillFile.read(FileBytes(report.still)))
    #expect((old.width, old.height) == (new.width, new.height))
    #expect(report.stillTime == movie.stillTime)
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func everythingAtOnce(_ pair: LivePhotoFixtures.Pair) async throws {
    let frames = try MovieReader().read(FileBytes(pair.movie)).shownFrames()
    let first = frames[frames.count / 3]
    func change(_ request: inout EditRequest) {
      request.keyTime = first.time
      request.trim = EditTrim(start: first.time - MediaTime(value: 1, timescale: 10))
      (request.removesSound, request.turn, request.removesLocation) = (true, .half, true)
    }
    let report = try await edit(pair, change)
    #expect(try PairProbe.brokenRules(report.still, report.movie) == [])
    let again = try await edit(pair) {
      change(&$0)
      $0.output = folder.path("again")
    }
    #expect(firstDifference(try FileBytes(report.still).allBytes(), try FileBytes(again.still).allBytes()) == nil)
    #expect(firstDifference(try FileBytes(report.movie).allBytes(), try FileBytes(again.movie).allBytes()) == nil)
  }

  @Test func longExposure() async throws {
    let pair = try #require(LivePhotoFixtures.pairs.last)
    let still = try #require(try MovieReader().read(FileBytes(pair.movie)).stillTime)
    let report = try await edit(pair) {
      $0.isLongExposure = true
      $0.trim = EditTrim(
        start: still - MediaTime(value: 1, timescale: 10), end: still + MediaTime(value: 1, timescale: 10))
    }
    #expect(distance(try look(report.still), try look(report.movie, at: 0.098)) < 10)
    #expect(try PairProbe.brokenRules(report.still, report.movie) == [])
  }

  @Test func aTrimmedMovieGivesTheRightPicture() async throws {
    let pair = try #require(LivePhotoFixtures.pairs.last)
    let movie = try MovieReader().read(FileBytes(pair.movie))
    let frames = try movie.shownFrames()
    let wanted = frames[frames.count / 2]
    let whole = try await edit(pair) { $0.keyTime = wanted.time }
    // A third into a picture: the whole timeline lies between the frames' own times.
    let start = frames[5].time + frames[5].duration.multiplied(by: 1, over: 3)
    let trimmed = try await edit(pair) {
      $0.name = "trimmed"
      $0.trim = EditTrim(start: start)
    }
    let again = try await edit(LivePhotoFixtures.Pair(still: trimmed.still, movie: trimmed.movie)) {
      $0.name = "again"
      $0.keyTime = wanted.time - start
    }
    #expect(distance(try look(again.still), try look(whole.still)) < 0.5)
  }

  @Test func nothingIsWrittenOverOrLeft() async throws {
    let pair = try #require(LivePhotoFixtures.pairs.first)
    let first = try await edit(pair) { $0.removesSound = true }
    let size = try FileBytes(first.still).count
    await #expect(throws: LivePhotoError.self) { _ = try await edit(pair) { $0.turn = .half } }
    #expect(try FileBytes(first.still).count == size)
    await #expect(throws: LivePhotoError.self, "nothing to do") { _ = try await edit(pair) { $0.name = "x" } }
    await #expect(throws: LivePhotoError.self, "past the end") {
      _ = try await edit(pair) {
        $0.name = "x"
        $0.keyTime = MediaTime(value: 100, timescale: 1)
      }
    }
    let task = Task {
      try await edit(pair) {
        $0.name = "cancelled"
        $0.isLongExposure = true
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names.filter { !$0.hasPrefix("look-") } == [first.movie, first.still].map { FileNames.name(of: $0) }.sorted())
  }
}

extension MovieFile {
  /// The shown picture whose time is nearest to a given one.
  fileprivate func nearestShownFrame(to time: MediaTime) throws -> ShownSample? {
    try shownFrames().min { ($0.time - time).magnitude < ($1.time - time).magnitude }
  }
}
