import CaptureCodecs
import LiveCapture
import LiveCaptureTesting
import LivePhotoTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

/// A camera that delivers more than it was asked for.
@Suite struct FastCameraTests {
  @Test(
    "what a fast camera delivers keeps its times: the Live Photo has all of it, and lasts as long", arguments: [2, 4])
  func livePhoto(share: Int) async throws {
    let folder = try TemporaryFolder()
    let bench = try await CaptureBench(CaptureBench.Setup(folder: folder.path, media: .standard))
    bench.camera.setShare(Double(share))
    try await bench.run("120v v* 89v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    let movie = try #require(bench.delegate.calls.first { $0.step == .didProcessMovie }?.movieTimes)
    let interval = bench.frameInterval.seconds / Double(share)
    // Where a movie begins is decided to half a frame of the mode.
    let tolerance = bench.frameInterval.seconds / 2 + 0.001
    #expect(abs(movie.duration.seconds - 3) <= tolerance)
    #expect(abs(movie.photoDisplayTime.seconds - 1.5) <= tolerance)
    let photo = try #require(bench.delegate.calls.compactMap(\.photo).first)
    #expect(abs(photo.shutterError.seconds) <= interval)
    let pair = expectLivePhoto(
      still: photo.fileDataRepresentation(), movie: try folder.read("1.mov"), stillTime: .seconds(1.5),
      within: .seconds(tolerance), duration: .seconds(3), hasSound: true)
    #expect(pair.passes)

    let report = try MovieProbe().report(onMovie: folder.path("1.mov"))
    #expect(abs(report.frames.count - 90 * share) <= share)
    let steps = zip(report.frames, report.frames.dropFirst()).map { ($1.time - $0.time).seconds }
    #expect(steps.allSatisfy { abs($0 - interval) < 0.001 })

    let statistics = try #require(await bench.session.statistics.video)
    #expect(statistics.skippedCount == 0 && statistics.clockJumps == 0 && statistics.earlyEvictions == 0)
    // It reaches back as far as with any camera, which are 74 to 77 of its frames at its mode's rate.
    #expect((74 * share...77 * share).contains(statistics.ringFrames), "\(statistics)")
  }

  @Test("a ring of few bytes stays within them, and reaches back the less")
  func smallRing() async throws {
    var setup = CaptureBench.Setup(media: .standard)
    // 160x120 pixels in 4:2:0 are 28 800 bytes.
    setup.session.maximumRingBytes = 28_800 * 16
    let bench = try await CaptureBench(setup)
    bench.camera.setShare(2)
    try await bench.run("90v v* 89v")
    #expect(abs(bench.delegate.calls[0].settings.availablePreRoll.seconds - 16.0 / 60) < 0.04)
    let statistics = try #require(await bench.session.statistics.video)
    #expect(statistics.ringFrames == 16 && statistics.ringBytes <= 28_800 * 16)
  }
}
