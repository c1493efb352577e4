import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing
import VideoCoding

@testable import LiveCapture

/// Presets that sessions choose for themselves, on machines whose speed is scripted.
@Suite struct EncodingPaceTests {
  /// A clock that shows the instants of another, and on top of them the time that encoders have taken.
  private final class WorkingClock: MediaClock {
    private let clock: VirtualClock
    private let worked = Mutex(MediaTime.zero)

    init(_ clock: VirtualClock) { self.clock = clock }

    var now: MediaTime { clock.now + worked.withLock { $0 } }

    func work(_ seconds: Double) {
      worked.withLock { $0 = $0 + MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000) }
    }

    func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
      clock.schedule(at: time, action)
    }
  }

  /// Encoders that take as long as the figures say, times a factor.
  private final class WorkingEncoders: MovieEncoding {
    private let clock: WorkingClock
    private let slowness: Mutex<Double>
    private let opened = Mutex<[MovieEncoderSettings.Preset]>([])

    init(_ clock: WorkingClock, slowness: Double) {
      self.clock = clock
      self.slowness = Mutex(slowness)
    }

    /// The presets of all encoders so far.
    var presets: [MovieEncoderSettings.Preset] { opened.withLock { $0 } }

    func set(slowness: Double) { self.slowness.withLock { $0 = slowness } }

    func makeEncoder(_ plan: MovieEncoderPlan) -> any MovieEncoder {
      opened.withLock { $0.append(plan.settings.preset) }
      return Encoder(NullMovies().makeEncoder(plan)) { [self] in
        // As if the picture were 720p.
        let work = EncodingWork(codec: plan.codec, pixels: 1280 * 720, source: .yuyv, sourcePixels: 1280 * 720)
        clock.work(work.seconds(plan.settings.preset) * slowness.withLock { $0 })
      }
    }

    private final class Encoder: MovieEncoder {
      private let encoder: any MovieEncoder
      private let work: () -> Void

      init(_ encoder: any MovieEncoder, work: @escaping () -> Void) { (self.encoder, self.work) = (encoder, work) }

      var format: EncodedVideoFormat? { encoder.format }
      var motion: Double? { encoder.motion }

      func encode(
        _ frame: VideoFrame, forceSync: Bool, next: VideoFrame?
      ) throws(CodingError) -> EncodedVideoSample? {
        work()
        return try encoder.encode(frame, forceSync: forceSync, next: next)
      }
    }
  }

  private let mode = VideoMode(
    format: VideoFormat(pixelFormat: .yuyv, width: 1280, height: 720),
    frameInterval: MediaTime(value: 1, timescale: 30))

  private func configuration() -> SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.videoThreads = 1
    configuration.pacedCodecs = [.h264]
    return configuration
  }

  /// Frames of one grey picture.
  private func frames(_ count: Int) -> [VideoFrame] {
    let storage = FrameStorage(capacity: 1280 * 720 * 2)
    storage.fill { bytes -> Int in
      bytes.initializeMemory(as: UInt8.self, repeating: 0x80)
      return bytes.count
    }
    return (0..<count).map {
      VideoFrame(
        format: mode.format, time: MediaTime(value: Int64($0), timescale: 30), sequence: UInt64($0), storage: storage)
    }
  }

  /// Encodes so many frames as one footage does; what it was encoded with.
  private func footage(
    _ count: Int, _ pace: EncodingPace, _ encoders: WorkingEncoders, limit: Double = 0.5
  ) throws -> MovieEncoderSettings.Preset? {
    let pictures = PictureEncoder(
      .init(
        mode: mode, codec: .h264, configuration: configuration(), counter: FootageCounter(), encoders: encoders,
        pace: pace, paceLimit: limit))
    for frame in frames(count) { _ = try pictures.encode(frame, forceSync: false) }
    pictures.end()
    return encoders.presets.last
  }

  @Test("a footage that takes too long makes the next one lighter; one that leaves room, heavier; both are told")
  func adapts() throws {
    let clock = WorkingClock(VirtualClock())
    let encoders = WorkingEncoders(clock, slowness: 0.6)
    let told = Mutex<[EncodingChoice]>([])
    let pace = EncodingPace(clock: clock, cores: 1) { choice in told.withLock { $0.append(choice) } }
    // Not measured: 16.7 ms a picture are there, and the machine counts as twice as slow as it is by the figures.
    #expect(try footage(90, pace, encoders) == .ultrafast)
    #expect(try footage(90, pace, encoders) == .superfast)
    encoders.set(slowness: 3)
    #expect(try footage(90, pace, encoders) == .veryfast)
    #expect(try footage(90, pace, encoders) == .ultrafast)
    #expect(told.withLock { $0.map(\.reason) } == [.isGuessed, .hasRoom, .hasRoom, .fellBehind])
    #expect(
      told.withLock { $0.map(\.preset) } == encoders.presets.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
  }

  @Test("the first footage tries its first pictures, later ones and one of few pictures do not")
  func trialOfFootage() throws {
    let clock = WorkingClock(VirtualClock())
    let encoders = WorkingEncoders(clock, slowness: 0.2)
    let pace = EncodingPace(clock: clock, cores: 1) { _ in }
    for (count, presets) in [(3, [.ultrafast]), (60, [.superfast, .medium]), (60, [.medium])]
      as [(Int, [MovieEncoderSettings.Preset])]
    {
      let before = encoders.presets.count
      let footage = VideoFootageEncoding(
        .init(
          mode: mode, codec: .h264, configuration: configuration(), counter: FootageCounter(), encoders: encoders,
          pace: pace))
      footage.waiting.append(contentsOf: frames(count))
      while footage.encodeNext() != nil {}
      footage.end()
      #expect(Array(encoders.presets.dropFirst(before)) == presets, "\(count) frames")
    }
  }

  @Test("a few pictures are no measure, and a recording may take all the time there is")
  func limits() throws {
    let clock = WorkingClock(VirtualClock())
    let encoders = WorkingEncoders(clock, slowness: 0.6)
    let pace = EncodingPace(clock: clock, cores: 1) { _ in }
    for _ in 0..<30 { #expect(try footage(5, pace, encoders) == .ultrafast) }
    let other = EncodingPace(clock: clock, cores: 1) { _ in }
    #expect(try footage(90, other, encoders, limit: 1) == .superfast)
  }

  @Test("the first pictures of a pre-roll tell what a first movie can have")
  func trial() throws {
    let clock = WorkingClock(VirtualClock())
    for (slowness, preset) in [(0.2, MovieEncoderSettings.Preset.medium), (1.2, .superfast), (5, .ultrafast)] {
      let encoders = WorkingEncoders(clock, slowness: slowness)
      let told = Mutex<[EncodingChoice]>([])
      let pace = EncodingPace(clock: clock, cores: 1) { choice in told.withLock { $0.append(choice) } }
      let plan = PictureEncoder.Plan(
        mode: mode, codec: .h264, configuration: configuration(), counter: FootageCounter(), encoders: encoders,
        pace: pace)
      let pictures = PictureEncoder(plan)
      #expect(pace.isUnknown(plan.stream))
      pictures.tryPace(frames(PictureEncoder.trialCount - 1)[...])
      #expect(pace.isUnknown(plan.stream), "too few pictures say nothing")
      pictures.tryPace(frames(PictureEncoder.trialCount)[...])
      #expect(!pace.isUnknown(plan.stream))
      #expect(encoders.presets == [PictureEncoder.trialPreset])
      #expect(try footage(30, pace, encoders) == preset, "\(slowness) times as slow")
      #expect(told.withLock { $0.map(\.reason) } == [.isCalibrated])
    }
  }

  /// A session in virtual time that takes three Live Photos; the presets that it told of and those it used.
  private func session(_ encoders: WorkingEncoders, _ clock: VirtualClock, _ working: WorkingClock, isPaced: Bool)
    async throws -> [EncodingChoice]
  {
    var configuration = configuration()
    if !isPaced { configuration.pacedCodecs = [] }
    var environment = CaptureEnvironment.virtual(clock: clock, media: .standard)
    environment.clock = working
    environment.media.movies = encoders
    let session = try CaptureSession(configuration: configuration, environment: environment)
    let events = session.events
    let output = PhotoOutput()
    let wish = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yuyv)
    try await session.addInput(
      SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: wish).source)
    try await session.addOutput(output)
    try output.setLivePhotoCaptureEnabled(true)
    try await session.startRunning()
    let delegate = DelegateLog(clock: clock)
    for number in 1...3 {
      await clock.advance(by: MediaTime(value: 2, timescale: 1)) { await session.settle() }
      try output.capturePhoto(
        with: PhotoSettings(
          uniqueID: CaptureID(rawValue: Int64(number)), format: PhotoFormat(codec: .jpeg),
          livePhotoMoviePath: "\(number).mov", livePhotoVideoCodec: .h264), delegate: delegate)
      await clock.advance(by: MediaTime(value: 3, timescale: 1)) { await session.settle() }
    }
    try await session.stopRunning()
    var choices: [EncodingChoice] = []
    for await event in events {
      if case .didChooseEncoding(let choice, _) = event { choices.append(choice) }
      if case .didStopRunning = event { break }
    }
    return choices
  }

  @Test("a session tries the first pictures, chooses, and tells; without pacing it does nothing of it")
  func sessions() async throws {
    let clock = VirtualClock()
    let working = WorkingClock(clock)
    let paced = WorkingEncoders(working, slowness: 0.0001)
    let choices = try await session(paced, clock, working, isPaced: true)
    #expect(paced.presets.first == PictureEncoder.trialPreset && paced.presets.count == 4)
    #expect(choices.first?.reason == .isCalibrated && choices.first?.cameraCount == 1)
    #expect(choices.map(\.preset) == [.medium] && paced.presets.dropFirst().allSatisfy { $0 == .medium })

    let other = VirtualClock()
    let fixed = WorkingEncoders(WorkingClock(other), slowness: 0.0001)
    #expect(try await session(fixed, other, WorkingClock(other), isPaced: false).isEmpty)
    #expect(fixed.presets == Array(repeating: SessionConfiguration().videoPreset, count: 3))
  }
}
