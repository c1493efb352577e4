import MediaCore

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
