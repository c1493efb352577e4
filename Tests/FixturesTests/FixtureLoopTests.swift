import CaptureCodecs
import CaptureDevices
import Fixtures
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

@Suite struct FixtureLoopTests {
  private let bench: FixtureBench
  init() throws { bench = try FixtureBench() }

  private static let loops = FixtureOptions(loops: true)

  @Test("rounds join without a seam: times, numbers, positions and readings go on", arguments: [0.0, 300, -300])
  func seamless(skew: Double) throws {
    try bench.recordScene(duration: .milliseconds(1000), settings: SceneSettings(microphoneSkewPPM: skew))
    let replay = try FixtureReplay(bench.path, duration: .milliseconds(5000), options: Self.loops)
    let frames = replay.video.frames
    #expect(replay.video.failure == nil && replay.audio.failure == nil)
    #expect(frames.count == 149 || frames.count == 150)
    #expect(frames.map(\.sequence) == Array(0..<UInt64(frames.count)))
    for (previous, next) in zip(frames, frames.dropFirst()) {
      #expect((33_333_332...33_333_335).contains((next.time - previous.time).nanoseconds))
    }
    // A second round shows what the first did: 30 frames were recorded.
    #expect(FixtureReplay.digests(frames[0..<30]) == FixtureReplay.digests(frames[30..<60]))
    var position: Int64 = 0
    for chunk in replay.audio.chunks {
      #expect(chunk.position == position)
      position += Int64(chunk.frameCount)
    }
    // Sound and picture stay together, by the readings, to within a frame of sound a round.
    let rate = 8000 * (1 + skew / 1e6)
    for reading in replay.audio.chunks.compactMap(\.clock) {
      let expected = Double((reading.time - replay.begin).nanoseconds) / 1e9 * rate
      #expect(abs(Double(reading.position) - expected) < 6)
    }
    #expect(position > 39_000)
    // A round is no whole number of chunks: less than one is made up at a seam.
    #expect(replay.audio.chunks.filter(\.isFiller).allSatisfy { $0.frameCount < 80 })
  }

  @Test("sound that ended early is made good as lost, and a late start joins the present round")
  func short() throws {
    let clock = VirtualClock()
    let scene = SceneCatalog(clock: clock, pictures: StandardPictures())
    let microphone = FaultyMicrophone(try scene.openAudio("scene", wish: FixtureBench.audio))
    try FixtureBench.record(
      try scene.openVideo("scene", wish: FixtureBench.video).source, microphone, to: bench.path, clock: clock,
      duration: .milliseconds(1000)
    ) { clock in
      clock.advance(by: .milliseconds(400))
      microphone.fail()
    }
    let replay = try FixtureReplay(bench.path, duration: .milliseconds(3100), options: Self.loops)
    let filler = replay.audio.chunks.filter(\.isFiller).reduce(0) { $0 + $1.frameCount }
    let lost = replay.audio.events.reduce(0) { if case .loss(let frames) = $1 { $0 + frames } else { $0 } }
    #expect(filler == lost && filler > 8000 && replay.audio.failure == nil)
    #expect(replay.audio.chunks.filter(\.isFiller).allSatisfy { $0.bytes.allSatisfy { $0 == 0 } })
    let late = try FixtureReplay(
      bench.path, duration: .milliseconds(2900), delay: .milliseconds(2000), options: Self.loops)
    #expect(late.video.frames.first?.sequence == 60)
    #expect(late.audio.chunks.first?.position == 0 && late.audio.chunks.first?.isFiller == false)
    let time = try #require(late.video.frames.first?.time)
    #expect((time - late.begin - .milliseconds(2000)).magnitude < .milliseconds(1))
  }

  @Test("sound alone is repeated, too; what is no round is refused")
  func bounds() throws {
    try bench.recordScene(video: nil, duration: .milliseconds(500))
    let replay = try FixtureReplay(bench.path, duration: .milliseconds(2000), options: Self.loops)
    #expect(replay.audio.chunks.reduce(0) { $0 + $1.frameCount } == 16_000)
    let short = try bench.recordScene(
      video: VideoWish(size: (128, 96), frameRate: 240, pixelFormat: .grey), audio: nil, duration: .milliseconds(6),
      as: "short.livecam")
    #expect(short.frameCount == 1)
    let error = #expect(throws: FixtureError.self) {
      try FixtureCatalog(path: bench.folder.path("short.livecam"), clock: VirtualClock(), options: Self.loops)
    }
    #expect(error?.code == .unsupported)
  }
}
