import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Fixtures
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

@Suite struct FixtureReplayTests {
  private let bench: FixtureBench
  init() throws { bench = try FixtureBench() }

  private func expectEqual(_ left: [String], _ right: [String], _ what: String) {
    #expect(left.count == right.count, "\(what)")
    let index = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    #expect(index == nil, "\(what): \(index.map { "\(left[$0]) against \(right[$0])" } ?? "")")
  }

  @Test(
    "a replay delivers what was recorded: payloads, times, numbers, latencies, readings",
    arguments: [.grey, .mjpeg, .yuyv, .yu12] as [PixelFormat])
  func exactness(format: PixelFormat) throws {
    let wish = VideoWish(size: (128, 96), frameRate: 29.97, pixelFormat: format)
    let settings = SceneSettings(
      timestampJitter: .milliseconds(3), microphoneSkewPPM: 200, audioReadingJitter: .milliseconds(4))
    let summary = try bench.recordScene(video: wish, settings: settings)
    let scene = try SceneLog(
      duration: .milliseconds(2000), video: wish, audio: FixtureBench.audio, settings: settings,
      pictures: StandardPictures())
    #expect(summary.frameCount == scene.frames.count && summary.frameCount > 50)
    // Short of the end, which the scene does not have.
    let replay = try FixtureReplay(bench.path, duration: .milliseconds(1999))
    let begin = scene.scene.epoch
    let frames = FixtureReplay.log(scene.video.events, begin: begin)
    expectEqual(replay.videoLog, frames.count == replay.videoLog.count ? frames : frames.dropLast(), "frames")
    let chunks = FixtureReplay.log(scene.audio.events, begin: begin)
    expectEqual(replay.audioLog, Array(chunks.prefix(replay.audioLog.count)), "sound")
    #expect(replay.audioLog.count >= chunks.count - 1)
  }

  @Test("a fixture made of a replay is the one replayed, down to the manifest's lines")
  func again() throws {
    try bench.recordScene(settings: SceneSettings(timestampJitter: .milliseconds(2), microphoneSkewPPM: -300))
    let clock = VirtualClock(start: .milliseconds(77))
    let catalog = try FixtureCatalog(path: bench.path, clock: clock)
    let second = bench.folder.path("second.livecam")
    try FixtureBench.record(
      try catalog.openVideo("fixture", wish: VideoWish()).source, try catalog.openAudio("fixture", wish: AudioWish()),
      to: second, clock: clock, duration: .milliseconds(2500))
    let (one, two) = (try FixtureReader(path: bench.path), try FixtureReader(path: second))
    #expect(one.manifest.frames == two.manifest.frames)
    #expect(one.manifest.chunks == two.manifest.chunks)
    // The checksums are those of all payloads, so equal ones are equal bytes.
    #expect(one.manifest.video?.track.checks == two.manifest.video?.track.checks)
    #expect(one.manifest.audio?.track.checks == two.manifest.audio?.track.checks)
    for index in [0, 17, one.manifest.frames.count - 1] {
      #expect(firstDifference(try one.payload(ofFrame: index), try two.payload(ofFrame: index)) == nil)
    }
    // One that was stopped is one that was stopped, and the devices are who they were.
    #expect(one.manifest.document == two.manifest.document)
  }

