import CaptureCodecs
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// A movie has all of its post-roll to be encoded in; a still is waited for.
@Suite struct StillFirstTests {
  /// A bench, armed for two seconds, whose frames come so long after they were taken.
  private func bench(latency: Int64, codec: PhotoCodec = .jpeg) async throws -> CaptureBench {
    var setup = CaptureBench.Setup(media: .standard)
    setup.scene.frameLatency = MediaTime(value: latency, timescale: 1000)
    setup.photoCodec = codec
    let bench = try await CaptureBench(setup)
    try await bench.run("{advance: 2.01}")
    return bench
  }

  private func isStillMade(_ bench: CaptureBench) -> Bool {
    bench.delegate.calls.contains { $0.step == .didProcessPhoto }
  }

  @Test("nothing is encoded between the shutter and the still, and all of it after that", arguments: [20, 50])
  func waiting(latency: Int64) async throws {
    let bench = try await bench(latency: latency)
    try await bench.press(isLive: true)
    var waited = 0
    while !isStillMade(bench) {
      #expect(await bench.session.statistics.footage.encodedFrames == 0)
      await bench.advance(by: MediaTime(value: 1, timescale: 240))
      waited += 1
    }
    #expect(waited > 0, "the frame was still on its way")
    #expect(await bench.session.statistics.footage.encodedFrames > 40)
    try await bench.run("120v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
  }

  @Test("a still that is long in coming does not keep the movie waiting for more than three frames")
  func atMost() async throws {
    let bench = try await bench(latency: 150)
    try await bench.press(isLive: true)
    await bench.advance(by: MediaTime(value: 1, timescale: 10))
    #expect(!isStillMade(bench))
    #expect(await bench.session.statistics.footage.encodedFrames == 0)
    // Lost frames are not waited for: the camera's next one is taken later than three frames after the shutter.
    try await bench.run("{drop: 6} {advance: 0.35}")
    #expect(await bench.session.statistics.footage.encodedFrames > 40)
    try await bench.run("120v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
  }

  @Test("captures that overlap each have their still first, and none of their movies loses a frame")
  func overlapping() async throws {
    let bench = try await bench(latency: 20)
    try await bench.run("v* 2v v* 2v v* 2v v* 119v")
    let movies = bench.delegate.calls.filter { $0.step == .didProcessMovie }
    #expect(movies.count == 4)
    #expect(bench.delegate.calls.allSatisfy { $0.error == nil })
    // Seconds that all cover, at 30 frames a second, each frame once.
    #expect(await bench.session.statistics.footage.encodedFrames <= 33 * 3 + 2)
  }
}
