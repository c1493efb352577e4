import Diagnostics
import LivePhotoTesting
import CaptureDevices
import Diagnostics
import FileStorage
import Fixtures
import ForeignDevices
import LinuxDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Station
import TestSupport
import Testing

/// Recordings and movies as the user names them; the machine's own devices are never touched.
@Suite struct DeviceChooserTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock(start: .milliseconds(3_000_000))
  private var chooser: DeviceChooser {
    DeviceChooser(machine: LinuxCatalog(clock: clock), scene: SceneCatalog(clock: clock), clock: clock)
  }

  init() throws { folder = try TemporaryFolder() }

  /// A scene that was recorded, from its epoch on.
  private func record(_ duration: MediaTime, video: VideoWish, audio: AudioWish?) throws -> String {
    let path = folder.path("scene.livecam")
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock)
    let recorder = try FixtureRecorder(
      path: path, clock: clock, camera: try catalog.openVideo("scene", wish: video).source,
      microphone: try audio.map { try catalog.openAudio("scene", wish: $0) })
    try recorder.start()
    clock.advance(by: duration)
    try recorder.finish()
    return path
  }

  @Test(
    "choices are read as they are written",
    arguments: [
      ("auto", .auto), ("scene", .scene), ("none", .none), ("fixture:a b.livecam", .fixture("a b.livecam")),
      ("movie:/x/y:z.mp4", .movie("/x/y:z.mp4")), ("fixture", .named("fixture")),
      ("/dev/video0", .named("/dev/video0")),
      ("movie:", .movie("")),
    ] as [(String, DeviceChoice)])
  func choices(text: String, choice: DeviceChoice) { #expect(DeviceChoice(text) == choice) }

  @Test("a fixture's camera brings its microphone along, and both share its begin")
  func microphones() throws {
    let small = VideoWish(size: (64, 48), pixelFormat: .grey)
    let path = try record(.milliseconds(400), video: small, audio: AudioWish())
    let both = try chooser.open(
      camera: .fixture(path), wish: VideoWish(), microphone: .auto, audioWish: AudioWish())
    #expect(both.video is FixtureVideoSource && both.audio is FixtureAudioSource)
    #expect(both.notices.contains { $0.contains("as recorded") })
    let none = try chooser.open(camera: .fixture(path), wish: VideoWish(), microphone: .none, audioWish: AudioWish())
    #expect(none.audio == nil)
    let scene = try chooser.open(
      camera: .scene, wish: VideoWish(), microphone: .fixture(path), audioWish: AudioWish())
    #expect(scene.audio is FixtureAudioSource)
  }

  @Test("a recording is repeated when that is asked for, and takes no bracket; a movie is not repeated")
  func loops() throws {
    let small = VideoWish(size: (64, 48), pixelFormat: .grey)
    let path = try record(.milliseconds(400), video: small, audio: nil)
    for loops in [false, true] {
      let chooser = DeviceChooser(
        machine: LinuxCatalog(clock: clock), scene: SceneCatalog(clock: clock), clock: clock, loops: loops)
      let camera = try chooser.open(
        camera: .fixture(path), wish: VideoWish(), microphone: .none, audioWish: AudioWish()
      ).video
      let sink = VideoSinkLog()
      try camera.start(delivering: sink)
      clock.advance(by: .milliseconds(1000))
      camera.stop()
      #expect((sink.failure == nil) == loops)
      #expect(loops ? sink.frames.count > 25 : sink.frames.count <= 12)
      if !loops { #expect(sink.failure?.message.contains("--loop") == true) }
      let bracket = #expect(throws: DeviceError.self) {
        try CameraAbilities(camera).check([.automatic(exposureTargetBias: 0)])
      }
      #expect(bracket?.code == .unsupportedControl && bracket?.message.contains("recording") == true)
      try CameraAbilities(camera).check([])
    }
    let movie = #expect(throws: DeviceError.self) {
      try DeviceChooser(machine: LinuxCatalog(clock: clock), scene: SceneCatalog(clock: clock), loops: true).open(
        camera: .movie("a.mp4"), wish: VideoWish(), microphone: .none, audioWish: AudioWish())
    }
    #expect(movie?.code == .unsuitable && movie?.message.contains("livecam record --camera movie:a.mp4") == true)
  }

  @Test("an output of a recorded camera has no brackets and no flash, and refuses them before anything begins")
  func fixedExposure() async throws {
    let path = try record(.milliseconds(400), video: VideoWish(size: (64, 48), pixelFormat: .mjpeg), audio: nil)
    let session = try CaptureSession(
      configuration: SessionConfiguration(), environment: .virtual(clock: clock, files: MemoryFiles()))
    let output = PhotoOutput()
    let system = try DeviceSystem(try FixtureCatalog(path: path, clock: clock, options: FixtureOptions(loops: true)))
    let camera = try #require(system.defaultDevice(for: .video))
    try await session.addInput(try DeviceInput(camera, of: system))
    try await session.addOutput(output)
    try await session.startRunning()
    #expect(output.maxBracketedCapturePhotoCount == 0 && output.supportedFlashModes == [.off] && !camera.hasFlash)
    let delegate = DelegateLog()
    let bracket = try PhotoSettings(bracket: [.automatic(exposureTargetBias: 0)])
    let refused = #expect(throws: CaptureError.self) { try output.capturePhoto(with: bracket, delegate: delegate) }
    #expect(refused?.rule == .bracketIsNotTooLong && refused?.message.contains("cannot be set") == true)
    var lit = PhotoSettings()
    lit.flashMode = .on
    let dark = #expect(throws: CaptureError.self) { try output.capturePhoto(with: lit, delegate: delegate) }
    #expect(dark?.rule == .flashModeIsSupported)
    #expect(delegate.calls.isEmpty && "\(delegate)" == "no calls")
    try await session.stopRunning()
  }

  @Test("a movie is a camera, with or without sound")
  func movies() throws {
    let path = folder.path("clip.mp4")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=1", "-c:v", "libx264", path,
    ])
    let devices = try chooser.open(camera: .movie(path), wish: VideoWish(), microphone: .auto, audioWish: AudioWish())
    #expect(devices.video is MovieVideoSource && devices.audio == nil)
    #expect(devices.notices.contains { $0.contains("will be silent") })
  }

  @Test("what is not there or of no use is an error of the device's")
  func refusals() throws {
    func error(_ camera: DeviceChoice, _ microphone: DeviceChoice = .none) -> DeviceError? {
      #expect(throws: DeviceError.self) {
        try chooser.open(camera: camera, wish: VideoWish(), microphone: microphone, audioWish: AudioWish())
      }
    }
    #expect(error(.fixture(folder.path("none")))?.code == .notFound)
    #expect(error(.movie(folder.path("none")))?.code == .notFound)
    #expect(error(.fixture(try folder.write([1], as: "file")))?.code == .unsuitable)
    #expect(error(.movie(try folder.write([1], as: "file")))?.code == .unsuitable)
    let path = try record(.milliseconds(200), video: VideoWish(size: (64, 48), pixelFormat: .grey), audio: nil)
    #expect(error(.fixture(path), .fixture(path))?.code == .notFound)
    #expect(error(.none)?.code == .notFound)
  }

  @Test(
    "a Live Photo of a fixture shows what the scene showed then, and twice the same",
    arguments: [PixelFormat.mjpeg, .nv12])
  func shoot(format: PixelFormat) async throws {
    let path = try record(
      .milliseconds(4500), video: VideoWish(size: (640, 480), frameRate: 30, pixelFormat: format), audio: AudioWish())
    var pairs: [[UInt8]] = []
    for name in ["one", "two"] {
      let own = folder.path(name)
      try folder.write([], as: name + "/.keep")
      let clock = VirtualClock(start: .milliseconds(9_000_123))
      let catalog = try FixtureCatalog(path: path, clock: clock)
      let environment = CaptureEnvironment.virtual(clock: clock, files: DiskFiles())
      let session = try CaptureSession(configuration: CaptureBench.Setup().session, environment: environment)
      let output = PhotoOutput()
      let camera = try catalog.openVideo("fixture", wish: VideoWish()).source
      try await session.addInput(camera)
      try await session.addInput(catalog.openAudio("fixture", wish: AudioWish()))
      try await session.addOutput(output)
      let delegate = DelegateLog(clock: clock)
      try output.setLivePhotoCaptureEnabled(true)
      try await session.startRunning()
      await clock.advance(by: .milliseconds(2210)) { await session.settle() }
      let id = try output.capturePhoto(
        with: PhotoSettings(
          livePhotoMoviePath: own + "/pair.mov", livePhotoVideoCodec: .h264, orientation: .up),
        delegate: delegate)
      await clock.advance(by: .milliseconds(2250)) { await session.settle() }
      try await session.stopRunning()
      let photo = try #require(delegate.calls.lazy.compactMap(\.photo).first)
      #expect(photo.resolvedSettings.uniqueID == id)
      try folder.write(try #require(photo.fileDataRepresentation()), as: name + "/pair.jpg")
      let begin = try #require(catalog.begin)
      var expected = PairExpectation(
        shutter: photo.resolvedSettings.shutterTime - begin, preRoll: .milliseconds(1500),
        postRoll: .milliseconds(1500),
        frameInterval: camera.mode.frameInterval, hasSound: true)
      expected.preRoll = photo.resolvedSettings.availablePreRoll
      let judgement = try PairJudge().judge(still: own + "/pair.jpg", movie: own + "/pair.mov", against: expected)
      #expect(judgement.violations == [] && judgement.syncReadings >= 2)
      pairs.append(try folder.read(name + "/pair.jpg") + folder.read(name + "/pair.mov"))
    }
    #expect(firstDifference(pairs[0], pairs[1]) == nil)
  }
}
