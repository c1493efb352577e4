public import CaptureDevices
public import FileStorage
public import MediaCore
import Synchronization

/// The camera and the microphone of a fixture, as devices that deliver what was recorded.
///
/// The fixture's begin lies at the clock's present when the first device is opened: both share that shift, so sound
/// and picture are as far apart as they were. Devices that come and go do so in the fixture's time, too: one that was
/// unplugged is not there, and what is opened when it is back delivers what it delivered then.
public final class FixtureCatalog: DeviceCatalog {
  /// The fixture that is replayed.
  public let fixture: FixtureReader
  let clock: any MediaClock
  private let options: FixtureOptions
  let loop: FixtureLoop?
  private let state = Mutex(State())

  private struct State {
    /// The fixture's begin on the clock, once a device has been opened.
    var beginNanoseconds: Int64?
    var observations: [FixtureObservation] = []
  }

  /// Creates a catalog over the bundle at `path`, whose payloads are compared with their checksums first.
  /// - Throws: ``FixtureError``.
  public convenience init(
    path: String, clock: any MediaClock, options: FixtureOptions = FixtureOptions(),
    files: any FileSource = DiskFiles()
  ) throws(FixtureError) {
    let fixture = try FixtureReader(path: path, files: files)
    try fixture.verify()
    try self.init(fixture, clock: clock, options: options)
  }

  /// Creates a catalog over a fixture that has been read.
  /// - Throws: ``FixtureError`` with `.unsupported` when the fixture is too short or too long to be repeated.
  public init(
    _ fixture: FixtureReader, clock: any MediaClock, options: FixtureOptions = FixtureOptions()
  ) throws(FixtureError) {
    self.fixture = fixture
    self.clock = clock
    self.options = options
    loop = options.loops ? try FixtureLoop(fixture.manifest, path: fixture.path) : nil
  }

  /// The instant of the clock at which the fixture begins, once a device has been opened.
  public var begin: MediaTime? { state.withLock { $0.beginNanoseconds.map { MediaTime(nanoseconds: $0) } } }

  /// Returns the camera, if one was recorded and is plugged in. It offers the mode it was recorded in, and has no node.
  public func videoDevices() -> [VideoDevice] { presence(of: .camera).isPresent ? camera.map { [$0] } ?? [] : [] }

  /// Returns the microphone, if one was recorded and is plugged in. It offers the format it was recorded in.
  public func audioDevices() -> [AudioDevice] {
    presence(of: .microphone).isPresent ? microphone.map { [$0] } ?? [] : []
  }

