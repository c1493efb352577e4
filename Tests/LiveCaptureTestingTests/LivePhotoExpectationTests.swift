import CaptureCodecs
import CaptureDevices
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import LivePhotoTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

/// Pairs are read, and what is wrong with them is said.
@Suite struct LivePhotoExpectationTests {
  @Test("a pair out of the mill is one, by our own readers and by ffmpeg and exiftool")
  func whole() async throws {
    let folder = try TemporaryFolder()
    let pair = try await LivePhotoFixture.pair(in: folder.path)
    #expect(try FolderSnapshot(folder.path).names == ["IMG_0001.JPG", "IMG_0001.MOV"])
    let report = expectLivePhoto(
      still: pair.stillPath, movie: pair.moviePath, stillTime: pair.stillTime, within: .seconds(0.001),
      duration: pair.duration, hasSound: true)
    #expect(report.passes)
    #expect(report.stillIdentifier == pair.identifier?.uuidString && report.movieIdentifier == report.stillIdentifier)
    #expect(report.stillSize?.width == 160 && report.stillSize?.height == 120)
    #expect(abs(pair.duration.seconds - 1) < 0.04 && abs(pair.stillTime.seconds - 0.5) < 0.04)
    let seen = try MovieProbe().report(onMovie: pair.moviePath)
    #expect(seen.frames.count >= 29 && seen.audioDuration != nil)
    let said = try ForeignTool.exiftool.run([
      "-s3", "-ContentIdentifier", "-MediaGroupUUID", pair.stillPath, pair.moviePath,
    ])
    #expect(said.text.components(separatedBy: pair.identifier?.uuidString ?? "?").count == 3)
  }

  @Test("recipes are followed: size, lengths, no sound, HEIC, name")
  func recipe() async throws {
    let folder = try TemporaryFolder()
    var recipe = LivePhotoFixture.Recipe()
    recipe.name = "small"
    recipe.size = .init(width: 64, height: 48)
    recipe.preRoll = .seconds(0.2)
    recipe.postRoll = .seconds(0.4)
    recipe.hasSound = false
    recipe.photoCodec = .heic
    let pair = try await LivePhotoFixture.pair(in: folder.path, recipe)
    #expect(pair.stillPath == folder.path("small.HEIC") && pair.moviePath == folder.path("small.MOV"))
    let report = expectLivePhoto(
      still: pair.stillPath, movie: pair.moviePath, stillTime: .seconds(0.2), within: .seconds(0.001),
      duration: .seconds(0.6), hasSound: false)
    #expect(report.passes)
    #expect(report.stillSize?.width == 64)
    let again = try TemporaryFolder()
    let other = try await LivePhotoFixture.pair(in: again.path, recipe)
    #expect(other.identifier == pair.identifier, "equal recipes give equal files")
    var renamed = recipe
    renamed.name = "IMG_0003"
    let unlike = try await LivePhotoFixture.pair(in: again.path, renamed)
    #expect(unlike.identifier != pair.identifier, "another pair has another name")
    #expect(try again.read("small.MOV") == folder.read("small.MOV"))
    await #expect(throws: FileStoreError.self) { try await LivePhotoFixture.pair(in: folder.path, recipe) }
    await #expect(throws: (any Error).self) { try await LivePhotoFixture.pair(in: folder.path("none")) }
  }

  @Test("what is wrong is said in words")
  func wrong() async throws {
    let folder = try TemporaryFolder()
    let pair = try await LivePhotoFixture.pair(in: folder.path)
    func problems(
      still: String? = nil, movie: String? = nil, stillTime: MediaTime? = nil, duration: MediaTime? = nil,
      hasSound: Bool? = nil
    ) -> [String] {
      expectLivePhoto(
        still: still ?? pair.stillPath, movie: movie ?? pair.moviePath, stillTime: stillTime, duration: duration,
        hasSound: hasSound
      ).problems
    }
    #expect(problems().isEmpty)
    #expect(problems(stillTime: .seconds(0.7)).first?.contains("s, not at 0.700000 s (allowed: 0.020000 s)") == true)
    #expect(problems(duration: .seconds(3)).first?.hasSuffix("not 3.000000 s (allowed: 0.020000 s)") == true)
    #expect(problems(hasSound: false) == ["the movie has sound that nobody asked for"])
    let missing = problems(still: folder.path("none.JPG"), movie: folder.path("none.MOV"))
    #expect(missing.count == 2 && missing.allSatisfy { $0.contains("no such file") })
    #expect(problems(still: pair.moviePath).first?.hasPrefix("the still: ") == true)
    #expect(problems(movie: pair.stillPath).first?.hasPrefix("the movie: ") == true)
    let plain = try folder.write(CapturePhoto.smallJPEG, as: "plain.jpg")
    #expect(problems(still: plain) == ["the still has no identifier: it is a photo, not half of a Live Photo"])
  }

  @Test("halves of two pairs do not belong together, in memory as on disk")
  func strangers() async throws {
    let files = MemoryFiles()
    var setup = CaptureBench.Setup(media: .standard)
    setup.files = files
    let bench = try await CaptureBench(setup)
    try await bench.run("60v v** 119v")
    let stills = bench.delegate.calls.compactMap { $0.photo?.fileDataRepresentation() }
    let own = expectLivePhoto(still: stills[0], movie: files.files["1.mov"], stillTime: .seconds(1.5))
    #expect(own.passes)
    let strange = expectLivePhoto(still: stills[0], movie: files.files["2.mov"])
    #expect(strange.problems.count == 1 && strange.problems[0].hasPrefix("still and movie do not belong together: "))
    try files.create("1.jpg", stills[0])
    let named = expectLivePhoto(still: "1.jpg", movie: "1.mov", stillTime: .seconds(1.5), in: files)
    #expect(named.passes && named.subject == "Live Photo 1.jpg + 1.mov", "\(named)")
    let none = expectLivePhoto(still: nil, movie: nil)
    #expect(none.problems.count == 2)
  }

  @Test("whatever bytes there are, there is an answer")
  func hostile() async throws {
    let folder = try TemporaryFolder()
    let pair = try await LivePhotoFixture.pair(in: folder.path)
    let (still, movie) = (try folder.read("IMG_0001.JPG"), try folder.read("IMG_0001.MOV"))
    var random = SeededRandom(seed: 5)
    for round in 0..<200 {
      var (brokenStill, brokenMovie) = (still, movie)
      for _ in 0..<8 {
        brokenStill[Int.random(in: 0..<min(2000, still.count), using: &random)] = .random(in: 0...255, using: &random)
        let end = Int.random(in: 0..<3000, using: &random)
        brokenMovie[movie.count - 1 - min(end, movie.count - 1)] = .random(in: 0...255, using: &random)
      }
      if round % 4 == 0 { brokenMovie.removeLast(Int.random(in: 1..<movie.count, using: &random)) }
      _ = expectLivePhoto(still: brokenStill, movie: brokenMovie).description
    }
    #expect(expectLivePhoto(still: still, movie: movie, stillTime: pair.stillTime).passes)
  }
}
