public import CaptureDevices
import CaptureScripts
public import Diagnostics
public import FileStorage
public import LiveCapture
public import MediaCore
public import Simulator
import Synchronization

/// A session with a simulated camera and microphone in virtual time, driven by timelines.
///
/// ```
/// let bench = try await CaptureBench()
/// try await bench.run("60v v* 119v")
/// bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1"
/// ```
/// All work of an instant is done before time moves on, so equal timelines have equal outcomes, byte for byte and in
/// the same order.
public final class CaptureBench: Sendable {
  /// The parts that a bench is made of. The picture is small by default: most tests are about the course of things.
  public struct Setup: Sendable {
    /// The camera's mode.
    public var video = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yu12)
    /// The microphone's format; `nil` for none.
    public var audio: AudioWish? = AudioWish(sampleRate: 48_000, channelCount: 1)
    /// What the simulated camera and microphone show and play.
    public var scene = SceneSettings()
    /// The session's settings.
    public var session: SessionConfiguration
    /// The compression of stills.
    public var photoCodec = PhotoCodec.jpeg
    /// The compression of movies.
    public var movieCodec = VideoCodec.h264
    /// The choices where Apple does not say what happens.
    public var profile = CaptureProfile()
    /// The order in which events are delivered.
    public var order = CaptureProfile.Order.nominal
    /// The clock that work is measured by; `nil` measures nothing.
    public var stageClock: (any StageClock)?
    /// The session's codecs, by default such as look at no picture: most tests are about the course of things.
    public var media: CaptureMedia
    /// The store that movies are written to.
    public var files: any FileStore = MemoryFiles()
    /// The beginning of movies' names: nothing, or a folder and a slash.
    public var moviePrefix = ""
    /// The number from which identifiers of pairs are counted: benches with unlike numbers make unlike pairs.
    public var firstIdentifier: UInt64 = 0

    /// The usual: 160x120 at 30 frames a second, 48 kHz, files in memory, the fastest preset on one thread.
    public init(media: CaptureMedia = .null) {
      self.media = media
      session = SessionConfiguration()
      session.videoPreset = .ultrafast
      session.videoThreads = 1
    }