  @Test("a replay that is recorded later than it was opened has the fixture's times all the same, and all of it")
  func againLater() throws {
    try bench.recordScene()
    let clock = VirtualClock(start: .milliseconds(77))
    let catalog = try FixtureCatalog(path: bench.path, clock: clock)
    let camera = try catalog.openVideo("fixture", wish: VideoWish()).source
    let microphone = try catalog.openAudio("fixture", wish: AudioWish())
    // Between opening and starting a real recorder makes its files; frame 0 lies before the start then.
    clock.advance(by: MediaTime(nanoseconds: 576_000))
    let second = bench.folder.path("second.livecam")
    try FixtureBench.record(camera, microphone, to: second, clock: clock, duration: .milliseconds(2500))
    let (one, two) = (try FixtureReader(path: bench.path), try FixtureReader(path: second))
    #expect(one.manifest.frames.map(\.timeNanoseconds) == two.manifest.frames.map(\.timeNanoseconds))
    #expect(one.manifest.video?.track.checks == two.manifest.video?.track.checks)
    #expect(one.manifest.chunks.map(\.position) == two.manifest.chunks.map(\.position))
    #expect(one.manifest.chunks.map(\.clock) == two.manifest.chunks.map(\.clock))
    #expect(one.manifest.audio?.track.checks == two.manifest.audio?.track.checks)
    #expect(two.manifest.video?.camera.modes.count ?? 0 > 1)
    guard case .end(let end) = two.manifest.video?.track.events.last else {
      Issue.record("no end")
      return
    }
    #expect(end.failure == nil && end.arrivalNanoseconds == 2_000_000_000)
  }

  @Test("controls that were recorded cannot be asked for")
  func fixedControls() throws {
    try bench.recordScene(duration: .milliseconds(300))
    let catalog = try FixtureCatalog(path: bench.path, clock: VirtualClock())
    let device = try #require(catalog.videoDevices().first)
    let source = try catalog.openVideo("fixture", wish: VideoWish()).source
    #expect(!device.controls.isEmpty && source.areControlsFixed)
    #expect(VideoDeviceTraits(of: device).exposureBiases != nil, "the scene has what its fixture has no more")
    for traits in [
      catalog.traits(of: device), try SimulatedWorld(clock: VirtualClock(), of: catalog).traits(of: device),
    ] {
      #expect(traits.exposureBiases == nil && traits.exposureDurations == nil && traits.sensitivities == nil)
      #expect(!traits.hasFlash && traits.kind == .simulated)
    }
    #expect(FaultyCamera(source).areControlsFixed)
  }

  @Test("skips, losses, filler and the recorded failure come at their places")
  func losses() throws {
    let clock = VirtualClock()
    let scene = SceneCatalog(clock: clock, pictures: StandardPictures())
    let camera = FaultyCamera(try scene.openVideo("scene", wish: FixtureBench.video).source)
    let microphone = FaultyMicrophone(try scene.openAudio("scene", wish: FixtureBench.audio))
    let (seen, heard) = (VideoSinkLog(clock: clock), AudioSinkLog(clock: clock))
    // Recorded twice over: by the recorder, and by sinks behind a tee of its own kind.
    let start = clock.now
    let recorder = try FixtureRecorder(
      path: bench.path, clock: clock, camera: VideoTee(camera, seen), microphone: AudioTee(microphone, heard))
    try recorder.start()
    clock.advance(by: .milliseconds(500))
    camera.spoil(.drop, 3)
    clock.advance(by: .milliseconds(500))
    microphone.fail()
    clock.advance(by: .milliseconds(300))
    camera.fail()
    clock.advance(by: .milliseconds(300))
    let summary = try recorder.finish()
    #expect(summary.skippedFrameCount == 3)
    let replay = try FixtureReplay(bench.path, duration: .milliseconds(3000))
    expectEqual(replay.videoLog, FixtureReplay.log(seen.events, begin: start), "camera")
    expectEqual(replay.audioLog, FixtureReplay.log(heard.events, begin: start), "microphone")
    #expect(replay.video.failure != nil && replay.audio.failure != nil)
  }

  @Test("sound that was lost is replayed as loss and filler")
  func filler() throws {
    let clock = VirtualClock()
    let lossy = LossyMicrophone(clock: clock)
    let path = bench.path
    try FixtureBench.record(nil, lossy, to: path, clock: clock, duration: .milliseconds(50)) { _ in lossy.deliver() }
    let replay = try FixtureReplay(path, duration: .milliseconds(40))
    expectEqual(
      replay.audioLog.map { $0.split(separator: " ").prefix(3).joined(separator: " ") },
      ["chunk 0 80", "loss 400", "chunk 80 400", "chunk 480 80", "chunk 560 7"], "sound")
    #expect(replay.audio.chunks.map(\.isFiller) == [false, true, false, false])
    #expect(replay.audio.chunks.map { $0.clock == nil } == [false, true, false, true])
  }

