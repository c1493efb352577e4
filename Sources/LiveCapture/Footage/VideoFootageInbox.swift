import MediaCore

/// What a footage is wanted for, and the frames that have been offered to it and wait for its queue.
///
/// A plain value behind the footage's lock, with the holds, so that no frame overtakes the one that is to stop it.
struct VideoFootageInbox {
  var frames: [VideoFrame] = []
  /// For each capture whose still is not chosen yet: frames from this time on have to wait.
  var holds: [CaptureID: MediaTime] = [:]
  /// For each capture whose still is not made yet: nothing is encoded before a frame from this time on is there.
  var pauses: [CaptureID: MediaTime] = [:]
  /// The oldest frame that the queue has fetched and not encoded.
  private(set) var oldestWaiting: MediaTime?
  var isScheduled = false
  private(set) var windows = FootageWindows()
  /// The newest frame that was taken in; `nil` before the first.
  private(set) var lastOffered: MediaTime?
  /// Whether the camera has gone on to a frame that no window shows: the newest one taken in is not the newest there is.
  private(set) var isPassed = false
  /// The first frame that was lost because the encoder was too far behind.
  private(set) var lostFrom: MediaTime?
  private var backlogBytes = 0
  // The pre-roll is handed over all at once; that is no falling behind.
  private let initialBacklog: MediaTime
  private let maximumBacklog: MediaTime
  private let ringBytes: Int

  init(_ configuration: SessionConfiguration) {
    initialBacklog = configuration.preRoll
    maximumBacklog = configuration.preRoll + configuration.maximumBacklog
    ringBytes = configuration.maximumRingBytes
  }

  mutating func add(_ claim: FootageClaim) {
    windows.add(claim)
    holds[claim.id] = claim.hold
    pauses[claim.id] = claim.pause
  }

  /// Whether a still is to be made first. Frames that come in their time end that, so that nothing waits for long.
  var isPaused: Bool {
    guard !isPassed, let lastOffered else { return false }
    return pauses.values.contains { lastOffered < $0 }
  }

  func canTakeOn(_ window: TimeRange, ringReachesBackTo oldest: MediaTime) -> Bool {
    lostFrom == nil && windows.canTakeOn(window, after: lastOffered, ringReachesBackTo: oldest)
  }

  mutating func widen(to end: MediaTime, for id: CaptureID) { windows.widen(to: end, for: id) }

  /// Takes in a frame if it is new and wanted; returns whether the queue has to be told of anything.
  mutating func take(_ frame: VideoFrame) -> Bool {
    guard !windows.isEnded, lostFrom == nil, frame.time >= windows.earliest,
      lastOffered.map({ $0 < frame.time }) ?? true
    else { return false }
    guard frame.time < windows.end else { return pass() }
    let oldest = oldestWaiting ?? frames.first?.time ?? frame.time
    if frame.time - oldest > maximumBacklog || backlogBytes + frame.storage.count > 2 * ringBytes {
      // What the queue has not fetched is let go too: memory is bounded whatever the encoder does.
      lostFrom = frames.first?.time ?? frame.time
      frames = []
      return false
    }
    frames.append(frame)
    backlogBytes += frame.storage.count
    lastOffered = frame.time
    isPassed = false
    return schedule()
  }

  /// Notes that the last frame wanted has a successor; returns whether the queue has to be told.
  private mutating func pass() -> Bool {
    guard !isPassed, lastOffered != nil else { return false }
    isPassed = true
    return schedule()
  }

  private mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }

  /// How far the encoder is behind, relative to the limit; 1 after a loss. What the ring held at first does not count.
  func backlog(at time: MediaTime) -> Double {
    guard !windows.isEnded, let oldest = oldestWaiting ?? frames.first?.time else { return 0 }
    if lostFrom != nil { return 1 }
    let behind = (time - oldest - initialBacklog).seconds / (maximumBacklog - initialBacklog).seconds
    let heap = Double(backlogBytes - ringBytes) / Double(ringBytes)
    return max(0, behind, heap)
  }

  /// The queue has encoded a frame of so many bytes; the next in line was taken at `next`.
  mutating func noteEncoded(bytes: Int, next: MediaTime?) {
    backlogBytes -= bytes
    oldestWaiting = next
  }

  /// Gives up a capture's window; returns where the windows that are left begin, `nil` if none is left.
  mutating func remove(_ id: CaptureID) -> MediaTime? {
    holds[id] = nil
    pauses[id] = nil
    let earliest = windows.remove(id)
    if earliest == nil { frames = [] }
    return earliest
  }
}