    /// The usual, but with movies as files in a folder.
    public init(folder: String, media: CaptureMedia = .null) {
      self.init(media: media)
      files = DiskFiles()
      moviePrefix = folder + "/"
    }
  }

  let play: ScriptPlay
  private let readiness: ReadinessLog
  /// The camera, which can be made to fail. Steps call it `camera`.
  public let camera: FaultyCamera
  /// The microphone, which can be made to fail. Steps call it `microphone`.
  public let microphone: FaultyMicrophone?
  /// The delegate of all captures.
  public let delegate: DelegateLog
  /// The world; it begins when the bench is made.
  public let scene: Scene
  /// The clock that everything runs on; it begins at 1000 s.
  public var clock: VirtualClock { play.cast.clock }
  /// The session under test.
  public var session: CaptureSession { play.cast.session }
  /// The photo output of the session.
  public let output: PhotoOutput
  /// The time from one frame of the camera's mode to the next.
  public var frameInterval: MediaTime { camera.mode.frameInterval }
  private let moviePrefix: String
  private let photoCodec: PhotoCodec
  private let movieCodec: VideoCodec
  private let isStarted = Mutex(false)

  /// Creates a bench whose session is not running yet; ``run(_:)`` starts it.
  /// - Throws: `DeviceError` or `CaptureError` when the setup cannot be.
  public init(_ setup: Setup = Setup()) async throws {
    var script = CaptureScript(file: "timeline")
    script.world = .scene(setup.scene)
    script.cameras = [CaptureScript.Camera(name: "camera", model: "Simulated scene")]
    script.microphones = setup.audio == nil ? [] : [CaptureScript.Microphone(name: "microphone")]
    script.session.configuration = setup.session
    script.profile = setup.profile
    script.order = setup.order
    let cast = try ScriptCast(
      script, folder: setup.moviePrefix.isEmpty ? nil : setup.moviePrefix, tools: ScriptTools(media: setup.media),
      over: setup.files, stageClock: setup.stageClock, firstIdentifier: setup.firstIdentifier)
    scene = Scene(epoch: cast.clock.now, settings: setup.scene)
    camera = try cast.openCamera("camera", setup.video)
    microphone = try setup.audio.map { try cast.openMicrophone("microphone", $0) }
    delegate = DelegateLog(clock: cast.clock)
    output = cast.outputs[0].photo
    moviePrefix = setup.moviePrefix
    photoCodec = setup.photoCodec
    movieCodec = setup.movieCodec
    play = ScriptPlay(cast, delegate: delegate)
    readiness = ReadinessLog(cast)
    try await session.addInput(camera)
    if let microphone { try await session.addInput(microphone) }
    try await session.addOutput(output)
    try output.setLivePhotoCaptureEnabled(true)
  }

  /// Runs a ``/CaptureScripts/CaptureTimeline`` from the present instant on. The first one starts the session.
  ///
  /// After it, the instant at which its last interval ends has come: after `60v`, at 30 frames a second, two seconds
  /// have passed. The movie of capture 1 is called `1.mov`.
  /// - Throws: ``/CaptureScripts/TimelineError`` for what is no timeline and for a device that is not there, with the
  ///   line and a mark below the place; `CaptureError` when the session does not start or a step is refused.
  public func run(_ timeline: String) async throws { try await run(try CaptureTimeline(timeline)) }

  func run(_ timeline: CaptureTimeline) async throws {
    let start = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return isStarted ? [] : [ScriptStep(.next, .start)]
    }
    let steps = try play.cast.steps(
      of: timeline, every: frameInterval, isImmediate: scene.settings.frameLatency == .zero)
    for var step in start + steps {
      // What a timeline does not say of a press is as the setup says.
      if case .press(var press) = step.action, press == ScriptPress(press.kind) {
        (press.codec, press.movieCodec) = (photoCodec, press.kind == .live ? movieCodec : nil)
        step.action = .press(press)
      }
      try await play.take(step)
    }
  }

  /// Advances the clock by a duration.
  public func advance(by duration: MediaTime) async { await play.advance(by: duration) }

  /// Requests a capture, and returns once all work of the present instant is done. The codecs are the setup's by
  /// default.
  /// - Throws: `CaptureError` when it cannot be pressed.
  @discardableResult
  public func press(
    isLive: Bool, photoCodec: PhotoCodec? = nil, movieCodec: VideoCodec? = nil, orientation: Orientation? = nil
  ) async throws -> CaptureID {
    var settings = nextSettings(isLive: isLive)
    settings.format = PhotoFormat(codec: photoCodec ?? self.photoCodec)
    settings.livePhotoVideoCodec = movieCodec ?? self.movieCodec
    settings.orientation = orientation
    return try await press(settings)
  }

  /// Requests a capture with the given settings, and returns once all work of the present instant is done.
  /// - Throws: `CaptureError` when it cannot be pressed.
  @discardableResult
  public func press(_ settings: PhotoSettings) async throws -> CaptureID {
    let id = try output.capturePhoto(with: settings, delegate: delegate)
    await session.settle()
    return id
  }

  /// Creates settings with the bench's next number, so that equal scripts have equal identifiers; a Live Photo's movie
  /// is named by it.
  public func nextSettings(isLive: Bool = false) -> PhotoSettings {
    let number = play.nextNumber()
    return PhotoSettings(
      uniqueID: CaptureID(rawValue: Int64(number)), format: PhotoFormat(codec: photoCodec),
      livePhotoMoviePath: isLive ? "\(moviePrefix)\(number).mov" : nil,
      livePhotoVideoCodec: isLive ? movieCodec : nil)
  }
}
