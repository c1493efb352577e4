import CaptureDevices
import FrameRing
import MediaCore
import Synchronization

/// A microphone's way into the session: maps its clock to the session's and keeps its sound in the ring.
final class AudioLane: AudioSink {
  private struct State {
    var ring: FrameRing<AudioChunk>
    var estimator: ClockDriftEstimator
    var statistics = AudioStatistics()
    var footages: [AudioFootage] = []
    var receivers: [any AudioChunkReceiver] = []
    var watches = SampleWatches()
    var isOpen = true
    /// When something came last; until then, when the lane was made or woken.
    var lastArrival: MediaTime
    /// Called once with the next sound, while the lane rests.
    var onReturn: (@Sendable () -> Void)?
  }

  let source: any AudioSource
  private let clock: (any MediaClock)?
  private let input: DeviceInput?
  private let state: Mutex<State>
  private let onFailure: @Sendable (DeviceError) -> Void

  /// Without a clock, when sound arrives is not known.
  init(
    source: any AudioSource, input: DeviceInput? = nil, configuration: SessionConfiguration,
    clock: (any MediaClock)? = nil,
    onFailure: @escaping @Sendable (DeviceError) -> Void
  ) {
    self.source = source
    self.input = input
    self.clock = clock
    self.onFailure = onFailure
    let retention = configuration.preRoll + SessionConfiguration.ringMargin
    let bytes = Int(retention.seconds.rounded(.up)) * source.format.sampleRate * source.format.frameBytes
    state = Mutex(
      State(
        ring: FrameRing(limits: RingLimits(retention: retention, count: 1 << 14, bytes: bytes * 2)),
        estimator: ClockDriftEstimator(nominalRate: source.format.sampleRate), lastArrival: clock?.now ?? .zero))
  }

