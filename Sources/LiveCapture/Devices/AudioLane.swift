import CaptureDevices
import FrameRing
import MediaCore
import Synchronization

/// A microphone's way into the session.
typealias AudioLane = Lane<SoundIntake>

/// Maps a microphone's clock to the session's.
struct SoundIntake: SampleIntake {
  typealias Sample = AudioChunk
  typealias Footage = AudioFootage
  typealias Source = any AudioSource

  static var endsInSilence: Bool { true }

  fileprivate(set) var statistics = AudioStatistics()
  fileprivate var estimator: ClockDriftEstimator
  private let sampleRate: Int

  init(sampleRate: Int) {
    self.sampleRate = sampleRate
    estimator = ClockDriftEstimator(nominalRate: sampleRate)
  }

  static func name(of source: any AudioSource) -> String { source.device.pcm }
  static func start(_ source: any AudioSource, delivering lane: AudioLane) throws(DeviceError) {
    try source.start(delivering: lane)
  }
  static func stop(_ source: any AudioSource) { source.stop() }

  var clockRate: Double { estimator.rate }

  /// How positions and instants go together is learned anew.
  mutating func reset() { estimator = ClockDriftEstimator(nominalRate: sampleRate) }

  /// A copy of a chunk, silent if it may not be heard, at its time on the session's clock; `nil` while that is not known.
  fileprivate mutating func take(
    _ borrowed: BorrowedAudioChunk, isMuted: Bool, into ring: inout FrameRing<AudioChunk>
  ) -> AudioChunk? {
    if let clock = borrowed.clock { estimator.add(clock) }
    guard estimator.readingCount > 0 else { return nil }
    let storage = ring.takeStorage(capacity: borrowed.bytes.count)
    if isMuted {
      storage.fill { room in
        room[..<borrowed.bytes.count].initializeMemory(as: UInt8.self, repeating: 0)
        return borrowed.bytes.count
      }
    } else {
      storage.fill(copying: borrowed.bytes)
    }
    statistics.received += Int64(borrowed.frameCount)
    if borrowed.isFiller { statistics.filler += Int64(borrowed.frameCount) }
    return AudioChunk(
      format: borrowed.format, position: borrowed.position, frameCount: borrowed.frameCount,
      time: max(estimator.time(ofPosition: borrowed.position), ring.newestTime ?? .negativeInfinity),
      isFiller: borrowed.isFiller, storage: storage)
  }
}

extension AudioChunk: LaneSample {
  /// When its last frame was complete, at the nominal rate.
  var endTime: MediaTime {
    time + MediaTime(nanoseconds: Int64(frameCount) * 1_000_000_000 / Int64(format.sampleRate))
  }
}

extension Lane where Intake == SoundIntake {
  convenience init(
    source: any AudioSource, input: DeviceInput? = nil, configuration: SessionConfiguration,
    clock: (any MediaClock)? = nil, _ reports: Reports = Reports()
  ) {
    let retention = configuration.ringRetention
    let bytes = Int(retention.seconds.rounded(.up)) * source.format.sampleRate * source.format.frameBytes
    self.init(
      source, SoundIntake(sampleRate: source.format.sampleRate),
      RingLimits(retention: retention, count: 1 << 14, bytes: bytes * 2), input: input, clock: clock, meter: nil,
      reports)
  }

  var statistics: AudioStatistics {
    state.withLock { state in
      var statistics = state.intake.statistics
      statistics.driftPPM = (state.intake.clockRate / Double(source.format.sampleRate) - 1) * 1e6
      return statistics
    }
  }

  /// The microphone's clock against the session's in parts per million, and how far readings of it stray.
  var clockEstimate: (driftPPM: Double, uncertainty: MediaTime) {
    state.withLock { ($0.intake.estimator.partsPerMillion, $0.intake.estimator.uncertainty) }
  }
}

extension Lane: AudioSink where Intake == SoundIntake {
  func audioSource(_ source: any AudioSource, didCapture borrowed: BorrowedAudioChunk) {
    arrive { _, isMuted, state, outcome in
      guard let chunk = state.intake.take(borrowed, isMuted: isMuted, into: &state.ring) else { return }
      admit(chunk, &state, &outcome)
    }
  }

  func audioSource(_ source: any AudioSource, didLose frames: Int) {
    state.withLock { state in
      state.intake.statistics.overruns += 1
      // The filler's length is measured, not counted: where the sound goes on is learned anew.
      state.intake.estimator.noteDiscontinuity()
    }
  }

  func audioSource(_ source: any AudioSource, didFail error: DeviceError) { reports.failure(error) }
}
