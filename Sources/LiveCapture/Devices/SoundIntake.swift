import CaptureDevices
import FrameRing
import MediaCore

/// The rules by which a microphone's sound enters the ring, and at which times of the session's clock.
///
/// Positions are counted on where a source begins to count anew, and what it tells of its clock is believed as far as
/// it can be true: whoever waits for the sound of an instant is not kept waiting by numbers.
struct SoundIntake: SampleIntake {
  typealias Sample = AudioChunk
  typealias Footage = AudioFootage
  typealias Source = any AudioSource

  static var endsInSilence: Bool { true }

  var statistics = AudioStatistics()
  private(set) var estimator: ClockDriftEstimator
  private let format: AudioFormat
  /// The offset that is added to the source's positions; below it, the position that follows the sound received so far,
  /// `nil` before the first sound.
  private var shift: Int64 = 0
  private var end: Int64?
  /// The number of frames that came before anything was known of the source's clock.
  private var untimed: Int64 = 0

  // Nothing that a driver loses at a time is longer.
  private static let longestSeconds: Int64 = 60
  private static let greatestLateness = MediaTime(value: 3, timescale: 1)
  /// The time to wait for a source's clock, in seconds.
  private static let patienceSeconds: Int64 = 1
  private static let greatestDrift = 0.1
  /// 120 dB above full scale: sums of a resampler stay far from infinity.
  private static let loudest: Float = 1_000_000

  init(_ format: AudioFormat) {
    self.format = format
    estimator = ClockDriftEstimator(nominalRate: format.sampleRate)
  }

  static func name(of source: any AudioSource) -> String { source.device.pcm }
  static func start(_ source: any AudioSource, delivering lane: AudioLane) throws(DeviceError) {
    try source.start(delivering: lane)
  }
  static func stop(_ source: any AudioSource) { source.stop() }

  var clockRate: Double {
    let nominal = Double(format.sampleRate)
    return min(max(estimator.rate, nominal * (1 - Self.greatestDrift)), nominal * (1 + Self.greatestDrift))
  }

  /// Forgets how positions correspond to instants, which is then learned anew.
  mutating func reset() {
    estimator = ClockDriftEstimator(nominalRate: format.sampleRate)
    (shift, end, untimed) = (0, nil, 0)
  }

  /// Sound was lost. The filler's length is measured, not counted: where the sound goes on is learned anew.
  mutating func noteLoss() {
    statistics.overruns += 1
    estimator.noteDiscontinuity()
  }

  private var longest: Int64 { Self.longestSeconds * Int64(format.sampleRate) }

  /// Tells whether a chunk has the format that its microphone was set to, and as many bytes as its frame count
  /// requires.
  func accepts(_ chunk: BorrowedAudioChunk) -> Bool {
    chunk.format == format && (1...longest).contains(Int64(chunk.frameCount))
      && chunk.bytes.count >= chunk.frameCount * format.frameBytes
  }

  /// A copy of a chunk, silent if it may not be heard, at its time on the session's clock; `nil` while that is not
  /// known.
  ///
  /// Without an arrival, what the source tells of its clock is believed.
  mutating func take(
    _ borrowed: BorrowedAudioChunk, at arrival: MediaTime?, isMuted: Bool, into ring: inout FrameRing<AudioChunk>
  ) -> AudioChunk? {
    let position = place(borrowed)
    let end = position + Int64(borrowed.frameCount)
    self.end = end
    read(borrowed.clock, of: Int64(borrowed.frameCount), end: end, at: arrival)
    guard estimator.readingCount > 0 else { return nil }
    if let arrival, !Self.isPlausible(estimator.time(ofPosition: end), at: arrival) {
      estimator = ClockDriftEstimator(nominalRate: format.sampleRate)
      estimator.add(AudioClockReading(position: end, time: arrival))
    }
    let count = borrowed.frameCount * format.frameBytes
    let storage = ring.takeStorage(capacity: count)
    if isMuted {
      storage.fill { room in
        room[..<count].initializeMemory(as: UInt8.self, repeating: 0)
        return count
      }
    } else {
      storage.fill(copying: UnsafeRawBufferPointer(rebasing: borrowed.bytes[..<count]))
      if format.sampleFormat == .float { silenceInvalid(in: storage, count) }
    }
    statistics.received += Int64(borrowed.frameCount)
    if borrowed.isFiller { statistics.filler += Int64(borrowed.frameCount) }
    return AudioChunk(
      format: format, position: position, frameCount: borrowed.frameCount,
      time: max(estimator.time(ofPosition: position), ring.newestTime ?? .negativeInfinity),
      isFiller: borrowed.isFiller, storage: storage)
  }

  /// Puts silence in the place of samples that are none, at which encoders would fail and take whole movies along.
  private mutating func silenceInvalid(in storage: FrameStorage, _ count: Int) {
    storage.fill { room in
      for offset in stride(from: 0, to: count, by: 4) {
        // No comparison with NaN holds.
        guard !(room.loadUnaligned(fromByteOffset: offset, as: Float.self).magnitude <= Self.loudest) else { continue }
        room.storeBytes(of: 0, toByteOffset: offset, as: UInt32.self)
        statistics.invalid += 1
      }
      return count
    }
  }

  /// Returns the position of a chunk in the sound. A source that goes back, or skips more than can be lost at a time,
  /// is counted anew from the end of the sound so far.
  private mutating func place(_ chunk: BorrowedAudioChunk) -> Int64 {
    let position = chunk.position &+ shift
    guard let end else {
      // Small, so that no sum overflows within the life of a machine.
      shift = chunk.position.magnitude < UInt64(1) << 60 ? 0 : 0 &- chunk.position
      return chunk.position &+ shift
    }
    let (gap, isFar) = position.subtractingReportingOverflow(end)
    guard isFar || !(0...longest).contains(gap) else { return position }
    shift = end &- chunk.position
    estimator.noteDiscontinuity()
    return end
  }

  private static func isPlausible(_ time: MediaTime, at arrival: MediaTime) -> Bool {
    time.isNumeric && time.epoch == 0 && (time - arrival).magnitude <= greatestLateness
  }

  private mutating func read(_ clock: AudioClockReading?, of count: Int64, end: Int64, at arrival: MediaTime?) {
    if let clock {
      let (position, isFar) = (clock.position &+ shift).subtractingReportingOverflow(end)
      if !isFar, position.magnitude <= longest.magnitude, arrival.map({ Self.isPlausible(clock.time, at: $0) }) ?? true
      {
        return estimator.add(AudioClockReading(position: end + position, time: clock.time))
      }
    }
    // A source that tells nothing of its clock, or nothing that can be true, goes by when its sound comes.
    guard let arrival, estimator.readingCount == 0 else { return }
    untimed += count
    guard clock != nil || untimed >= Self.patienceSeconds * Int64(format.sampleRate) else { return }
    estimator.add(AudioClockReading(position: end, time: arrival))
  }
}
