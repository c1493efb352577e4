import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// The loop of a capture thread from start to stop: wait, read the clocks, read sound, mend what broke.
///
/// Positions never skip. After an overrun or a suspension the length of the loss is what the clocks say: where
/// the position should be by the readings before, at the time of the first reading afterwards. Silence of that
/// length is delivered before the next sound.
struct ALSACaptureLoop: ~Copyable {
  private let stream: any ALSAStream
  private let source: any AudioSource
  private let sink: any AudioSink
  private let stop: StopSignal

  private let format: AudioFormat
  private let sound: OwnedBuffer<UInt8>
  private let silence: OwnedBuffer<UInt8>
  private var drift: ClockDriftEstimator
  /// Readings not yet passed to `drift`, at most `readingLimit`. `drift` is needed only after a loss, and adding many
  /// at once is cheaper.
  private var readings: [AudioClockReading] = []
  /// Frames delivered so far, silence included.
  private var position: Int64 = 0
  /// Indicates whether sound is being lost, by one fault or by several, and its amount is not known yet.
  private var isLossUnmeasured = false
  private var idleWakes = 0
  private var fruitlessRestarts = 0

  /// Wakes without sound before the driver is held to be broken; a healthy one has next to none.
  private static let idleWakeLimit = 500
  /// Restarts without sound in between.
  private static let restartLimit = 10
  private static let readingLimit = 64
  /// A loss beyond an hour is no overrun, but a clock gone wrong or a process that was asleep.
  private static let longestLossSeconds = 3600
  private static let resumeAttempts = 200
  private static let resumeIntervalMilliseconds: Int32 = 10

  init(
    stream: any ALSAStream, source: any AudioSource, sink: any AudioSink, stop: StopSignal
  ) {
    self.stream = stream
    self.source = source
    self.sink = sink
    self.stop = stop
    format = stream.format
    drift = ClockDriftEstimator(nominalRate: stream.format.sampleRate)
    readings.reserveCapacity(Self.readingLimit)
    let bytes = stream.periodFrames * stream.format.frameBytes
    sound = OwnedBuffer(count: bytes, alignment: 16)
    silence = OwnedBuffer(count: bytes, repeating: 0, alignment: 16)
  }

  /// Captures until the stop signal is raised.
  /// - Returns: What ended the stream instead, or `nil`.
  mutating func run() -> SystemError? {
    do throws(SystemError) {
      while true {
        switch stream.wait(stop: stop) {
        case .stopped: return nil
        case .failed(let code): throw SystemError(alsa: "poll", code)
        case .ready: try attend()
        }
      }
    } catch {
      return error
    }
  }

  private mutating func attend() throws(SystemError) {
    let status = stream.status()
    switch status.state {
    case .running: break
    case .overrun, .idle: return try restart()
    case .suspended: return try wakeUp()
    case .disconnected: throw SystemError(alsa: "snd_pcm_status", ENODEV)
    case .unknown(let code): return try mend("snd_pcm_status", code)
    }
    guard status.available > 0 else {
      idleWakes += 1
      guard idleWakes < Self.idleWakeLimit else { throw SystemError(alsa: "poll", EIO) }
      return
    }
    if isLossUnmeasured { try fill(upTo: status) }
    let reading = AudioClockReading(position: position + Int64(status.available), time: status.time)
    readings.append(reading)
    if readings.count == Self.readingLimit { learn() }
    try deliver(status.available, reading: reading)
  }

  /// Reads whole periods and delivers them; less only when there is no whole one.
  private mutating func deliver(_ available: Int, reading: AudioClockReading) throws(SystemError) {
    guard let memory = sound.bytes.baseAddress else { return }
    let period = stream.periodFrames
    var remaining = available < period ? available : available - available % period
    var clock: AudioClockReading? = reading
    while remaining > 0, !stop.isRaised {
      let count = stream.read(into: memory, frames: min(period, remaining))
      guard count > 0 else { return count == 0 ? () : try mend("snd_pcm_readi", Int32(clamping: count)) }
      hand(min(count, period), of: sound.bytes, clock: clock, isFiller: false)
      clock = nil
      remaining -= count
      idleWakes = 0
      fruitlessRestarts = 0
    }
  }

  private mutating func hand(
    _ frames: Int, of memory: UnsafeMutableRawBufferPointer, clock: AudioClockReading?, isFiller: Bool
  ) {
    let bytes = UnsafeRawBufferPointer(rebasing: memory[0..<frames * format.frameBytes])
    sink.audioSource(
      source,
      didCapture: BorrowedAudioChunk(
        format: format, position: position, frameCount: frames, clock: clock, isFiller: isFiller, bytes: bytes))
    position += Int64(frames)
  }

  /// Finds out how much was lost until the frames now available began, and delivers silence instead.
  private mutating func fill(upTo status: ALSAStatus) throws(SystemError) {
    isLossUnmeasured = false
    learn()
    guard drift.readingCount > 0 else { return }
    let lost = (drift.position(at: status.time) - Double(position) - Double(status.available)).rounded()
    drift.noteDiscontinuity()
    guard lost >= 1 else { return }
    guard lost <= Double(Self.longestLossSeconds * format.sampleRate) else {
      throw SystemError(alsa: "snd_pcm_status_get_htstamp", ETIME)
    }
    sink.audioSource(source, didLose: Int(lost))
    var remaining = Int(lost)
    while remaining > 0, !stop.isRaised {
      let frames = min(stream.periodFrames, remaining)
      hand(frames, of: silence.bytes, clock: nil, isFiller: true)
      remaining -= frames
    }
  }

  private mutating func learn() {
    for reading in readings { drift.add(reading) }
    readings.removeAll(keepingCapacity: true)
  }

  /// Does what a call's negative error number asks for.
  private mutating func mend(_ operation: String, _ result: Int32) throws(SystemError) {
    switch -result {
    case EAGAIN, EINTR: idleWakes += 1
    case EPIPE: try restart()
    case ESTRPIPE: try wakeUp()
    default: throw SystemError(alsa: operation, result)
    }
    guard idleWakes < Self.idleWakeLimit else { throw SystemError(alsa: operation, result) }
  }

  private mutating func restart() throws(SystemError) {
    isLossUnmeasured = true
    fruitlessRestarts += 1
    guard fruitlessRestarts <= Self.restartLimit else { throw SystemError(alsa: "snd_pcm_start", EPIPE) }
    try SystemError.check(alsa: "snd_pcm_start", stream.restart())
  }

  /// Carries on after a suspension, by the driver's own means where it has them.
  private mutating func wakeUp() throws(SystemError) {
    isLossUnmeasured = true
    var result = resume()
    var attempts = 1
    while result == -EAGAIN, attempts < Self.resumeAttempts {
      if stream.pause(stop: stop, milliseconds: Self.resumeIntervalMilliseconds) { return }
      result = resume()
      attempts += 1
    }
    if result != 0 { try restart() }
  }

  private func resume() -> Int32 {
    let result = stream.resume()
    // Plugins report success whatever the driver behind them said.
    return result == 0 && stream.status().state == .suspended ? -EAGAIN : result
  }
}
