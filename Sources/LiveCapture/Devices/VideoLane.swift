import CaptureDevices
import Diagnostics
import FrameRing
import MediaCore
import Synchronization

/// A camera's way into the session.
typealias VideoLane = Lane<FrameIntake>

extension Lane where Intake == FrameIntake {
  /// Creates a camera's lane. Without a clock, a frame's time counts as the instant of its arrival.
  convenience init(
    source: any VideoSource, input: DeviceInput? = nil, configuration: SessionConfiguration,
    clock: (any MediaClock)? = nil, pictures: (any PictureConverting)? = nil, stageClock: (any StageClock)? = nil,
    meter: PressureMeter? = nil, _ reports: Reports = Reports()
  ) {
    let frameInterval = source.mode.frameInterval
    let timings = stageClock.map {
      LaneTimings(clock: $0, configuration: configuration, frameInterval: frameInterval)
    }
    let limits = RingLimits(
      retention: configuration.ringRetention, count: 1 << 16, bytes: configuration.maximumRingBytes)
    self.init(
      source, FrameIntake(source.mode, pictures: pictures, timings: timings), limits, input: input,
      clock: clock, meter: meter, reports)
  }

  var statistics: VideoStatistics {
    state.withLock { state in
      var statistics = state.intake.statistics
      statistics.ringFrames = state.ring.count
      statistics.ringBytes = state.ring.byteCount
      statistics.earlyEvictions = state.ring.earlyEvictionCount
      return statistics
    }
  }

  /// Returns the instant at which a frame arrived, as far back as a movie reaches; `nil` where nothing is measured.
  func arrival(of frame: VideoFrame) -> MediaTime? { state.withLock { $0.intake.timings?.arrival(of: frame.time) } }

  /// Returns the work of taking in the frames from one time to another; `nil` where nothing is measured.
  func takeWork(from first: MediaTime, through last: MediaTime) -> StageLog.Work? {
    state.withLock { $0.intake.timings?.log.take(from: first, through: last) }
  }

  var oldestTime: MediaTime? { state.withLock { $0.ring.oldestTime } }
  var newestTime: MediaTime? { state.withLock { $0.ring.newestTime } }
  var newestFrame: VideoFrame? { state.withLock { $0.ring.last } }

  /// The frames nearest to one of the ring's, itself left out: no more than `count`, none farther away than `reach`.
  func neighbours(of frame: VideoFrame, count: Int, within reach: MediaTime) -> [VideoFrame] {
    let range = TimeRange(start: frame.time - reach, end: frame.time + reach)
    let others = state.withLock { $0.ring.elements(in: range) }.filter { $0.time != frame.time }
    return Array(others.sorted { ($0.time - frame.time).magnitude < ($1.time - frame.time).magnitude }.prefix(count))
  }

  func frame(_ choice: FrameChoice) -> VideoFrame? {
    state.withLock { state in
      switch choice {
      case .nearest(let time): return state.ring.nearest(to: time)
      case .firstAtOrAfter(let time):
        let index = state.ring.firstIndex(atOrAfter: time)
        return index < state.ring.count ? state.ring[index] : nil
      case .numbered(let sequence):
        // From the newest on: what is named has been seen lately, and a camera may begin to count anew.
        let index = (0..<state.ring.count).last { state.ring[$0].sequence == sequence }
        return index.map { state.ring[$0] }
      case .nearestWithin(let stretch, let time, let others):
        return state.ring.elements(in: stretch).filter { !others.contains($0.time) }
          .min { ($0.time - time).magnitude < ($1.time - time).magnitude }
      }
    }
  }

  /// Calls `action` with the oldest frame's time once there is a frame: at once, or on the camera's thread.
  func whenFrame(_ action: @escaping @Sendable (MediaTime) -> Void) {
    watch(for: .negativeInfinity) { [weak self] in
      if let oldest = self?.oldestTime { action(oldest) }
    }
  }

  private func take(
    _ borrowed: BorrowedVideoFrame, at arrival: MediaTime?, isMuted: Bool, _ state: inout State,
    _ outcome: inout Outcome
  ) {
    let time: MediaTime
    switch state.intake.judge(borrowed, at: arrival, after: state.ring.newestTime) {
    case .take(let judged):
      time = judged
      guard Self.isInOrder(time, &state) else { return }
    case .withhold:
      let frame = state.intake.copy(borrowed, at: borrowed.time, arrival, isMuted: isMuted, into: &state.ring)
      if let frame { state.intake.withheld.append(frame) }
      return
    case .jumped(let step):
      outcome.append { [reports] in reports.jump(step) }
      for frame in state.intake.takeWithheld() where Self.isInOrder(frame.time, &state) {
        state.intake.statistics.received += 1
        admit(frame, &state, &outcome)
      }
      time = state.intake.mapped(borrowed.time)
    }
    guard let frame = state.intake.copy(borrowed, at: time, arrival, isMuted: isMuted, into: &state.ring),
      Self.isInOrder(time, &state)
    else { return }
    state.intake.statistics.received += 1
    admit(frame, &state, &outcome)
  }

  /// Tells whether a frame is not older than the newest one; an older one is to be left out, and is counted.
  private static func isInOrder(_ time: MediaTime, _ state: inout State) -> Bool {
    guard let newest = state.ring.newestTime, time < newest else { return true }
    state.intake.statistics.outOfOrder += 1
    return false
  }
}

extension Lane: VideoSink where Intake == FrameIntake {
  func videoSource(_ source: any VideoSource, didCapture borrowed: BorrowedVideoFrame) {
    arrive {
      $0.intake.accepts(borrowed)
    } take: { arrival, isMuted, state, outcome in
      take(borrowed, at: arrival, isMuted: isMuted, &state, &outcome)
    }
  }

  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    // A sum of such counts cannot overflow.
    let count = min(max(0, count), 1 << 32)
    state.withLock { state in
      state.intake.noteSkipped(count, reason)
      if reason == .dropped { state.fan.noteLost(count) }
    }
  }

  func videoSource(_ source: any VideoSource, didFail error: DeviceError) { reports.failure(error) }
}
