import CaptureDevices
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Shooting
import Simulator
import TestSupport
import Testing
import VideoCoding

@testable import livecam

/// Shoots that leave Motion Photos, judged by exiftool and by what ffmpeg makes of the movie inside.
@Suite(.foreignPrograms) struct MotionPhotoShootTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func bench(
    _ plan: ShootPlan, leavingPairs: Bool = false, files: any FileStore = DiskFiles()
  ) async throws -> ShootBench {
    var configuration = CaptureBench.Setup().session
    configuration.heicPreset = .ultrafast
    return try await ShootBench(plan, in: folder, configuration: configuration, files: files) {
      MotionPhotoPairs(folder: $0, leavesPairs: leavingPairs)
    }
  }

  /// The bytes of the movie inside, by the place that the XMP tells.
  private func movie(in name: String) throws -> [UInt8] {
    // Two: the still's, which is 0, and the movie's.
    let lengths = try ForeignTool.exiftool.run(["-a", "-s3", "-XMP:DirectoryItemLength", temporary.path(name)]).lines
    let length = try #require(lengths.last.flatMap { Int($0) })
    #expect(lengths.count == 2 && lengths.first == "0")
    let bytes = try temporary.read(name)
    return Array(bytes.suffix(length))
  }

  @Test(
    "a Motion Photo alone: one file, still and movie show what they are to show",
    arguments: [(PhotoCodec.jpeg, VideoCodec.h264), (.heic, .hevc)])
  func alone(photo: PhotoCodec, movie codec: VideoCodec) async throws {
    let bench = try await bench(.taking(count: 2, every: 1, photo: photo, movie: codec))
    let outcome = try await bench.run { await $0.pass(5) }
    #expect(outcome.result.completed == 2 && outcome.result.failures.isEmpty)
    let suffix = photo == .heic ? "MP.heic" : "MP.jpg"
    #expect(try names(in: folder) == ["IMG_0001.\(suffix)", "IMG_0002.\(suffix)"])
    #expect(
      outcome.course
        == "B1/1 W1/1 C1/1 P1/1 B2/2 W2/2 C2/2 P2/2 R1/1 M1/1 F1/1 motion1 R2/0 M2/0 F2/0 motion2")
    for event in outcome.events {
      if case .capture(.didFinishProcessingMovie(let movie, _, _, _), _, _) = event { #expect(movie?.path == "") }
    }
    let name = "IMG_0001.\(suffix)"
    let tags = try ForeignTool.exiftool.run(["-s3", "-n", "-MotionPhoto", "-MotionPhotoVersion", temporary.path(name)])
    #expect(tags.lines == ["1", "1"])
    try judge(name, of: bench, outcome, codec: codec, isHEIC: photo == .heic)
  }

  private func judge(
    _ name: String, of bench: ShootBench, _ outcome: ShootBench.Outcome, codec: VideoCodec, isHEIC: Bool
  ) throws {
    let movie = try temporary.write(movie(in: name), as: "inside.mp4")
    let probed = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_name", "-of", "csv=p=0", movie,
    ])
    #expect(probed.lines == [codec.rawValue])
    let decoding = try ForeignTool.ffmpeg.attempt(["-v", "error", "-xerror", "-i", movie, "-f", "null", "-"])
    #expect(decoding.status == 0 && decoding.errors.isEmpty, "\(decoding.errors)")
    let settings = try #require(
      outcome.events.lazy.compactMap { event -> ResolvedPhotoSettings? in
        if case .motionPhotoSaved(_, _, _, let settings) = event { settings } else { nil }
      }.first)
    let timestamp = try ForeignTool.exiftool.run([
      "-s3", "-n", "-MotionPhotoPresentationTimestampUs", temporary.path(name),
    ])
    let microseconds = try #require(Double(timestamp.lines.first ?? ""))
    #expect(abs(microseconds / 1e6 - 1.5) < 2.0 / 30)
    var still = temporary.path(name)
    if isHEIC {
      // ffmpeg does not read HEIC before version 7.
      try ForeignTool.heifConvert.run([still, temporary.path("decoded.png")])
      still = temporary.path("decoded.png")
    }
    #expect(try MovieProbe().code(inStill: still) != nil)
    let report = try MovieProbe().report(onMovie: movie)
    let duration = try #require(report.videoDuration)
    #expect(abs(duration.seconds - 3) < 1.0 / 30 && settings.isLive)
    #expect(report.audioDuration != nil)
  }

  @Test("both: the pair is there as well, and the checker passes it")
  func both() async throws {
    let bench = try await bench(.taking(), leavingPairs: true)
    let outcome = try await bench.run { await $0.pass(4) }
    #expect(outcome.result.completed == 1 && outcome.result.failures.isEmpty)
    #expect(try names(in: folder) == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0001.MP.jpg"])
    #expect(outcome.course == "B1/1 W1/1 C1/1 P1/1 saved1 R1/0 M1/0 F1/0 motion1")
    let script = Project.path("Tests/Tools/check_pair.py")
    let checked = try ForeignTool.python.attempt([
      "-B", script, temporary.path("IMG_0001.JPG"), temporary.path("IMG_0001.MOV"),
    ])
    #expect(checked.status == 0, "\(checked.lines.filter { $0.hasPrefix("FAIL") })")
    #expect(try movie(in: "IMG_0001.MP.jpg").prefix(8).suffix(4) == Array("ftyp".utf8))
  }

  @Test("a still whose movie fails is a plain file, and no Motion Photo is there", arguments: [false, true])
  func movieFails(leavingPairs: Bool) async throws {
    let bench = try await bench(.taking(), leavingPairs: leavingPairs)
    let outcome = try await bench.run {
      await $0.pass(2)
      $0.camera.fail()
      await $0.pass(2)
    }
    #expect(outcome.result.completed == 0 && !outcome.result.failures.isEmpty)
    #expect(try names(in: folder) == ["IMG_0001.JPG"])
  }

  @Test("a disk without room leaves nothing, and says so")
  func fullDisk() async throws {
    let memory = MemoryFiles()
    let bench = try await bench(.taking(), files: FaultyFiles(memory, room: 100))
    let outcome = try await bench.run { await $0.pass(4) }
    #expect(outcome.result.completed == 0)
    // The Motion Photo, and then each half for itself.
    #expect(outcome.result.failures.count == 3)
    #expect(outcome.result.failures.allSatisfy { $0.code == .writingFailed })
    #expect(memory.files.isEmpty)
    #expect(outcome.course.hasSuffix("F1/0 motion1! lost1"))
  }

  @Test("stills alone stay stills, and numbers that Motion Photos have are taken")
  func stills() async throws {
    try touch(folder + "/IMG_0001.MP.jpg")
    let bench = try await bench(.taking(isLive: false))
    let outcome = try await bench.run { await $0.pass(3) }
    #expect(outcome.result.completed == 1)
    #expect(try names(in: folder) == ["IMG_0001.MP.jpg", "IMG_0002.JPG"])
  }
}
