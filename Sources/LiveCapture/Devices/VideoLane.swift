import CaptureDevices
import Diagnostics
import FrameRing
import MediaCore
import Synchronization

/// A camera's way into the session: copies each frame into the ring and hands it to whoever waits for it.
///
/// Armed and idle, a frame costs the copy and one lock; the session's queue does not hear of it.
final class VideoLane: VideoSink {
  private struct State {
    var ring: FrameRing<VideoFrame>
    var statistics = VideoStatistics()
    var fan: FrameFan
    /// Makes the picture that takes the place of frames that the user has not allowed.
    let pictures: (any PictureConverting)?
    var watches = SampleWatches()
    var isOpen = true
    var timeline: SourceTimeline
    /// Frames whose times are in doubt, with the camera's own times.
    var withheld: [VideoFrame] = []
    /// When something came last; until then, when the lane was made or woken.
    var lastArrival: MediaTime
    /// Called once with the next frame, while the lane rests.
    var onReturn: (@Sendable () -> Void)?
    /// `nil` where nothing is measured.
    var timings: LaneTimings?
    /// What takes the place of frames that the user has not allowed.
    var black: FrameStorage?

    /// All but the last `count` frames whose times were in doubt are strays.
    mutating func dropWithheld(to count: Int) {
      guard withheld.count > count else { return }
      statistics.outOfOrder += withheld.count - count
      withheld.removeFirst(withheld.count - count)
    }
  }

  let source: any VideoSource
  private let clock: (any MediaClock)?
  private let input: DeviceInput?
  private let state: Mutex<State>
  private let onPressure: @Sendable (SystemPressureState, MediaTime) -> Void
  private let onJump: @Sendable (MediaTime) -> Void
  private let onFailure: @Sendable (DeviceError) -> Void

  /// Without a clock, a frame's time counts as the instant of its arrival.
  init(
    source: any VideoSource, input: DeviceInput? = nil, configuration: SessionConfiguration,
    clock: (any MediaClock)? = nil, pictures: (any PictureConverting)? = nil, stageClock: (any StageClock)? = nil,
    meter: PressureMeter? = nil,
    onPressure: @escaping @Sendable (SystemPressureState, MediaTime) -> Void = { _, _ in },
    onJump: @escaping @Sendable (MediaTime) -> Void = { _ in },
    onFailure: @escaping @Sendable (DeviceError) -> Void
  ) {
    self.source = source
    self.input = input
    self.clock = clock
    self.onPressure = onPressure
    self.onJump = onJump
    self.onFailure = onFailure
    let limits = RingLimits(
      retention: configuration.preRoll + SessionConfiguration.ringMargin, count: 1 << 16,
      bytes: configuration.maximumRingBytes)
    state = Mutex(
      State(
        ring: FrameRing(limits: limits), fan: FrameFan(meter: meter), pictures: pictures,
        timeline: SourceTimeline(frameInterval: source.mode.frameInterval), lastArrival: clock?.now ?? .zero,
        timings: stageClock.map {
          LaneTimings(clock: $0, configuration: configuration, frameInterval: source.mode.frameInterval)
        }))
  }

