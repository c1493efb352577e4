public import CaptureDevices
public import MediaCore
import Synchronization

/// The simulated microphone: hears a ``Scene``, in periods of 10 ms of its own sample clock.
///
/// A stream begins, with position 0, at the clock's present when it is started. A period is delivered when its last
/// frame is complete, with a reading of both clocks; a reading that jitters is late and delays its period. It runs
/// on the clock it was opened with and holds to its schedule however late it is called. Calls to the sink come on the
/// clock's thread.
public final class SceneAudioSource: AudioSource {
  /// Who the microphone is.
  public let device: AudioDevice
  /// The shape of every chunk.
  public let format: AudioFormat
  /// The world it hears.
  public let scene: Scene
  private let clock: any MediaClock
  private let periodFrames: Int
  private let state: Mutex<State>

  /// A microphone in a scene. `format` has a sample rate of 8000 to 192 000 and 1 or 2 channels; ``SceneCatalog``
  /// sees to that.
  public init(device: AudioDevice, format: AudioFormat, scene: Scene, clock: any MediaClock) {
    self.device = device
    self.format = format
    self.scene = scene
    self.clock = clock
    periodFrames = max(1, format.sampleRate / 100)
    state = Mutex(State(format: format, settings: scene.settings, periodFrames: max(1, format.sampleRate / 100)))
  }

  /// Begins to deliver sound to `sink`; position 0 is the clock's present.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    let isStarted = state.withLock { state in
      guard state.stream == nil else { return false }
      state.generation += 1
      let generation = state.generation
      var stream = Stream(sink: sink, start: clock.now.nanoseconds) { [weak self] in self?.tick(generation) }
      stream.scheduled = clock.schedule(at: MediaTime(nanoseconds: readingTime(of: stream)), stream.tick)
      state.stream = stream
      return true
    }
    guard isStarted else {
      throw DeviceError(.invalidState, device: device.id, message: "The microphone is running. Stop it first.")
    }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() {
    // Delivery happens under the same lock, so taking it waits for a call in progress.
    let ended = state.withLock { $0.stream.take() }
    ended?.scheduled?.cancel()
  }

  /// Delivers the next period if it is due, and schedules the one after it.
  private func tick(_ generation: Int) {
    state.withLock { state in
      guard state.generation == generation, var stream = state.stream else { return }
      deliver(stream, voice: state.voice, buffer: state.buffer)
      stream.nextPeriod += 1
      stream.scheduled = clock.schedule(at: MediaTime(nanoseconds: readingTime(of: stream)), stream.tick)
      state.stream = stream
    }
  }

  private func deliver(_ stream: Stream, voice: SceneVoice, buffer: LentMemory) {
    let position = stream.nextPeriod * Int64(periodFrames)
    let firstTime = instant(ofPosition: position, start: stream.start) - scene.epoch.nanoseconds
    voice.render(
      position: position, frameCount: periodFrames, firstTime: Double(firstTime) / 1e9, rate: trueRate,
      into: buffer.bytes)
    let reading = AudioClockReading(
      position: position + Int64(periodFrames), time: MediaTime(nanoseconds: readingTime(of: stream)))
    stream.sink.audioSource(
      self,
      didCapture: BorrowedAudioChunk(
        format: format, position: position, frameCount: periodFrames, clock: reading, isFiller: false,
        bytes: UnsafeRawBufferPointer(buffer.bytes)))
  }

  /// Frames in a second of the session.
  private var trueRate: Double { Double(format.sampleRate) * (1 + scene.settings.microphoneSkewPPM / 1e6) }

  /// When frame `position` of a stream begun at `start` is captured, in nanoseconds. Exact to the nanosecond for
  /// years: the skew is counted in parts per billion.
  private func instant(ofPosition position: Int64, start: Int64) -> Int64 {
    let billionths = 1_000_000_000 + Int128((scene.settings.microphoneSkewPPM * 1000).rounded())
    let divisor = Int128(format.sampleRate) * billionths
    let dividend = Int128(position) * 1_000_000_000 * 1_000_000_000
    return start + Int64((dividend + divisor / 2) / divisor)
  }

  /// When the clocks are read for the next period: at its end, or as much later as the jitter says.
  private func readingTime(of stream: Stream) -> Int64 {
    let end = instant(ofPosition: (stream.nextPeriod + 1) * Int64(periodFrames), start: stream.start)
    let limit = min(scene.settings.audioReadingJitter.nanoseconds, 9_000_000)
    guard limit > 0 else { return end }
    var random = SeededRandom(seed: scene.settings.seed, stream: 3, item: stream.nextPeriod)
    return end + Int64(random.unit() * Double(limit))
  }

  private struct Stream: Sendable {
    let sink: any AudioSink
    /// The instant of position 0, in nanoseconds.
    let start: Int64
    let tick: @Sendable () -> Void
    var nextPeriod: Int64 = 0
    var scheduled: (any ScheduledAction)?

    init(sink: any AudioSink, start: Int64, tick: @escaping @Sendable () -> Void) {
      self.sink = sink
      self.start = start
      self.tick = tick
    }
  }

  private struct State {
    var stream: Stream?
    /// Tells the calls of one stream from late ones of the stream before.
    var generation = 0
    let voice: SceneVoice
    let buffer: LentMemory

    init(format: AudioFormat, settings: SceneSettings, periodFrames: Int) {
      voice = SceneVoice(format: format, settings: settings, maximumFrames: periodFrames)
      buffer = LentMemory(byteCount: periodFrames * format.frameBytes)
    }
  }
}
