import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// The doubles of devices are devices themselves, and fail as they are told.
@Suite struct FaultySourceTests {
  private let clock = VirtualClock()
  private let catalog: SceneCatalog
  private let second = MediaTime(value: 1, timescale: 1)

  init() { catalog = SceneCatalog(clock: clock, pictures: StandardPictures()) }

  private func camera() throws -> FaultyCamera {
    let wish = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yuyv)
    return FaultyCamera(try catalog.openVideo("scene", wish: wish).source)
  }

  private func repeating() throws -> any VideoSource {
    let wish = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .mjpeg)
    let catalog = SceneCatalog(clock: clock, settings: SceneSettings(pictureCount: 1), pictures: StandardPictures())
    return try catalog.openVideo("scene", wish: wish).source
  }

  @Test("doubles that are left alone hold to the contract of devices")
  func conformance() throws {
    let suite = DeviceConformance(pace: .virtual(clock))
    #expect(suite.violations(of: try camera()) == [])
    #expect(suite.violations(of: try repeating()) == [])
    #expect(suite.violations(of: FaultyMicrophone(try catalog.openAudio("scene", wish: AudioWish()))) == [])
  }

  @Test("a camera that fails says so once, and nothing after it")
  func failing() throws {
    let (camera, sink) = (try camera(), VideoSinkLog())
    camera.fail()
    try camera.start(delivering: sink)
    clock.advance(by: second)
    let count = sink.frames.count
    #expect(count == 30)
    camera.fail()
    camera.fail()
    clock.advance(by: second)
    #expect(sink.failure?.code == .disconnected)
    #expect(sink.events.count == count + 1)
  }

  @Test("a frozen camera is silent until it thaws, and its frame numbers tell the gap")
  func freezing() throws {
    let (camera, sink) = (try camera(), VideoSinkLog())
    try camera.start(delivering: sink)
    clock.advance(by: second)
    camera.freeze()
    clock.advance(by: second)
    #expect(sink.frames.count == 30)
    camera.thaw()
    clock.advance(by: second)
    #expect(sink.frames.count == 60)
    #expect(sink.frames[30].sequence - sink.frames[29].sequence == 31)
    #expect(sink.skippedCount == 0)
  }

  @Test("lost frames are reported")
  func losing() throws {
    let (camera, sink) = (try camera(), VideoSinkLog())
    try camera.start(delivering: sink)
    camera.spoil(.drop, 3)
    clock.advance(by: second)
    #expect(sink.frames.count == 27)
    #expect(sink.frames.first?.sequence == 3)
    #expect(sink.skippedCount == 3)
  }

  @Test("a microphone fails and freezes likewise")
  func microphone() throws {
    for freezes in [true, false] {
      let microphone = FaultyMicrophone(try catalog.openAudio("scene", wish: AudioWish()))
      let sink = AudioSinkLog()
      try microphone.start(delivering: sink)
      clock.advance(by: second)
      let count = sink.chunks.count
      #expect(count == 100)
      if freezes { microphone.freeze() } else { microphone.fail() }
      clock.advance(by: second)
      #expect(sink.chunks.count == count)
      #expect((sink.failure == nil) == freezes)
      microphone.stop()
    }
  }

  @Test("a scene of one picture delivers the same bytes at every interval")
  func repetition() throws {
    let (camera, sink) = (try repeating(), VideoSinkLog())
    let start = clock.now
    try camera.start(delivering: sink)
    clock.advance(by: second)
    #expect(sink.frames.count == 30)
    #expect(sink.frames.map(\.sequence) == (0..<30).map { UInt64($0) })
    #expect(((sink.frames[29].time - start).seconds - 29.0 / 30).magnitude < 1e-6)
    let bytes = sink.frames.map { $0.storage.withBytes { Array($0) } }
    #expect(Set(bytes).count == 1 && !bytes[0].isEmpty)
  }
}
