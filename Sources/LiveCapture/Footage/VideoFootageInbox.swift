import MediaCore

/// The windows that a footage has to cover, and the frames that have been offered to it and wait for its queue.
///
/// A plain value behind the footage's lock, with the holds, so that no frame overtakes the one that is to stop it.
struct VideoFootageInbox {
  /// The state of the frames that are wanted and not there yet.
  ///
  /// ```
  ///  paused ◄──a still is made first──► open ◄──a frame of a longer window── passed
  ///                                      │ └────a frame that no window shows────▲
  ///                                      └──encoder too far behind──► lost
  /// ```
  enum Intake: Equatable {
    /// The wanted frames are on their way.
    case open
    /// The wanted frames are on their way, and nothing is encoded before all of ``pauses`` have passed.
    case paused
    /// No wanted frames are to come: the newest frame that was taken in is not the newest there is.
    case passed
    /// The wanted frames are lost, from this one on.
    case lost(from: MediaTime)
  }

  var frames: [VideoFrame] = []
  /// The time from which frames have to wait, for each capture whose still is not chosen yet.
  var holds: [CaptureID: MediaTime] = [:]
  /// The time of the frame before whose arrival nothing is encoded, for each capture whose still is not made yet.
  var pauses: [CaptureID: MediaTime] = [:]
  /// The oldest frame that the queue has fetched and not encoded.
  private(set) var oldestWaiting: MediaTime?
  var isScheduled = false
  private(set) var windows = FootageWindows()
  /// The newest frame that was taken in; `nil` before the first.
  private(set) var lastOffered: MediaTime?
  /// The state as far as the frames taken in tell; ``intake`` adds the wait for a still.
  private var told = Intake.open
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

  var intake: Intake {
    guard told == .open, let lastOffered else { return told }
    return pauses.values.contains { lastOffered < $0 } ? .paused : .open
  }

  private var isLost: Bool { if case .lost = told { true } else { false } }

  func canTakeOn(_ window: TimeRange, ringReachesBackTo oldest: MediaTime) -> Bool {
    !isLost && windows.canTakeOn(window, after: lastOffered, ringReachesBackTo: oldest)
  }

  mutating func widen(to end: MediaTime, for id: CaptureID) { windows.widen(to: end, for: id) }

  /// Takes in a frame if it is new and wanted; returns whether the queue has to be told of anything.
  mutating func take(_ frame: VideoFrame) -> Bool {
    guard !windows.isEnded, !isLost, frame.time >= windows.earliest,
      lastOffered.map({ $0 < frame.time }) ?? true
    else { return false }
    guard frame.time < windows.end else { return pass() }
    let oldest = oldestWaiting ?? frames.first?.time ?? frame.time
    if frame.time - oldest > maximumBacklog || backlogBytes + frame.storage.count > 2 * ringBytes {
      // What the queue has not fetched is let go too: memory is bounded whatever the encoder does.
      told = .lost(from: frames.first?.time ?? frame.time)
      frames = []
      return false
    }
    frames.append(frame)
    backlogBytes += frame.storage.count
    lastOffered = frame.time
    told = .open
    return schedule()
  }

  /// Notes that the last frame wanted has a successor; returns whether the queue has to be told.
  private mutating func pass() -> Bool {
    guard told == .open, lastOffered != nil else { return false }
    told = .passed
    return schedule()
  }

  private mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }

  /// Returns the encoder's backlog relative to its limit; 1 after a loss. Frames that the ring held at first do not
  /// count.
  func backlog(at time: MediaTime) -> Double {
    guard !windows.isEnded, let oldest = oldestWaiting ?? frames.first?.time else { return 0 }
    if isLost { return 1 }
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
