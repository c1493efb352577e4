import MediaCore

/// The windows that a footage has to cover, and the chunks that wait for its queue. A plain value behind the footage's
/// lock.
struct AudioFootageInbox {
  var chunks: [(chunk: AudioChunk, clockRate: Double)] = []
  var isScheduled = false
  /// The duration of sound that is collected before the queue is told: waking the queue costs more than encoding a
  /// chunk.
  private static let batch = MediaTime(nanoseconds: 100_000_000)
  var isInputEnded = false
  private var windows = FootageWindows()
  // The end of the window, or of the cut, that ends first: from then on somebody waits for each chunk.
  private var soonest = MediaTime.positiveInfinity
  // Told by its position: chunks that come after a correction of the clock may share a time.
  private var lastOffered: (time: MediaTime, end: MediaTime, position: Int64)?

  mutating func add(_ claim: FootageClaim) {
    windows.add(claim)
    soonest = min(soonest, claim.window.end)
  }

  func canTakeOn(_ window: TimeRange, ringReachesBackTo oldest: MediaTime) -> Bool {
    !isInputEnded && windows.canTakeOn(window, after: lastOffered?.time, ringReachesBackTo: oldest)
  }

  mutating func widen(to end: MediaTime, for id: CaptureID) {
    windows.widen(to: end, for: id)
    soonest = windows.soonestEnd
  }

  /// Requests that the queue is told of each chunk from an instant on: a caller waits for the sound up to there.
  mutating func expect(_ end: MediaTime) { soonest = min(soonest, end) }

  /// Takes in a chunk if it is new and needed, by `lookahead` past a window's end; returns whether to tell the queue.
  ///
  /// One that lies farther on, behind a gap, is needed too: what is missing before it is silence, and nothing else
  /// tells.
  mutating func take(_ chunk: AudioChunk, clockRate: Double, lookahead: MediaTime) -> Bool {
    let end = chunk.endTime
    // Compared with the end first: adding the lookahead is expensive, and most chunks lie before the end.
    guard !windows.isEnded, !isInputEnded, end > windows.earliest,
      chunk.time < windows.end || chunk.time < windows.end + lookahead || isBehindGap(chunk, lookahead),
      lastOffered.map({ $0.position < chunk.position }) ?? true
    else { return false }
    chunks.append((chunk, clockRate))
    lastOffered = (chunk.time, end, chunk.position)
    guard !isScheduled, end >= min(soonest, chunks[0].chunk.time + Self.batch) else { return false }
    isScheduled = true
    return true
  }

  private func isBehindGap(_ chunk: AudioChunk, _ lookahead: MediaTime) -> Bool {
    guard let last = lastOffered?.end else { return true }
    return last < windows.end + lookahead && chunk.time - last > lookahead
  }

  /// Gives up a capture's window; returns where the windows that are left begin, `nil` if none is left.
  mutating func remove(_ id: CaptureID) -> MediaTime? {
    let earliest = windows.remove(id)
    soonest = windows.soonestEnd
    if earliest == nil { chunks = [] }
    return earliest
  }
}
