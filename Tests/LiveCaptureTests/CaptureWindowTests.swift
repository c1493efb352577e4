import CaptureCodecs
import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

/// Which frame becomes the still and which stretch becomes the movie.
@Suite struct CaptureWindowTests {
  private static func seconds(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }

  // Frames are taken at k/30 s; the shutter so much later than one of them, and the nearest so much off.
  @Test(
    "the still is the frame nearest the shutter, before or after it",
    arguments: [(0, 0), (1, -1), (16, -16), (17, 16.333), (30, 3.333), (33, 0.333)])
  func nearest(millisecondsAfterFrame: Double, expected: Double) async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("{advance: \(2 + millisecondsAfterFrame / 1000)} {press: live} {press: still} 60v")
    let photos = bench.delegate.calls.compactMap(\.photo)
    #expect(photos.count == 2)
    for photo in photos {
      #expect(abs(photo.shutterError.seconds * 1000 - expected) < 0.01)
      #expect(photo.shutterError.magnitude <= bench.frameInterval.multiplied(by: 1, over: 2))
    }
  }

  @Test(
    "a shutter in the first second and a half has the pre-roll that there is, and says so", arguments: [0.2, 0.7, 1.3])
  func shortPreRoll(shutter: Double) async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("{advance: \(shutter)} {press: live} 60v")
    let call = try #require(bench.delegate.calls.first { $0.step == .didProcessMovie })
    #expect(abs(call.settings.availablePreRoll.seconds - shutter) < 1e-6)
    let times = try #require(call.movieTimes)
    #expect(abs(times.duration.seconds - shutter - 1.5) < bench.frameInterval.seconds)
    #expect(abs(times.photoDisplayTime.seconds - shutter) < bench.frameInterval.seconds / 2 + 0.001)
  }

  @Test("before the first frame there is no pre-roll at all, and the first frame becomes the still")
  func noPreRoll() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("{advance: 0.01} {press: live} 60v")
    let calls = bench.delegate.calls
    let photo = try #require(calls.compactMap(\.photo).first)
    #expect(photo.sequence == 0)
    #expect(calls[0].settings.availablePreRoll == .zero)
    #expect(calls.last { $0.step == .didProcessMovie }?.error == nil)
  }

  @Test("a movie of less than two frames is refused: its still could not stand after its beginning")
  func tooShort() async throws {
    var setup = CaptureBench.Setup(media: .standard)
    setup.session.preRoll = .zero
    setup.session.postRoll = Self.seconds(0.05)
    let bench = try await CaptureBench(setup)
    await #expect(throws: CaptureError.self) { try await bench.run("30v v* 29v") }
  }

  struct Rolls: Sendable {
    let pre: Double
    let post: Double
    let script: String
  }

  @Test(
    "rolls of any length, and movies without the one or the other, also where frames are missing at the shutter",
    arguments: [
      Rolls(pre: 0, post: 1.5, script: "{advance: 2.01} {press: live} 90v"),
      Rolls(pre: 1.5, post: 0, script: "{advance: 2.01} {press: live} 90v"),
      Rolls(pre: 0, post: 0.07, script: "{advance: 2.01} {press: live} 90v"),
      Rolls(pre: 0.07, post: 0, script: "{advance: 2.04} {press: live} 90v"),
      Rolls(pre: 10, post: 10, script: "330v v* 359v"),
      Rolls(pre: 0, post: 1.5, script: "60v {drop: 7} {advance: 0.08} {press: live} 90v"),
      Rolls(pre: 0, post: 1.5, script: "60v {drop: 7} {advance: 0.16} {press: live} 90v"),
      Rolls(pre: 1.5, post: 0, script: "60v {drop: 7} {advance: 0.08} {press: live} 90v"),
      Rolls(pre: 1.5, post: 0, script: "60v {drop: 7} {advance: 0.16} {press: live} 90v"),
      Rolls(pre: 0.1, post: 0, script: "60v {drop: 30} 21v v* 89v"),
      Rolls(pre: 0, post: 0.1, script: "60v {drop: 30} 9v v* 89v"),
    ])
  func rolls(rolls: Rolls) async throws {
    let folder = try TemporaryFolder()
    var setup = CaptureBench.Setup(folder: folder.path, media: .standard)
    setup.session.preRoll = Self.seconds(rolls.pre)
    setup.session.postRoll = Self.seconds(rolls.post)
    let bench = try await CaptureBench(setup)
    try await bench.run(rolls.script)
    // With no time after the shutter the gathering may end before the still is made.
    #expect(["B1 W1 C1 P1 R1 M1 F1", "B1 W1 C1 R1 P1 M1 F1"].contains(bench.delegate.timeline))
    let photo = try #require(bench.delegate.calls.compactMap(\.photo).first)
    let report = try MovieProbe().report(onMovie: folder.path("1.mov"))
    let still = bench.scene.firstFrame(atOrAfter: photo.timestamp, interval: bench.frameInterval)
    let marked = try #require(report.stillTime)
    let index = try #require(report.frames.firstIndex { $0.code?.frameNumber == UInt32(still) }, "not in the movie")
    // A still in the very first picture is marked a little later, while it is shown.
    let late = (marked - report.frames[index].time).seconds
    #expect(index == 0 ? late > 0 && late < 0.011 : abs(late) < 0.001)
    if !rolls.script.contains("drop") {
      let length = rolls.pre + rolls.post
      #expect(abs(try #require(report.duration).seconds - length) <= bench.frameInterval.seconds)
    }
    let sound = try #require(report.audioDuration)
    #expect((sound - (try #require(report.videoDuration))).magnitude.seconds < 0.025)
    for reading in report.sync { #expect(reading.offset.magnitude < PairJudge.syncLimit) }
  }

  @Test("lost frames are counted, and the picture before them is shown for longer")
  func lostFrames() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    let events = bench.output.events
    try await bench.run("60v v* 14v {drop: 4} 120v")
    for await event in events {
      if case .didFinishProcessingMovie(let movie?, _, _, _) = event {
        #expect(movie.droppedFrameCount == 4)
        #expect(movie.frameCount == 86)
        #expect(movie.duration == MediaTime(value: 3, timescale: 1))
        break
      }
    }
    let statistics = try #require(await bench.session.statistics.video)
    #expect(statistics.skipped == [.dropped: 4])
    #expect(statistics.skippedCount == 4)
  }

  @Test("a ring that may hold few bytes shortens the pre-roll and counts what it loses")
  func smallRing() async throws {
    var setup = CaptureBench.Setup(media: .standard)
    // 160x120 pixels in 4:2:0 are 28 800 bytes.
    setup.session.maximumRingBytes = 28_800 * 15
    let bench = try await CaptureBench(setup)
    try await bench.run("90v v* 89v")
    let settings = bench.delegate.calls[0].settings
    #expect(abs(settings.availablePreRoll.seconds - 0.5) < 0.04)
    let statistics = try #require(await bench.session.statistics.video)
    #expect(statistics.ringFrames == 15)
    #expect(statistics.earlyEvictions > 50)
  }
}