  var statistics: VideoStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.ringFrames = state.ring.count
      statistics.ringBytes = state.ring.byteCount
      statistics.earlyEvictions = state.ring.earlyEvictionCount
      return statistics
    }
  }

  /// When a frame came last, whatever became of it; before the first, when the lane was made or woken.
  var lastArrival: MediaTime { state.withLock { $0.lastArrival } }

  /// When a frame arrived, as far back as a movie reaches; `nil` where nothing is measured.
  func arrival(of frame: VideoFrame) -> MediaTime? { state.withLock { $0.timings?.arrival(of: frame.time) } }

  /// What taking in the frames from one time to another took; `nil` where nothing is measured.
  func takeWork(from first: MediaTime, through last: MediaTime) -> StageLog.Work? {
    state.withLock { $0.timings?.take(from: first, through: last) }
  }

  /// The oldest frame's time; `nil` before the first frame.
  var oldestTime: MediaTime? { state.withLock { $0.ring.oldestTime } }
  /// The newest frame's time; `nil` before the first frame.
  var newestTime: MediaTime? { state.withLock { $0.ring.newestTime } }

  /// The frames nearest to one of the ring's, itself left out: no more than `count`, none farther away than `reach`.
  func neighbours(of frame: VideoFrame, count: Int, within reach: MediaTime) -> [VideoFrame] {
    state.withLock { state in
      let range = TimeRange(start: frame.time - reach, end: frame.time + reach)
      let others = state.ring.elements(in: range).filter { $0.time != frame.time }
      return Array(
        others.sorted { ($0.time - frame.time).magnitude < ($1.time - frame.time).magnitude }.prefix(count))
    }
  }

  /// The newest frame; `nil` before the first.
  var newestFrame: VideoFrame? { state.withLock { $0.ring.last } }

  /// The first frame at or after `time` that the ring still holds.
  func first(atOrAfter time: MediaTime) -> VideoFrame? {
    state.withLock { state in
      let index = state.ring.firstIndex(atOrAfter: time)
      return index < state.ring.count ? state.ring[index] : nil
    }
  }

  func nearest(to time: MediaTime) -> VideoFrame? { state.withLock { $0.ring.nearest(to: time) } }

  /// The frame of the ring that a choice falls on.
  func frame(_ choice: FrameChoice) -> VideoFrame? {
    switch choice {
    case .nearest(let time): return nearest(to: time)
    case .firstAtOrAfter(let time): return first(atOrAfter: time)
    case .nearestWithin(let stretch, let time, let others):
      return state.withLock { $0.ring.elements(in: stretch) }.filter { !others.contains($0.time) }
        .min { ($0.time - time).magnitude < ($1.time - time).magnitude }
    }
  }

  /// Calls `action` once a frame at or after `time` is in the ring: at once, or on the camera's thread.
  ///
  /// Nothing is called once the lane has closed: whoever closes it tells the requests.
  func watch(for time: MediaTime, _ action: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      if let newest = state.ring.newestTime, newest >= time { return true }
      if state.isOpen { state.watches.add(time, action) }
      return false
    }
    if isDue { action() }
  }

  /// Calls `action` with the oldest frame's time once there is a frame: at once, or on the camera's thread.
  func whenFrame(_ action: @escaping @Sendable (MediaTime) -> Void) {
    watch(for: .negativeInfinity) { [weak self] in
      if let oldest = self?.oldestTime { action(oldest) }
    }
  }

  /// The footage that a window of a capture is cut from: one that is being encoded to `codec` anyway, if it reaches
  /// back far enough, or a new one that begins with what the ring holds.
  ///
  /// Frames from `hold` on wait for the still to be chosen, and all until `pause` for it to be made.
  func reserve(
    _ window: TimeRange, as codec: VideoCodec, measuringMotion: Bool = false, holdingFrom hold: MediaTime,
    pausingUntil pause: MediaTime, for id: CaptureID, make: () -> VideoFootage
  ) -> VideoFootage {
    state.withLock { state in
      let reach = state.ring.oldestTime ?? .positiveInfinity
      let shared = state.fan.footage(of: codec, measuringMotion: measuringMotion) { footage in
        footage.extend(to: window, holdingFrom: hold, pausingUntil: pause, for: id, ringReachesBackTo: reach)
      }
      if let shared {
        shared.offer(state.ring)
        return shared
      }
      let footage = make()
      footage.begin(with: window, holdingFrom: hold, pausingUntil: pause, for: id)
      footage.offer(state.ring)
      state.fan.add(footage)
      return footage
    }
  }

  /// Lets a capture's window end later than it was reserved.
  func widen(_ footage: VideoFootage, to end: MediaTime, for id: CaptureID) {
    state.withLock { state in
      footage.widen(to: end, for: id)
      footage.offer(state.ring)
    }
  }

  /// Ends a capture's interest in a footage; the last one out ends the footage.
  func release(_ footage: VideoFootage, for id: CaptureID) {
    state.withLock { state in
      if footage.release(id) { state.fan.remove(footage) }
    }
  }

  /// Lets somebody have all frames that come, and those of the ring from `time` on.
  func add(_ receiver: any VideoFrameReceiver, from time: MediaTime = .positiveInfinity) {
    state.withLock { state in
      guard state.isOpen else { return }
      for index in state.ring.firstIndex(atOrAfter: time)..<state.ring.count { _ = receiver.receive(state.ring[index]) }
      state.fan.add(receiver)
    }
  }

  /// Lets somebody have no more frames.
  func remove(_ receiver: any VideoFrameReceiver) {
    state.withLock { $0.fan.remove(receiver) }
  }

  /// Forgets all frames and whoever waits for one.
  func close() {
    state.withLock { state in
      state.isOpen = false
      state.onReturn = nil
      state.withheld = []
      _ = state.watches.takeAll()
      state.fan.removeAll()
      state.ring.removeAll()
    }
  }

  /// Closes, and calls `action` once when the camera delivers all the same: on its thread.
  func rest(until action: @escaping @Sendable () -> Void) {
    close()
    state.withLock { $0.onReturn = action }
  }

  /// Takes frames in again, as a lane that has just been made.
  func wake(meter: PressureMeter?) {
    state.withLock { state in
      state.isOpen = true
      state.onReturn = nil
      state.fan.wake(meter: meter)
      state.timeline = SourceTimeline(frameInterval: source.mode.frameInterval)
      if let clock { state.lastArrival = clock.now }
    }
  }

  /// What a frame has led to, for when the lock is open again.
  private struct Outcome {
    var pressure: SystemPressureState?
    var jump: MediaTime?
    var due: [SampleWatches.Action] = []
    var time: MediaTime
  }

  func videoSource(_ source: any VideoSource, didCapture borrowed: BorrowedVideoFrame) {
    let arrival = clock?.now
    let isEnabled = input?.isEnabled != false
    let isMuted = input?.isMuted == true
    let outcome = state.withLock { state in
      var outcome = Outcome(time: borrowed.time)
      state.lastArrival = arrival ?? borrowed.time
      guard state.isOpen else {
        if let action = state.onReturn.take() { outcome.due = [action] }
        return outcome
      }
      if isEnabled { Self.take(borrowed, at: arrival, isMuted: isMuted, &state, &outcome) }
      return outcome
    }
    if let step = outcome.jump { onJump(step) }
    if let pressure = outcome.pressure { onPressure(pressure, outcome.time) }
    for action in outcome.due { action() }
  }

  private static func take(
    _ borrowed: BorrowedVideoFrame, at arrival: MediaTime?, isMuted: Bool, _ state: inout State,
    _ outcome: inout Outcome
  ) {
    let newest = state.ring.newestTime
    switch arrival.map({ state.timeline.judge(borrowed.time, at: $0, after: newest) }) ?? .take(borrowed.time) {
    case .take(let time):
      state.dropWithheld(to: 0)
      guard newest.map({ $0 <= time }) ?? true else {
        state.statistics.outOfOrder += 1
        return
      }
      guard let storage = storage(of: borrowed, at: time, arrival, isMuted: isMuted, &state) else { return }
      admit(borrowed.format, storage, at: time, borrowed.sequence, &state, &outcome)
    case .withhold(let count):
      state.dropWithheld(to: count - 1)
      guard let storage = storage(of: borrowed, at: borrowed.time, arrival, isMuted: isMuted, &state) else { return }
      state.withheld.append(
        VideoFrame(format: borrowed.format, time: borrowed.time, sequence: borrowed.sequence, storage: storage))
    case .jumped(let step):
      outcome.jump = step
      state.statistics.clockJumps += 1
      let withheld = state.withheld
      state.withheld = []
      for frame in withheld {
        admit(frame.format, frame.storage, at: state.timeline.mapped(frame.time), frame.sequence, &state, &outcome)
      }
      let time = state.timeline.mapped(borrowed.time)
      guard let storage = storage(of: borrowed, at: time, arrival, isMuted: isMuted, &state) else { return }
      admit(borrowed.format, storage, at: time, borrowed.sequence, &state, &outcome)
    }
  }

  /// A copy of what a frame shows, if it may be seen. `time` is the frame's on the session's clock.
  private static func storage(
    of borrowed: BorrowedVideoFrame, at time: MediaTime, _ arrival: MediaTime?, isMuted: Bool, _ state: inout State
  ) -> FrameStorage? {
    if isMuted {
      if state.black == nil { state.black = state.pictures.flatMap { BlackFrame.storage(for: borrowed.format, $0) } }
      return state.black
    }
    let start = state.timings?.clock.now
    let storage = state.ring.takeStorage(capacity: borrowed.bytes.count)
    storage.fill(copying: borrowed.bytes)
    if let start { state.timings?.note(borrowed, at: time, since: start, arrival: arrival) }
    return storage
  }

  /// Puts a frame into the ring and hands it out; one that lies before the newest is left out.
  private static func admit(
    _ format: VideoFormat, _ storage: FrameStorage, at time: MediaTime, _ sequence: UInt64, _ state: inout State,
    _ outcome: inout Outcome
  ) {
    guard state.ring.newestTime.map({ $0 <= time }) ?? true else {
      state.statistics.outOfOrder += 1
      return
    }
    let frame = VideoFrame(format: format, time: time, sequence: sequence, storage: storage)
    state.ring.append(frame)
    state.statistics.received += 1
    outcome.time = time
    if let pressure = state.fan.offer(frame) { outcome.pressure = pressure }
    let due = state.watches.takeDue(at: time)
    if !due.isEmpty { outcome.due += due }
  }

  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    state.withLock { state in
      state.statistics.skipped[reason, default: 0] += count
      if reason == .dropped { state.fan.noteLost(count) }
    }
  }

  func videoSource(_ source: any VideoSource, didFail error: DeviceError) { onFailure(error) }
}
