import CaptureCodecs
import CaptureDevices
import Diagnostics
import FileStorage
import Fixtures
import ForeignDevices
import LinuxDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

@testable import Station

/// Fixtures and movies as the user names them; the machine's own devices are never touched.
@Suite struct StationWorldTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock(start: .milliseconds(3_000_000))
  /// The machine, and movies.
  private var world: StationWorld {
    var environment = CaptureEnvironment.virtual(clock: clock, media: .standard)
    environment.files = DiskFiles()
    var world = StationWorld(
      environment: environment, machine: LinuxCatalog(clock: clock),
      scene: SceneCatalog(clock: clock, pictures: StandardPictures()))
    world.schemes = Self.schemes
    return world
  }

  private static let schemes: [ReplayScheme] = [.fixture, .movie]

  private func wishes(_ camera: DeviceChoice, _ microphone: DeviceChoice = .none, loops: Bool = false) -> DeviceWishes {
    var wishes = DeviceWishes(camera: camera, microphone: microphone)
    wishes.loops = loops
    return wishes
  }

  init() throws { folder = try TemporaryFolder() }

  /// A scene that was recorded, from its epoch on.
  private func record(_ duration: MediaTime, video: VideoWish, audio: AudioWish?) throws -> String {
    let path = folder.path("scene.livecam")
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock, pictures: StandardPictures())
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
      ("movie:/x/y:z.mp4", .replay("movie", path: "/x/y:z.mp4")), ("fixture", .named("fixture")),
      ("/dev/video0", .named("/dev/video0")),
      ("movie:", .replay("movie", path: "")), ("hw:1,0", .named("hw:1,0")),
    ] as [(String, DeviceChoice)])
  func choices(text: String, choice: DeviceChoice) { #expect(DeviceChoice(text, schemes: Self.schemes) == choice) }

  @Test("a fixture's camera brings its microphone along, and both share its begin")
  func microphones() async throws {
    let small = VideoWish(size: (64, 48), pixelFormat: .grey)
    let path = try record(.milliseconds(400), video: small, audio: AudioWish())
    let both = try await world.open(wishes(.fixture(path), .auto))
    #expect(both.video is FixtureVideoSource && both.audio is FixtureAudioSource)
    #expect(both.notices.contains { $0.contains("as recorded") })
    let none = try await world.open(wishes(.fixture(path)))
    #expect(none.audio == nil)
    let scene = try await world.open(wishes(.scene, .fixture(path)))
    #expect(scene.audio is FixtureAudioSource)
  }

  @Test("a fixture is repeated when that is asked for, and takes no bracket; a movie is not repeated")
  func loops() async throws {
    let small = VideoWish(size: (64, 48), pixelFormat: .grey)
    let path = try record(.milliseconds(400), video: small, audio: nil)
    for loops in [false, true] {
      let camera = try await world.open(wishes(.fixture(path), loops: loops)).video
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
      #expect(bracket?.code == .unsupportedControl && bracket?.message.contains("is a replay") == true)
      try CameraAbilities(camera).check([])
    }
    let movie = await #expect(throws: DeviceError.self) {
      try await world.open(wishes(.replay("movie", path: "a.mp4"), loops: true))
    }
    #expect(movie?.code == .unsuitable && movie?.message.contains("livecam record --camera movie:a.mp4") == true)
  }

  @Test("an output of a recorded camera has no brackets and no flash, and refuses them before anything begins")
  func fixedExposure() async throws {
    let path = try record(.milliseconds(400), video: VideoWish(size: (64, 48), pixelFormat: .mjpeg), audio: nil)
    let session = try CaptureSession(
      configuration: SessionConfiguration(), environment: .virtual(clock: clock, files: MemoryFiles(), media: .standard)
    )
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
  func movies() async throws {
    let path = folder.path("clip.mp4")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=1", "-c:v", "libx264", path,
    ])
    let devices = try await world.open(wishes(.replay("movie", path: path), .auto))
    #expect(devices.video is MovieVideoSource && devices.audio == nil)
    #expect(devices.notices.contains { $0.contains("will be silent") })
  }

  @Test("what is not there or of no use is an error of the device's")
  func refusals() async throws {
    func error(_ camera: DeviceChoice, _ microphone: DeviceChoice = .none) async -> DeviceError? {
      await #expect(throws: DeviceError.self) { try await world.open(wishes(camera, microphone)) }
    }
    let file = try folder.write([1], as: "file")
    #expect(await error(.fixture(folder.path("none")))?.code == .notFound)
    #expect(await error(.replay("movie", path: folder.path("none")))?.code == .notFound)
    #expect(await error(.replay("tape", path: file))?.code == .unsuitable, "nobody has registered that")
    #expect(await error(.fixture(file))?.code == .unsuitable)
    #expect(await error(.replay("movie", path: file))?.code == .unsuitable)
    let path = try record(.milliseconds(200), video: VideoWish(size: (64, 48), pixelFormat: .grey), audio: nil)
    #expect(await error(.fixture(path), .fixture(path))?.code == .notFound)
    #expect(await error(.none)?.code == .notFound)
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
      let environment = CaptureEnvironment.virtual(clock: clock, files: DiskFiles(), media: .standard)
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

  @Test("what a camera cannot do is said with its name, the cause, and what it can do")
  func abilities() throws {
    let camera = try SceneCatalog(clock: VirtualClock(), pictures: StandardPictures()).openVideo(
      "scene", wish: CaptureBench.Setup().video
    ).source
    let abilities = CameraAbilities(camera)
    try abilities.check([.automatic(exposureTargetBias: 3), .manual(exposureDuration: nil, sensitivity: 50)])
    let raw = #expect(throws: DeviceError.self) { try abilities.checkRaw() }
    let bias = #expect(throws: DeviceError.self) { try abilities.check([.automatic(exposureTargetBias: 3.5)]) }
    for (error, parts) in [
      (raw, ["YU12", "RGGB"]), (bias, ["bias of 3.5", "bias of -3.0 to 3.0 EV", "gain of 50.0"]),
    ] {
      let text = try #require(error).description
      for part in parts + [camera.device.name] { #expect(text.contains(part), "\(text)") }
    }
    #expect(CameraAbilities.rawFormat(of: camera.device.modes)?.bayer?.bitsPerSample == 12)
    #expect(CameraAbilities.rawFormat(of: []) == nil)
  }
}