  @Test("devices keep their contract", arguments: [false, true])
  func conformance(loops: Bool) throws {
    try bench.recordScene(duration: .milliseconds(loops ? 700 : 4000))
    let clock = VirtualClock()
    let catalog = try FixtureCatalog(path: bench.path, clock: clock, options: FixtureOptions(loops: loops))
    let conformance = DeviceConformance(pace: .virtual(clock), sampleCount: loops ? 40 : 20)
    #expect(conformance.violations(of: try catalog.openVideo("Simulated", wish: VideoWish()).source) == [])
    let other = try FixtureCatalog(path: bench.path, clock: clock, options: FixtureOptions(loops: loops))
    let sound = DeviceConformance(pace: .virtual(clock), sampleCount: loops ? 200 : 40)
    #expect(sound.violations(of: try other.openAudio("scene", wish: AudioWish())) == [])
  }

  @Test("a camera that is opened later films what was recorded then; both devices share the begin")
  func sharedBegin() throws {
    try bench.recordScene()
    let clock = VirtualClock()
    let catalog = try FixtureCatalog(path: bench.path, clock: clock)
    #expect(catalog.begin == nil)
    let microphone = try catalog.openAudio("scene", wish: AudioWish())
    let begin = clock.now
    clock.advance(by: .milliseconds(500))
    let camera = try catalog.openVideo("scene", wish: VideoWish()).source
    #expect(catalog.begin == begin)
    let (seen, heard) = (VideoSinkLog(clock: clock), AudioSinkLog(clock: clock))
    try camera.start(delivering: seen)
    try microphone.start(delivering: heard)
    clock.advance(by: .milliseconds(200))
    camera.stop()
    microphone.stop()
    #expect(seen.frames.first?.sequence == 15)
    #expect(seen.frames.first?.time == begin + .milliseconds(500))
    #expect(heard.chunks.first?.position == 0)
    // Without skew the reading tells how late the stream began.
    let reading = try #require(heard.chunks.first?.clock)
    #expect(reading.position == 80 && reading.time == begin + .milliseconds(500))
  }

  @Test("a late clock loses frames, says so, and goes on with the newest")
  func lateness() throws {
    try bench.recordScene(audio: nil)
    let clock = LateClock()
    let catalog = try FixtureCatalog(path: bench.path, clock: clock)
    let sink = VideoSinkLog()
    let source = try catalog.openVideo("scene", wish: VideoWish()).source
    try source.start(delivering: sink)
    clock.jump(by: .milliseconds(100))
    #expect(sink.frames.map(\.sequence) == [0, 1, 2])
    clock.jump(by: .milliseconds(200))
    #expect(sink.frames.count == 9 && sink.skippedCount == 0)
    clock.jump(by: .milliseconds(500))
    source.stop()
    // Frame 23 came at 800 ms.
    #expect(sink.skippedCount == 14 && sink.frames.last?.sequence == 23)
  }

  @Test("a fixture made of a replay is whole on a late clock, too")
  func lateAgain() throws {
    try bench.recordScene(audio: nil)
    let clock = LateClock()
    let catalog = try FixtureCatalog(path: bench.path, clock: clock)
    let second = bench.folder.path("second.livecam")
    let recorder = try FixtureRecorder(
      path: second, clock: clock, camera: try catalog.openVideo("scene", wish: VideoWish()).source, microphone: nil)
    try recorder.start()
    for _ in 0..<3 { clock.jump(by: .milliseconds(1000)) }
    #expect(try recorder.finish().skippedFrameCount == 0)
    let (one, two) = (try FixtureReader(path: bench.path), try FixtureReader(path: second))
    #expect(one.manifest.frames.map(\.timeNanoseconds) == two.manifest.frames.map(\.timeNanoseconds))
    #expect(one.manifest.video?.track.checks == two.manifest.video?.track.checks)
  }
}
