import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Simulated sources that nobody stops: they and their sinks go with whoever held them.
@Suite struct SimulatedSourceLifetimeTests {
  private let clock = VirtualClock()
  private let leaks = LeakWatch()
  private let devices: SimulatedWorld

  init() {
    devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("one")], microphones: [SimulatedMicrophone()])
  }

  /// Opens both devices, starts them, and lets go of them after `body`.
  private func use(_ body: (VideoSinkLog, AudioSinkLog) -> Void) throws {
    let camera = leaks.watch(try devices.openVideo("one", wish: VideoWish()).source, "camera")
    let microphone = leaks.watch(try devices.openAudio("microphone", wish: AudioWish()), "microphone")
    let video = leaks.watch(VideoSinkLog(), "video sink")
    let audio = leaks.watch(AudioSinkLog(), "audio sink")
    try camera.start(delivering: video)
    try microphone.start(delivering: audio)
    clock.advance(by: .seconds(1))
    #expect(!video.frames.isEmpty && !audio.chunks.isEmpty)
    body(video, audio)
  }

  private func expectNothingLeft() async {
    let report = await leaks.settled()
    #expect(report.passes && report.count == 4, "\(report)")
    clock.advance(by: .seconds(1))
    #expect(leaks.survivors.isEmpty, "nor does a tick bring one back")
  }

  @Test("started devices that are let go go, with their sinks, and can be opened again")
  func dropped() async throws {
    try use { _, _ in }
    await expectNothingLeft()
    try use { _, _ in }
    let report = await leaks.settled()
    #expect(report.passes && report.count == 8, "\(report)")
  }

  @Test("devices that were pulled out go, with their sinks")
  func failed() async throws {
    try use { video, audio in
      devices.unplug("one")
      devices.unplug("microphone")
      #expect(video.failure?.code == .disconnected && audio.failure?.code == .disconnected)
    }
    await expectNothingLeft()
  }
}
