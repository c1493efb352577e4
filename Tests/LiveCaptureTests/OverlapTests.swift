import CaptureCodecs
import CaptureDevices
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import TestSupport
import Testing

/// Captures that overlap share one encoding of the footage that they have in common.
@Suite struct OverlapTests {
  private static func tenths(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 10) }

  @Test("8 captures 0.4 s apart give 8 good pairs, LIVE counts to its peak and back, each frame is encoded once")
  func eight() async throws {
    let folder = try TemporaryFolder()
    var setup = CaptureBench.Setup(folder: folder.path, media: .standard)
    setup.video = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .mjpeg)
    let bench = try await CaptureBench(setup)
    let counts = bench.output.liveIndicator.counts
    try await bench.run("{advance: 2.01}")
    for _ in 1...8 { try await bench.run("v* 11v") }
    try await bench.run("60v")
    let statistics = await bench.session.statistics.footage
    try await bench.session.stopRunning()

    // From 1.5 s before the first shutter to 1.5 s after the last, and a frame at either end.
    #expect(statistics.stretches == 1)
    #expect(statistics.movies == 8)
    #expect(statistics.shownFrames == 8 * 90)
    #expect((174...178).contains(statistics.encodedFrames), "5.8 s at 30 frames a second")
    #expect(bench.output.liveIndicator.peak == 4)
    #expect(bench.output.liveIndicator.count == 0)
    var heard: [Int] = []
    for await count in counts {
      heard.append(count)
      if heard.count == 17 { break }
    }
    #expect(heard == [0, 1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 2, 1, 0])
    try judgePairs(bench, folder: folder.path)
  }

  private func judgePairs(_ bench: CaptureBench, folder: String) throws {
    let stills = bench.delegate.calls.filter { $0.step == .didProcessPhoto }
    #expect(stills.count == 8)
    for call in stills {
      #expect(
        CaptureStep.course(of: Int(call.settings.uniqueID.rawValue), in: bench.delegate.timeline) == "B W C P R M F")
      let path = "\(folder)/\(call.settings.uniqueID).jpg"
      try Data(#require(call.photo?.fileDataRepresentation())).write(to: URL(fileURLWithPath: path))
      let expected = PairExpectation(
        call.settings, of: bench.scene, postRoll: Self.tenths(15), frameInterval: bench.frameInterval, hasSound: true)
      let judgement = try PairJudge().judge(
        still: path, movie: try #require(call.settings.livePhotoMoviePath), against: expected)
      #expect(judgement.violations == [], "capture \(call.settings.uniqueID)")
      #expect(judgement.syncReadings >= 2)
    }
  }

  @Test("captures whose movies do not touch share nothing, and the frames between are not encoded")
  func apart() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v v* 149v v* 149v")
    let footage = await bench.session.statistics.footage
    #expect(footage.stretches == 2)
    #expect((180...186).contains(footage.encodedFrames))
    #expect(footage.shownFrames == 180)
  }

  @Test("two captures of one instant are encoded once")
  func together() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v v*** 149v")
    let footage = await bench.session.statistics.footage
    #expect(footage.stretches == 1)
    #expect((90...93).contains(footage.encodedFrames))
    #expect(footage.shownFrames == 270)
  }

  @Test("a chain of a hundred overlapping captures is encoded once and keeps nothing of what is over")
  func chain() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v")
    for _ in 0..<100 { try await bench.run("v* 29v") }
    try await bench.run("90v")
    let footage = await bench.session.statistics.footage
    #expect(footage.stretches == 1)
    #expect(footage.movies == 100)
    // 99 s between the first shutter and the last, and the two rolls.
    #expect((3060...3063).contains(footage.encodedFrames))
    #expect(bench.output.liveIndicator.peak == 2)
  }

  @Test("two sessions do not disturb each other")
  func twoSessions() async throws {
    let (one, two) = (
      try await CaptureBench(CaptureBench.Setup(media: .standard)),
      try await CaptureBench(CaptureBench.Setup(media: .standard))
    )
    try await one.run("60v v* 29v")
    try await two.run("60v v* 29v {press: live}")
    try await one.run("{unplug: camera} 120v")
    try await two.run("120v")
    #expect(one.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1!")
    #expect(two.delegate.timeline == "B1 W1 C1 P1 B2 W2 C2 P2 R1 M1 F1 R2 M2 F2")
    #expect(one.output.liveIndicator.count == 0 && two.output.liveIndicator.peak == 2)
  }

  @Test("an output belongs to one session")
  func oneOutput() async throws {
    let (one, two) = (
      try await CaptureBench(CaptureBench.Setup(media: .standard)),
      try await CaptureBench(CaptureBench.Setup(media: .standard))
    )
    await #expect(throws: CaptureError.self) { try await two.session.addOutput(one.output) }
  }
}
