import CaptureCodecs
import CaptureDevices
import Diagnostics
import Fixtures
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

/// Devices that tests make up keep the contract of real ones, and do what their makers say.
@Suite struct SimulatedWorldTests {
  private let clock = VirtualClock()

  @Test(
    "simulated cameras and microphones pass the suite of all devices",
    arguments: [PixelFormat.yu12, .mjpeg, SimulatedCamera.sensorFormat])
  func conformance(format: PixelFormat) throws {
    let camera = SimulatedCamera("one", modes: [SimulatedCamera.mode(format, width: 320, height: 240)])
    let devices = SimulatedWorld(
      clock: clock, cameras: [camera], microphones: [SimulatedMicrophone()], pictures: StandardPictures())
    let suite = DeviceConformance(pace: .virtual(clock))
    let report = suite.report(on: try devices.openVideo("one", wish: VideoWish()).source)
    #expect(report.passes)
    let microphone = suite.report(on: try devices.openAudio("microphone", wish: AudioWish()))
    #expect(microphone.passes)
  }

  @Test("a system sees what is plugged in, in order, with its traits")
  func discovery() throws {
    let devices = SimulatedWorld(
      clock: clock, cameras: [.front(), .back(), SimulatedCamera("usb")],
      microphones: [SimulatedMicrophone("a"), SimulatedMicrophone("b")])
    let system = try DeviceSystem(devices)
    #expect(system.devices.map(\.uniqueID) == ["front", "back", "usb", "a", "b"])
    #expect(system.discover(kinds: [.builtIn]).map(\.uniqueID) == ["back", "front"])
    #expect(system.discover(kinds: [.external, .builtIn], position: .front).map(\.uniqueID) == ["front"])
    let back = try #require(system.discover(kinds: [.builtIn], position: .back).first)
    #expect(back.hasFlash && back.traits.exposureBiases == -2...2 && back.traits.sensitivities == 32...3200)
    #expect(back.traits.exposureDurations?.upperBound == MediaTime(value: 1, timescale: 2))
    #expect(back.formats.count == 2)
    #expect(try DeviceSystem(SimulatedWorld(clock: clock)).defaultDevice(for: .video) == nil)
  }

  @Test("a device is opened once at a time, by who may, under its name, in its modes")
  func opening() throws {
    let devices = SimulatedWorld(
      clock: clock, cameras: [SimulatedCamera("one"), SimulatedCamera("shut", access: .denied)],
      microphones: [SimulatedMicrophone(), SimulatedMicrophone("mute", access: .denied)])
    func code(_ body: () throws -> Void) -> DeviceError.Code? {
      do { try body() } catch { return (error as? DeviceError)?.code }
      return nil
    }
    let sink = VideoSinkLog()
    let camera = try devices.openVideo("one", wish: VideoWish()).source
    try camera.start(delivering: sink)
    #expect(code { _ = try devices.openVideo("one", wish: VideoWish()) } == .busy)
    camera.stop()
    #expect(code { _ = try devices.openVideo("one", wish: VideoWish()) } == nil)
    #expect(code { _ = try devices.openVideo("shut", wish: VideoWish()) } == .accessDenied)
    #expect(code { _ = try devices.openVideo("two", wish: VideoWish()) } == .notFound)
    #expect(code { _ = try devices.openVideo("one", wish: VideoWish(size: (640, 480))) } == .unsupportedMode)
    #expect(code { _ = try devices.openAudio("mute", wish: AudioWish()) } == .accessDenied)
    #expect(code { _ = try devices.openAudio("microphone", wish: AudioWish(sampleRate: 8000)) } == .unsupportedMode)
    devices.setAccess(.granted, "shut")
    #expect(code { _ = try devices.openVideo("shut", wish: VideoWish()) } == nil)
    let system = try DeviceSystem(devices)
    let mute = try #require(system.devices.first { $0.uniqueID == "mute" })
    let refused = #expect(throws: CaptureError.self) { try DeviceInput(mute, of: system) }
    #expect(refused?.code == .notAuthorized)
  }

