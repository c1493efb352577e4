import FrameRing
import MediaCore

/// A capture's claim on a footage: the window that its movie needs, and the frames that have to wait.
struct FootageClaim {
  let id: CaptureID
  let window: TimeRange
  /// Frames from this instant on wait for the still to be chosen.
  var hold = MediaTime.positiveInfinity
  /// All frames wait for the still to be made, until there are some from this instant on.
  var pause = MediaTime.negativeInfinity
}

/// A stretch of encoded samples that the movies of overlapping captures share.
protocol SampleFootage: AnyObject, Sendable {
  associatedtype Sample: LaneSample

  func begin(_ claim: FootageClaim)
  /// Takes on another window, if the footage overlaps it, reaches back to its beginning and can go on without a gap.
  func extend(by claim: FootageClaim, ringReachesBackTo oldest: MediaTime) -> Bool
  /// Moves the end of a window to a later instant than was reserved; the samples in between are offered next.
  func widen(to end: MediaTime, for id: CaptureID)
  /// Takes in those samples of a ring that some window needs and that have not been taken in yet.
  func offer(_ ring: FrameRing<Sample>, clockRate: Double)
  /// Takes in a sample if some window needs it, in order. `clockRate` is a microphone's frames in a second.
  func offer(_ sample: Sample, clockRate: Double)
  /// Returns the encoder's backlog at a sample that has just been offered, relative to its limit.
  func backlog(at time: MediaTime) -> Double
  func endInput()
  /// Gives up a capture's window. Returns whether nobody is left, and then lets go of everything.
  func release(_ id: CaptureID) -> Bool
}

/// The windows that captures have claimed of a footage. A plain value behind the footage's lock.
struct FootageWindows {
  private var windows: [CaptureID: TimeRange] = [:]
  private(set) var earliest = MediaTime.positiveInfinity
  /// The end of the last window, kept so that a sample costs no look at them all.
  private(set) var end = MediaTime.negativeInfinity
  private(set) var isEnded = false

  var soonestEnd: MediaTime { windows.values.map(\.end).min() ?? .positiveInfinity }

  mutating func add(_ claim: FootageClaim) {
    if windows.isEmpty { earliest = claim.window.start }
    windows[claim.id] = claim.window
    end = max(end, claim.window.end)
  }

  /// Tells whether another window overlaps these, and a ring that reaches back to `oldest` holds all samples behind
  /// that of `newest`.
  func canTakeOn(_ window: TimeRange, after newest: MediaTime?, ringReachesBackTo oldest: MediaTime) -> Bool {
    guard !isEnded, let newest else { return false }
    return earliest <= window.start && window.start <= end && oldest <= newest
  }

  mutating func widen(to end: MediaTime, for id: CaptureID) {
    guard let window = windows[id], window.end < end else { return }
    windows[id] = TimeRange(start: window.start, end: end)
    self.end = max(self.end, end)
  }

  /// Gives up a capture's window; returns where the windows that are left begin, `nil` if none is left.
  mutating func remove(_ id: CaptureID) -> MediaTime? {
    windows[id] = nil
    end = windows.values.map(\.end).max() ?? .negativeInfinity
    guard let first = windows.values.map(\.start).min() else {
      isEnded = true
      return nil
    }
    earliest = max(earliest, first)
    return earliest
  }
}
