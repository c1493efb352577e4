public import Diagnostics
public import FileStorage
public import CaptureDevices
public import LiveCapture
public import MediaCore
public import Simulator
import Synchronization

/// A session with a simulated camera and microphone in virtual time, ready to be led through a script.
///
/// ```
/// let bench = try await CaptureBench()
/// try await bench.run("2 L 4")
/// bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1"
/// ```
/// Everything that an instant sets off is done before time moves on, so equal scripts have equal outcomes, to the
/// byte and in the same order.
public final class CaptureBench: Sendable {
  /// What a bench is made of. The picture is small by default: most tests are about the course of things.
  public struct Setup: Sendable {
    /// The camera's mode.
    public var video = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yu12)
    /// The microphone's format; `nil` for none.
    public var audio: AudioWish? = AudioWish(sampleRate: 48_000, channelCount: 1)
    /// The scene's settings.
    public var scene = SceneSettings()
    /// The session's settings.
    public var session: SessionConfiguration
    /// How stills are compressed.
    public var photoCodec = PhotoCodec.jpeg
    /// How movies are compressed.
    public var movieCodec = VideoCodec.h264
    /// What happens where Apple does not say.
    public var profile = CaptureProfile()
    /// In which order events are told; `nil` tells each as soon as it happens.
    public var shuffle: EventShuffle?
    /// What work is measured by; `nil` measures nothing.
    public var stageClock: (any StageClock)?
    /// The session's codecs, by default such as look at no picture: most tests are about the course of things.
    public var media: CaptureMedia
    /// What movies are written by.
    public var files: any FileStore = MemoryFiles()
    /// What stands before the names of movies: nothing, or a folder and a slash.
    public var moviePrefix = ""
    /// Where the identifiers of pairs begin to be counted: benches with unlike numbers make unlike pairs.
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

  /// The clock that everything runs on; it begins at 1000 s.
  public let clock: VirtualClock
  /// The world; it begins when the bench is made.
  public let scene: Scene
  /// The camera, which can be made to fail.
  public let camera: FaultyCamera
  /// The microphone, which can be made to fail.
  public let microphone: FaultyMicrophone?
  /// The environment of the session.
  public let environment: CaptureEnvironment
  /// The session.
  public let session: CaptureSession
  /// Its output.
  public let output: PhotoOutput
  /// Hears of every capture that a script begins.
  public let delegate: DelegateLog
  /// The camera's frame interval.
  public var frameInterval: MediaTime { camera.mode.frameInterval }
  private let moviePrefix: String
  private let photoCodec: PhotoCodec
  private let movieCodec: VideoCodec
  private let isStarted = Mutex(false)
  private let captureCount = Mutex(0)

  /// A bench whose session is not running yet; ``run(_:)`` starts it.
  /// - Throws: `DeviceError` or `CaptureError` when the setup cannot be.
  public init(_ setup: Setup = Setup()) async throws {
    clock = VirtualClock()
    scene = Scene(epoch: clock.now, settings: setup.scene)
    let catalog = SceneCatalog(clock: clock, scene: scene, pictures: setup.media.pictures)
    camera = FaultyCamera(try catalog.openVideo("scene", wish: setup.video).source)
    microphone = try setup.audio.map { FaultyMicrophone(try catalog.openAudio("scene", wish: $0)) }
    var environment = CaptureEnvironment.virtual(
      clock: clock, files: setup.files, profile: setup.profile, shuffle: setup.shuffle, media: setup.media,
      firstIdentifier: setup.firstIdentifier)
    environment.stageClock = setup.stageClock
    self.environment = environment
    session = try CaptureSession(configuration: setup.session, environment: environment)
    output = PhotoOutput()
    moviePrefix = setup.moviePrefix
    photoCodec = setup.photoCodec
    movieCodec = setup.movieCodec
    delegate = DelegateLog(clock: clock)
    try await session.addInput(camera)
    if let microphone { try await session.addInput(microphone) }
    try await session.addOutput(output)
    try output.setLivePhotoCaptureEnabled(true)
  }

  /// Follows a script of steps with blanks between: a number lets so many seconds pass, `L` takes a Live Photo (the
  /// movie of capture 1 is called `1.mov`), `S` a still, `|` stops the session. `camera!` and `microphone!` fail,
  /// `camera~` and `microphone~` freeze, `camera^` goes on, `camera-3` loses 3 frames. The first script starts the
  /// session.
  /// - Throws: `CaptureError` when the session does not start or a shutter cannot be pressed.
  public func run(_ script: String) async throws {
    if !isStarted.withLock({ isStarted in
      defer { isStarted = true }; return isStarted
    }) {
      try await session.startRunning()
    }
    for step in script.split(separator: " ") { try await perform(step) }
  }

  /// Lets time pass.
  public func advance(by duration: MediaTime) async { await clock.advance(by: duration) { await session.settle() } }

  /// Presses the shutter, and returns once everything that this sets off at once is done. The codecs are the
  /// setup's unless others are named.
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

  /// Presses the shutter with settings, and returns once everything that this sets off at once is done.
  /// - Throws: `CaptureError` when it cannot be pressed.
  @discardableResult
  public func press(_ settings: PhotoSettings) async throws -> CaptureID {
    let id = try output.capturePhoto(with: settings, delegate: delegate)
    await session.settle()
    return id
  }

  /// Settings under the bench's next number, so that equal scripts have equal identifiers; a Live Photo's movie is named
  /// by it.
  public func nextSettings(isLive: Bool = false) -> PhotoSettings {
    let number = captureCount.withLock { count in
      count += 1
      return count
    }
    return PhotoSettings(
      uniqueID: CaptureID(rawValue: Int64(number)), format: PhotoFormat(codec: photoCodec),
      livePhotoMoviePath: isLive ? "\(moviePrefix)\(number).mov" : nil,
      livePhotoVideoCodec: isLive ? movieCodec : nil)
  }

  private func perform(_ step: Substring) async throws {
    switch step {
    case "L": try await press(isLive: true)
    case "S": try await press(isLive: false)
    case "|": try await session.stopRunning()
    case "camera!": camera.fail()
    case "camera~": camera.freeze()
    case "camera^": camera.thaw()
    case "microphone!": microphone?.fail()
    case "microphone~": microphone?.freeze()
    case _ where step.hasPrefix("camera-"): camera.spoil(.drop, Int(step.dropFirst("camera-".count)) ?? 0)
    default:
      guard let seconds = Double(step), seconds >= 0 else { preconditionFailure("no step of a script: \(step)") }
      await advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000))
    }
    await session.settle()
  }
}