  /// Opens the camera, by its identifier, a part of its name, or `fixture`.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound`, or `.unsupportedMode` unless it is the recorded mode.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    guard let device = camera, let video = fixture.manifest.video,
      device.name.answers(to: name, or: device.id, "fixture")
    else { throw notFound(name, "camera", among: camera?.id) }
    _ = try ModeNegotiator(device: device.id, capabilities: device.modes).choose(wish)
    let stream = try stream(of: .camera, among: video.track.streams, device: device.id)
    let source = FixtureVideoSource(
      video, stream: stream, device: device, in: self, beginNanoseconds: beginNow(),
      maximumLateFrames: options.maximumLateFrames)
    return (source, "\(video.mode), as recorded" + (fixture.isCut ? "; the fixture was cut" : ""))
  }

  /// Opens the microphone, by its identifier, a part of its name, or `fixture`.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound`, or `.unsupportedMode` unless it is the recorded
  ///   format.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    guard let device = microphone, let audio = fixture.manifest.audio,
      device.name.answers(to: name, or: device.id, "fixture")
    else { throw notFound(name, "microphone", among: microphone?.id) }
    let format = audio.format
    guard wish.sampleRate ?? format.sampleRate == format.sampleRate,
      wish.channelCount ?? format.channelCount == format.channelCount
    else {
      throw DeviceError(
        .unsupportedMode, context: device.id,
        message: "The microphone was recorded as \(format). Ask for that, or leave the choice open.")
    }
    let stream = try stream(of: .microphone, among: audio.track.streams, device: device.id)
    return FixtureAudioSource(audio, stream: stream, device: device, in: self, beginNanoseconds: beginNow())
  }

  /// A recorded camera's controls cannot be set: neither exposure nor a flash can be asked for.
  public func traits(of device: VideoDevice) -> VideoDeviceTraits {
    VideoDeviceTraits(of: device, areControlsFixed: true)
  }

  /// Calls `handler` when the recorded devices come and go, from the replay's begin on, on the clock's thread.
  public func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    observeRecorded { [camera, microphone] event in
      switch (event.kind, event.isConnected) {
      case (.camera, true): if let camera { handler(.videoConnected(camera)) }
      case (.camera, false): if let camera { handler(.videoDisconnected(camera)) }
      case (.microphone, true): if let microphone { handler(.audioConnected(microphone)) }
      case (.microphone, false): if let microphone { handler(.audioDisconnected(microphone)) }
      }
    }
  }

  /// Calls `handler` with what was recorded of the devices' coming and going, when it comes to that.
  func observeRecorded(_ handler: @escaping @Sendable (FixtureDeviceEvent) -> Void) -> any DeviceObservation {
    let observation = FixtureObservation(handler)
    state.withLock { state in
      if let begin = state.beginNanoseconds { schedule(observation, beginNanoseconds: begin) }
      state.observations.removeAll { $0.isCancelled }
      state.observations.append(observation)
    }
    return observation
  }

  /// Tells whether a device is plugged in at the clock's present, and how often it has been since the begin.
  private func presence(of kind: FixtureDeviceEvent.Kind) -> (isPresent: Bool, instance: Int) {
    guard loop == nil, let begin = state.withLock({ $0.beginNanoseconds }) else { return (true, 0) }
    return fixture.manifest.deviceEvents.presence(of: kind, atNanoseconds: clock.now.nanoseconds - begin)
  }

  /// Returns the stream that a device delivers when it is opened at the clock's present.
  private func stream<Sample>(
    of kind: FixtureDeviceEvent.Kind, among streams: [FixtureStream<Sample>], device: String
  ) throws(DeviceError) -> FixtureStream<Sample> {
    let presence = presence(of: kind)
    guard presence.isPresent else {
      throw DeviceError(
        .notFound, context: device, message: "The \(kind.rawValue) was unplugged here when the fixture was recorded.")
    }
    guard let stream = streams.first(where: { $0.instance == presence.instance }) else {
      throw DeviceError(
        .notFound, context: device,
        message: "The \(kind.rawValue) was plugged in again here, and nothing was recorded of it any more.")
    }
    return stream
  }

  private var camera: VideoDevice? {
    guard let video = fixture.manifest.video else { return nil }
    let mode = video.mode
    var camera = video.camera
    camera.node = nil
    camera.modes = [
      VideoModeCapability(
        pixelFormat: mode.format.pixelFormat, width: mode.format.width, height: mode.format.height,
        frameIntervals: mode.frameInterval.isNumeric ? [mode.frameInterval] : [])
    ]
    return camera
  }

  private var microphone: AudioDevice? {
    guard let audio = fixture.manifest.audio else { return nil }
    var microphone = audio.microphone
    (microphone.pcm, microphone.formats) = (microphone.id, [audio.format])
    return microphone
  }

  private func beginNow() -> Int64 {
    state.withLock { state in
      if let begin = state.beginNanoseconds { return begin }
      let begin = clock.now.nanoseconds
      state.beginNanoseconds = begin
      for observation in state.observations { schedule(observation, beginNanoseconds: begin) }
      return begin
    }
  }

  private func schedule(_ observation: FixtureObservation, beginNanoseconds: Int64) {
    guard loop == nil else { return }
    let now = clock.now.nanoseconds
    for event in fixture.manifest.deviceEvents {
      let time = beginNanoseconds + event.arrivalNanoseconds
      guard time >= now else { continue }
      observation.add(clock.schedule(at: MediaTime(nanoseconds: time)) { observation.call(event) })
    }
  }

  private func notFound(_ name: String, _ kind: String, among id: String?) -> DeviceError {
    DeviceError(
      .notFound, context: name,
      message: "No \(kind) of the fixture \(fixture.path) answers to that name. "
        + (id.map { "It has one, called \"\($0)\"." } ?? "It has none."))
  }

  /// Returns the error with which a recorded device fails where the fixture ends.
  func ended(_ device: String) -> DeviceError {
    DeviceError(
      .disconnected, context: device,
      message: "The fixture \(fixture.path) has ended"
        + (fixture.isCut ? ", because its recorder was cut off" : "")
        + ". Record a longer one, or have it repeated: with `--loop` where a command has it, or with `loops: true` where a "
        + "script names its world."
    )
  }
}
