import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

/// Sources that nobody stops: they, their streams and their sinks go with whoever held them.
@Suite struct SourceLifetimeTests {
  private let clock = VirtualClock()
  private let scene: SceneCatalog
  private let leaks = LeakWatch()

  init() { scene = SceneCatalog(clock: clock, pictures: StandardPictures()) }

  private func camera() throws -> any VideoSource {
    try scene.openVideo("scene", wish: VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yuyv)).source
  }

  private func microphone() throws -> any AudioSource { try scene.openAudio("scene", wish: AudioWish()) }

  private func expectNothingLeft(of count: Int) async {
    let report = await leaks.settled()
    #expect(report.passes && report.count == count, "\(report)")
    // Calls that are still in the clock's list find nobody.
    clock.advance(by: .seconds(1))
  }

  @Test("a started camera that is let go goes, with its stream and its sink", arguments: [false, true])
  func droppedCamera(isScripted: Bool) async throws {
    do {
      let inner = leaks.watch(try camera(), "camera")
      let source = isScripted ? leaks.watch(FaultyCamera(inner), "scripted camera") : inner
      let sink = leaks.watch(VideoSinkLog(), "sink")
      try source.start(delivering: sink)
      clock.advance(by: .seconds(1))
      #expect(!sink.events.isEmpty)
    }
    await expectNothingLeft(of: isScripted ? 3 : 2)
  }

  @Test("a started microphone that is let go goes, with its stream and its sink", arguments: [false, true])
  func droppedMicrophone(isScripted: Bool) async throws {
    do {
      let inner = leaks.watch(try microphone(), "microphone")
      let source = isScripted ? leaks.watch(FaultyMicrophone(inner), "scripted microphone") : inner
      let sink = leaks.watch(AudioSinkLog(), "sink")
      try source.start(delivering: sink)
      clock.advance(by: .seconds(1))
      #expect(!sink.events.isEmpty)
    }
    await expectNothingLeft(of: isScripted ? 3 : 2)
  }

  @Test("a camera that has failed lets go of its sink, even one that holds the camera")
  func failedCamera() async throws {
    do {
      let source = leaks.watch(FaultyCamera(leaks.watch(try camera(), "camera")), "scripted camera")
      let sink = leaks.watch(HoldingSink(video: source), "sink")
      try source.start(delivering: sink)
      clock.advance(by: .seconds(1))
      source.fail()
      #expect(sink.failure?.code == .disconnected)
    }
    await expectNothingLeft(of: 3)
  }

  @Test("a microphone that has failed lets go of its sink, even one that holds the microphone")
  func failedMicrophone() async throws {
    do {
      let source = leaks.watch(
        FaultyMicrophone(leaks.watch(try microphone(), "microphone")), "scripted microphone")
      let sink = leaks.watch(HoldingSink(audio: source), "sink")
      try source.start(delivering: sink)
      clock.advance(by: .seconds(1))
      source.fail()
      #expect(sink.failure?.code == .disconnected)
    }
    await expectNothingLeft(of: 3)
  }
}

/// A sink that holds its source, as whoever owns both does: only the stream's end parts them.
private final class HoldingSink: VideoSink, AudioSink {
  private let video: (any VideoSource)?
  private let audio: (any AudioSource)?
  private let ended = Mutex(DeviceError?.none)

  init(video: (any VideoSource)? = nil, audio: (any AudioSource)? = nil) { (self.video, self.audio) = (video, audio) }

  var failure: DeviceError? { ended.withLock { $0 } }

  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {}
  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {}
  func videoSource(_ source: any VideoSource, didFail error: DeviceError) { ended.withLock { $0 = error } }
  func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {}
  func audioSource(_ source: any AudioSource, didLose frames: Int) {}
  func audioSource(_ source: any AudioSource, didFail error: DeviceError) { ended.withLock { $0 = error } }
}
