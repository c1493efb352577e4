public import CaptureDevices
public import MediaCore

/// The simulated microphone: records a ``Scene``, in periods of 10 ms of its own sample clock.
///
/// A stream begins, with position 0, at the clock's present when it is started. A period is delivered when its last
/// frame is complete, with a reading of both clocks; a reading that jitters is late and delays its period. It runs
/// on the clock it was opened with and holds to its schedule however late it is called. Calls to the sink come on the
/// clock's thread.
public final class SceneAudioSource: AudioSource {
  /// The microphone that it is.
  public let device: AudioDevice
  /// The shape of every chunk.
  public let format: AudioFormat
  /// The scene that it records.
  public let scene: Scene
  private let clock: any MediaClock
  private let periodFrames: Int
  private let voice: SceneVoice
  private let delivery: SourceDelivery<any AudioSink, Cursor>

  private struct Cursor: Sendable {
    let startNanoseconds: Int64
    var nextPeriod: Int64 = 0
  }

  /// Creates a microphone in a scene. `format` has a sample rate of 8000 to 192 000 and 1 or 2 channels;
  /// ``SceneCatalog`` sees to that.
  public init(device: AudioDevice, format: AudioFormat, scene: Scene, clock: any MediaClock) {
    self.device = device
    self.format = format
    self.scene = scene
    self.clock = clock
    periodFrames = max(1, format.sampleRate / 100)
    voice = SceneVoice(format: format, settings: scene.settings, maximumFrames: periodFrames)
    delivery = SourceDelivery(
      clock: clock, bufferBytes: periodFrames * format.frameBytes, device: device.id, kind: "microphone")
  }

  /// Begins to deliver sound to `sink`; position 0 is the clock's present.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    let cursor = Cursor(startNanoseconds: clock.now.nanoseconds)
    try delivery.start(sink, at: cursor, dueNanoseconds: readingTime(of: cursor)) { [weak self] in self?.tick($0) }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { delivery.stop() }

  private func tick(_ generation: Int) {
    delivery.run(generation) { sink, cursor, buffer in
      deliver(cursor, to: sink, in: buffer)
      cursor.nextPeriod += 1
      return readingTime(of: cursor)
    }
  }

  private func deliver(_ cursor: Cursor, to sink: any AudioSink, in buffer: UnsafeMutableRawBufferPointer) {
    let position = cursor.nextPeriod * Int64(periodFrames)
    let firstNanoseconds = instant(ofPosition: position, start: cursor.startNanoseconds) - scene.epoch.nanoseconds
    voice.render(
      position: position, frameCount: periodFrames, firstSeconds: Double(firstNanoseconds) / 1e9, rate: trueRate,
      into: buffer)
    let reading = AudioClockReading(
      position: position + Int64(periodFrames), time: MediaTime(nanoseconds: readingTime(of: cursor)))
    sink.audioSource(
      self,
      didCapture: BorrowedAudioChunk(
        format: format, position: position, frameCount: periodFrames, clock: reading, isFiller: false,
        bytes: UnsafeRawBufferPointer(rebasing: buffer[..<(periodFrames * format.frameBytes)])))
  }

  private var trueRate: Double { Double(format.sampleRate) * (1 + scene.settings.microphoneSkewPPM / 1e6) }

  /// Returns the instant at which frame `position` of a stream begun at `start` is captured, in nanoseconds. Exact to
  /// the nanosecond for years: the skew is counted in parts per billion.
  private func instant(ofPosition position: Int64, start: Int64) -> Int64 {
    let billionths = 1_000_000_000 + Int128((scene.settings.microphoneSkewPPM * 1000).rounded())
    let divisor = Int128(format.sampleRate) * billionths
    let dividend = Int128(position) * 1_000_000_000 * 1_000_000_000
    return start + Int64((dividend + divisor / 2) / divisor)
  }

  /// Returns the instant at which the clocks are read for the next period, in nanoseconds: its end, or as much later as
  /// the jitter says.
  private func readingTime(of cursor: Cursor) -> Int64 {
    let end = instant(ofPosition: (cursor.nextPeriod + 1) * Int64(periodFrames), start: cursor.startNanoseconds)
    let limit = min(scene.settings.audioReadingJitter.nanoseconds, 9_000_000)
    guard limit > 0 else { return end }
    var random = SeededRandom(seed: scene.settings.seed, stream: 3, item: cursor.nextPeriod)
    return end + Int64(random.unit() * Double(limit))
  }
}