  @Test("what is pulled out ends its stream and is told of; plugged in again it is new")
  func unplugging() throws {
    let devices = SimulatedWorld(clock: clock, cameras: [.back()], microphones: [SimulatedMicrophone()])
    let told = Mutex<[String]>([])
    let observation = devices.observe { event in
      told.withLock { $0.append("\(event)".prefix { $0 != "(" }.description) }
    }
    let sink = VideoSinkLog(clock: clock)
    let camera = try devices.openVideo("back", wish: VideoWish()).source
    try camera.start(delivering: sink)
    clock.advance(by: .seconds(1))
    #expect(sink.frames.count == 30)
    devices.unplug("back")
    clock.advance(by: .seconds(1))
    #expect(sink.failure?.code == .disconnected && sink.frames.count == 30 && devices.videoDevices().isEmpty)
    devices.unplug("back")
    devices.plugIn(SimulatedCamera.back())
    devices.unplug("microphone")
    devices.plugIn(SimulatedMicrophone())
    let again = try devices.openVideo("back", wish: VideoWish()).source
    let second = VideoSinkLog()
    try again.start(delivering: second)
    clock.advance(by: .seconds(1))
    #expect(second.frames.count == 30 && sink.frames.count == 30)
    devices.plugIn(SimulatedCamera.back())
    #expect(second.failure?.code == .disconnected)
    observation.cancel()
    devices.unplug("back")
    #expect(
      told.withLock { $0 } == [
        "videoDisconnected", "videoConnected", "audioDisconnected", "audioConnected", "videoDisconnected",
        "videoConnected",
      ])
  }

  @Test("controls are set within their limits, stay set, and show in the picture")
  func controls() throws {
    let devices = SimulatedWorld(clock: clock, cameras: [.back(), .front()])
    let camera = try devices.openVideo("back", wish: VideoWish(pixelFormat: .yu12)).source
    let controls = CameraControls(camera)
    func brightness() throws -> Double {
      let sink = VideoSinkLog()
      try camera.start(delivering: sink)
      clock.advance(by: .seconds(0.2))
      camera.stop()
      let frame = try #require(sink.frames.last)
      return frame.storage.withBytes { bytes in
        // The upper half: the bar at the bottom fills up in the course of a second.
        Double(bytes.prefix(320 * 120).reduce(0) { $0 + Int($1) }) / Double(320 * 120)
      }
    }
    let usual = try brightness()
    try controls.exposureBias?.set(-2)
    #expect(try abs(brightness() / usual - 0.25) < 0.02)
    try controls.exposureBias?.set(0)
    try controls.exposureMode?.set(.manual)
    try controls.exposureTime?.set(0.005)
    #expect(try abs(brightness() / usual - 0.5) < 0.02)
    try controls.gain?.set(50)
    #expect(try abs(brightness() / usual - 0.25) < 0.02)
    try controls.flashMode?.set(.torch)
    #expect(try abs(brightness() / usual - 0.5) < 0.02)
    #expect(devices.value(ofControl: CameraControlNumber.gain, camera: "back") == 50)
    #expect(throws: DeviceError.self) { try camera.setControl(CameraControlNumber.gain, to: 5000) }
    #expect(throws: DeviceError.self) { try camera.setControl(CameraControlNumber.flashMode, to: 7) }
    #expect(throws: DeviceError.self) { try camera.setControl(CameraControlNumber.focus, to: 1) }
    let again = try devices.openVideo("back", wish: VideoWish()).source
    #expect(try again.value(ofControl: CameraControlNumber.gain) == 50, "drivers keep what is set")
    devices.unplug("back")
    #expect(devices.value(ofControl: CameraControlNumber.gain, camera: "back") == nil)
    devices.plugIn(.back())
    #expect(
      devices.value(ofControl: CameraControlNumber.gain, camera: "back") == 100, "a camera that was without power")
    for gone in [camera, again] {
      #expect(throws: DeviceError.self) { try gone.setControl(CameraControlNumber.gain, to: 60) }
      #expect(throws: DeviceError.self) { try gone.value(ofControl: CameraControlNumber.gain) }
    }
    #expect(devices.value(ofControl: CameraControlNumber.gain, camera: "back") == 100)
    let front = try devices.openVideo("front", wish: VideoWish()).source
    #expect(CameraControls(front).exposureBias != nil && CameraControls(front).gain == nil)
    #expect(devices.value(ofControl: CameraControlNumber.gain, camera: "front") == nil)
  }

  /// A session of the first camera and microphone of a world.
  private func session(
    of devices: SimulatedWorld, rawFirst: Bool = false
  ) async throws -> (session: CaptureSession, output: PhotoOutput) {
    let system = try DeviceSystem(devices)
    let session = try CaptureSession(
      configuration: SessionConfiguration(), environment: .virtual(clock: clock, media: .standard))
    let output = PhotoOutput()
    let camera = try #require(system.defaultDevice(for: .video))
    if !rawFirst { try await session.setSessionPreset(.photo) }
    if rawFirst {
      try camera.lockForConfiguration()
      try camera.setActiveFormat(camera.formats[0])
      camera.unlockForConfiguration()
      try await session.setSessionPreset(.inputPriority)
    }
    try await session.addInput(try DeviceInput(camera, of: system))
    try await session.addOutput(output)
    try await session.startRunning()
    return (session, output)
  }

  @Test("a bracket on a simulated camera is darker and brighter")
  func bracket() async throws {
    let devices = SimulatedWorld(clock: clock, cameras: [.back()])
    let (session, output) = try await session(of: devices)
    await clock.advance(by: .seconds(1), settling: session)
    let delegate = DelegateLog(clock: clock)
    var settings = try PhotoSettings(
      bracket: [-2, 0, 1].map { PhotoBracketElement.automatic(exposureTargetBias: $0) })
    settings.format = .pixels(output.availablePhotoPixelFormatTypes[0])
    try output.capturePhoto(with: settings, delegate: delegate)
    #expect(await clock.advance(until: { delegate.timeline.hasSuffix("F1") }, settling: session))
    let means = delegate.calls.compactMap { call in
      (call.photo?.pixelBuffer?.bytes).map { bytes in Double(bytes.reduce(0) { $0 + Int($1) }) / Double(bytes.count) }
    }
    #expect(means.count == 3 && means[0] < means[1] && means[1] < means[2], "\(means) \(delegate.timeline)")
    #expect(CaptureLaws.check(delegate.calls).passes)
    try await session.stopRunning()
  }

  @Test("waiting for what does not come ends in virtual time")
  func patience() async throws {
    let devices = SimulatedWorld(clock: clock, cameras: [.back()])
    let (session, _) = try await session(of: devices)
    let start = clock.now
    #expect(await !clock.advance(until: { false }, within: .seconds(2), settling: session))
    #expect((clock.now - start).seconds >= 2 && (clock.now - start).seconds < 2.1)
    try await session.stopRunning()
  }

  @Test("RAW that the camera has processed goes with no Live Photo; a sensor's own goes with speed")
  func raw() async throws {
    for isProcessed in [true, false] {
      let devices = SimulatedWorld(
        clock: clock, cameras: [.raw(isProcessed: isProcessed)], pictures: StandardPictures())
      let (session, output) = try await session(of: devices, rawFirst: true)
      await clock.advance(by: .seconds(1), settling: session)
      #expect(output.availableRawPhotoPixelFormatTypes == [SimulatedCamera.sensorFormat])
      var settings = PhotoSettings(rawPixelFormat: SimulatedCamera.sensorFormat)
      let delegate = DelegateLog()
      if isProcessed {
        try output.setLivePhotoCaptureEnabled(true)
        settings.livePhotoMoviePath = "raw.mov"
        let refused = #expect(throws: CaptureError.self) { try output.capturePhoto(with: settings, delegate: delegate) }
        #expect(refused?.rule == .processedRawIsStill)
        settings.livePhotoMoviePath = nil
      } else {
        let refused = #expect(throws: CaptureError.self) { try output.capturePhoto(with: settings, delegate: delegate) }
        #expect(refused?.rule == .bayerIsUnprocessed)
        settings.photoQualityPrioritization = .speed
      }
      try output.capturePhoto(with: settings, delegate: delegate)
      await clock.advance(by: .seconds(1), settling: session)
      #expect(delegate.timeline == "B1 W1 C1 P1 P1 F1")
      #expect(delegate.calls.contains { $0.photo?.isRawPhoto == true })
      try await session.stopRunning()
    }
  }

  @Test("a session goes on by itself when its camera is plugged in again")
  func session() async throws {
    let devices = SimulatedWorld(clock: clock, cameras: [.back()])
    let (session, _) = try await session(of: devices)
    let events = StreamLog(session.events)
    await clock.advance(by: .seconds(1), settling: session)
    devices.unplug("back")
    await clock.advance(by: .seconds(1), settling: session)
    #expect(await !session.isRunning)
    devices.plugIn(SimulatedCamera.back())
    await clock.advance(by: .seconds(1), settling: session)
    #expect(await session.isRunning)
    try await session.stopRunning()
    let log = EventLogText([], session: await events.finish(), since: devices.scene.epoch)
    #expect(
      log.lines == [
        "+1.000000  -  videoDidFail  error disconnected", "+1.000000  -  wasInterrupted  videoDeviceWasLost",
        "+2.000000  -  interruptionEnded", "+2.000000  -  didStartRunning", "+3.000000  -  didStopRunning",
      ], "\(log)")
  }

  @Test("a fixture is found among a bundle's resources, and one that is not there is missed by name")
  func fixture() throws {
    let folder = try TemporaryFolder()
    let scene = SceneCatalog(clock: clock, pictures: StandardPictures())
    let camera = try scene.openVideo("scene", wish: VideoWish(size: (64, 48), frameRate: 15)).source
    let recorder = try FixtureRecorder(
      path: folder.path("made.livecam"), clock: clock, camera: camera, microphone: nil)
    try recorder.start()
    clock.advance(by: .seconds(1))
    _ = try recorder.finish()
    for name in ["made", "made.livecam"] {
      let catalog = try FixtureCatalog.named(name, in: folder.path, clock: clock)
      #expect(catalog.fixture.manifest.frames.count >= 14)
    }
    let error = #expect(throws: FixtureError.self) {
      try FixtureCatalog.named("none", in: folder.path, clock: clock)
    }
    #expect(error?.code == .missing && error?.description.contains("none.livecam") == true)
  }
}