  var statistics: AudioStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.driftPPM = (state.estimator.rate / Double(source.format.sampleRate) - 1) * 1e6
      return statistics
    }
  }

  /// The microphone's clock against the session's in parts per million, and how far readings of it stray.
  var clockEstimate: (driftPPM: Double, uncertainty: MediaTime) {
    state.withLock { ($0.estimator.partsPerMillion, $0.estimator.uncertainty) }
  }

  /// When sound came last; before the first, when the lane was made or woken.
  var lastArrival: MediaTime { state.withLock { $0.lastArrival } }

  /// Calls `action` once all sound before `time` is in the ring: at once, or on the microphone's thread.
  func watch(for time: MediaTime, _ action: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      if !state.isOpen { return true }
      if let last = state.ring.last, last.endTime >= time { return true }
      state.watches.add(time, action)
      return false
    }
    if isDue { action() }
  }

  /// The footage that a window of a capture is cut from; see `VideoLane.reserve`.
  func reserve(_ window: TimeRange, for id: CaptureID, make: () -> AudioFootage) -> AudioFootage {
    state.withLock { state in
      let reach = state.ring.oldestTime ?? .positiveInfinity
      if let footage = state.footages.last, footage.extend(to: window, for: id, ringReachesBackTo: reach) {
        footage.offer(state.ring, clockRate: state.estimator.rate)
        return footage
      }
      let footage = make()
      footage.begin(with: window, for: id)
      footage.offer(state.ring, clockRate: state.estimator.rate)
      state.footages.append(footage)
      return footage
    }
  }

  /// Lets a capture's window end later than it was reserved.
  func widen(_ footage: AudioFootage, to end: MediaTime, for id: CaptureID) {
    state.withLock { state in
      footage.widen(to: end, for: id)
      footage.offer(state.ring, clockRate: state.estimator.rate)
    }
  }

  /// Takes nothing more into a footage: what is still wanted of it is silence.
  func end(_ footage: AudioFootage) {
    state.withLock { state in
      footage.endInput()
      state.footages.removeAll { $0 === footage }
    }
  }

  /// A footage of a capture's own, with what the ring holds of its window and no more, in place of one that it shares.
  func split(
    _ shared: AudioFootage, for id: CaptureID, window: TimeRange, make: () -> AudioFootage
  ) -> AudioFootage {
    state.withLock { state in
      let footage = make()
      footage.begin(with: window, for: id)
      footage.offer(state.ring, clockRate: state.estimator.rate)
      footage.endInput()
      if shared.release(id) { state.footages.removeAll { $0 === shared } }
      return footage
    }
  }

  /// Ends a capture's interest in a footage; the last one out ends the footage.
  func release(_ footage: AudioFootage, for id: CaptureID) {
    state.withLock { state in
      if footage.release(id) { state.footages.removeAll { $0 === footage } }
    }
  }

  /// Lets somebody have all sound that comes, and what the ring holds.
  func add(_ receiver: any AudioChunkReceiver, withRing: Bool = true) {
    state.withLock { state in
      guard state.isOpen else { return }
      if withRing {
        for index in 0..<state.ring.count { receiver.receive(state.ring[index], clockRate: state.estimator.rate) }
      }
      state.receivers.append(receiver)
    }
  }

  /// Lets somebody have no more sound.
  func remove(_ receiver: any AudioChunkReceiver) {
    state.withLock { $0.receivers.removeAll { $0 === receiver } }
  }

  /// Takes in nothing more and keeps nobody waiting: what was recorded until now is all there is.
  func close() {
    let waiting = state.withLock { state in
      state.isOpen = false
      state.onReturn = nil
      for footage in state.footages { footage.endInput() }
      state.footages = []
      state.receivers = []
      return state.watches.takeAll()
    }
    for action in waiting { action() }
  }

  /// Closes, and calls `action` once when the microphone delivers all the same: on its thread.
  func rest(until action: @escaping @Sendable () -> Void) {
    close()
    state.withLock { $0.onReturn = action }
  }

  /// Takes sound in again, as a lane that has just been made.
  func wake() {
    state.withLock { state in
      state.isOpen = true
      state.onReturn = nil
      state.ring.removeAll()
      // How positions and instants go together is learned anew.
      state.estimator = ClockDriftEstimator(nominalRate: source.format.sampleRate)
      if let clock { state.lastArrival = clock.now }
    }
  }

  func audioSource(_ source: any AudioSource, didCapture borrowed: BorrowedAudioChunk) {
    let arrival = clock?.now
    let isEnabled = input?.isEnabled != false
    let isMuted = input?.isMuted == true
    let due: [SampleWatches.Action] = state.withLock { state in
      if let arrival { state.lastArrival = arrival }
      guard state.isOpen else { return state.onReturn.take().map { [$0] } ?? [] }
      guard isEnabled else { return [] }
      if let clock = borrowed.clock { state.estimator.add(clock) }
      guard state.estimator.readingCount > 0 else { return [] }
      let storage = state.ring.takeStorage(capacity: borrowed.bytes.count)
      if isMuted {
        storage.fill { room in
          room[..<borrowed.bytes.count].initializeMemory(as: UInt8.self, repeating: 0)
          return borrowed.bytes.count
        }
      } else {
        storage.fill(copying: borrowed.bytes)
      }
      let estimate = state.estimator.time(ofPosition: borrowed.position)
      let chunk = AudioChunk(
        format: borrowed.format, position: borrowed.position, frameCount: borrowed.frameCount,
        time: max(estimate, state.ring.newestTime ?? .negativeInfinity), isFiller: borrowed.isFiller,
        storage: storage)
      state.ring.append(chunk)
      state.statistics.received += Int64(chunk.frameCount)
      if chunk.isFiller { state.statistics.filler += Int64(chunk.frameCount) }
      for footage in state.footages { footage.offer(chunk, clockRate: state.estimator.rate) }
      for receiver in state.receivers { receiver.receive(chunk, clockRate: state.estimator.rate) }
      return state.watches.takeDue(at: chunk.endTime)
    }
    for action in due { action() }
  }

  func audioSource(_ source: any AudioSource, didLose frames: Int) {
    state.withLock { state in
      state.statistics.overruns += 1
      // The filler's length is measured, not counted: where the sound goes on is learned anew.
      state.estimator.noteDiscontinuity()
    }
  }

  func audioSource(_ source: any AudioSource, didFail error: DeviceError) { onFailure(error) }
}

extension AudioChunk {
  /// When its last frame was complete, at the nominal rate.
  var endTime: MediaTime {
    time + MediaTime(nanoseconds: Int64(frameCount) * 1_000_000_000 / Int64(format.sampleRate))
  }
}
