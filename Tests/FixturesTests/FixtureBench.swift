import CaptureCodecs
import CaptureDevices
import FileStorage
import Fixtures
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport

/// Fixtures that are made in virtual time.
struct FixtureBench {
  let folder: TemporaryFolder
  var path: String { folder.path("scene.livecam") }

  static let video = VideoWish(size: (128, 96), frameRate: 30, pixelFormat: .grey)
  static let audio = AudioWish(sampleRate: 8000, channelCount: 1)

  init() throws { folder = try TemporaryFolder() }

  /// A fixture made of any devices, and finished.
  @discardableResult
  static func record(
    _ camera: (any VideoSource)?, _ microphone: (any AudioSource)?, to path: String, clock: VirtualClock,
    duration: MediaTime, observing catalog: (any DeviceCatalog)? = nil, _ script: (VirtualClock) -> Void = { _ in }
  ) throws -> FixtureSummary {
    let recorder = try FixtureRecorder(
      path: path, clock: clock, camera: camera, microphone: microphone, observing: catalog)
    let end = clock.now + duration
    try recorder.start()
    script(clock)
    clock.advance(to: end)
    return try recorder.finish()
  }

  /// A fixture made of a scene that begins with it.
  @discardableResult
  func recordScene(
    video: VideoWish? = Self.video, audio: AudioWish? = Self.audio, duration: MediaTime = .milliseconds(2000),
    settings: SceneSettings = SceneSettings(), as name: String = "scene.livecam"
  ) throws -> FixtureSummary {
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock, settings: settings, pictures: StandardPictures())
    return try Self.record(
      try video.map { try catalog.openVideo("scene", wish: $0).source },
      try audio.map { try catalog.openAudio("scene", wish: $0) }, to: folder.path(name), clock: clock,
      duration: duration)
  }
}

/// What a fixture delivered, heard from its begin on.
struct FixtureReplay {
  let begin: MediaTime
  let video: VideoSinkLog
  let audio: AudioSinkLog

  /// Replays a fixture for some time, its devices started after `delay`.
  init(
    _ path: String, duration: MediaTime, delay: MediaTime = .zero, options: FixtureOptions = FixtureOptions(),
    clock: VirtualClock = VirtualClock(start: .milliseconds(5_000_000)), files: any FileSource = DiskFiles()
  ) throws {
    let catalog = try FixtureCatalog(path: path, clock: clock, options: options, files: files)
    begin = clock.now
    video = VideoSinkLog(clock: clock)
    audio = AudioSinkLog(clock: clock)
    let camera = try catalog.videoDevices().first.map { try catalog.openVideo($0.id, wish: VideoWish()).source }
    let microphone = try catalog.audioDevices().first.map { try catalog.openAudio($0.id, wish: AudioWish()) }
    clock.advance(by: delay)
    try camera?.start(delivering: video)
    try microphone?.start(delivering: audio)
    clock.advance(to: begin + duration)
    camera?.stop()
    microphone?.stop()
  }

  /// What came, as text that counts times from the begin; payloads by their length and first bytes.
  var videoLog: [String] { Self.log(video.events, begin: begin) }
  /// What was heard, likewise.
  var audioLog: [String] { Self.log(audio.events, begin: begin) }

  static func log(_ events: [VideoSinkEvent], begin: MediaTime) -> [String] {
    events.map { event in
      switch event {
      case .frame(let frame, let arrival):
        "frame \(frame.sequence) \((frame.time - begin).nanoseconds) \(((arrival ?? begin) - begin).nanoseconds) "
          + "\(frame.format) " + frame.storage.withBytes { bytes in digest(Array(bytes)) }
      case .skip(let count, let reason): "skip \(count) \(reason)"
      case .failure(let error): "failure \(error)"
      }
    }
  }

  static func log(_ events: [AudioSinkEvent], begin: MediaTime) -> [String] {
    events.map { event in
      switch event {
      case .chunk(let chunk):
        "chunk \(chunk.position) \(chunk.frameCount) \(((chunk.arrival ?? begin) - begin).nanoseconds) "
          + (chunk.clock.map { "\($0.position) \(($0.time - begin).nanoseconds) " } ?? "no clock ")
          + (chunk.isFiller ? "filler " : "") + digest(chunk.bytes)
      case .loss(let frames): "loss \(frames)"
      case .failure(let error): "failure \(error)"
      }
    }
  }

  /// The payloads of frames, in short.
  static func digests(_ frames: some Sequence<VideoFrame>) -> [String] {
    frames.map { $0.storage.withBytes { bytes in digest(Array(bytes)) } }
  }

  /// All bytes count (FNV-1a): equal texts are equal payloads.
  private static func digest(_ bytes: [UInt8]) -> String {
    "\(bytes.count) \(bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })"
  }
}
