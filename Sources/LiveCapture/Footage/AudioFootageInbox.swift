import MediaCore

/// What a footage is wanted for, and the chunks that have been offered to it and wait for its queue.
///
/// A plain value behind the footage's lock.
struct AudioFootageInbox {
  /// Chunks that the queue has not fetched yet.
  var chunks: [(chunk: AudioChunk, clockRate: Double)] = []
  /// Whether the queue has been told to fetch.
  var isScheduled = false
  /// How much sound is collected before the queue is told: waking it costs more than encoding a chunk.
  private static let batch = MediaTime(value: 1, timescale: 10)
  /// The microphone has ended.
  var isInputEnded = false
  private var windows: [CaptureID: TimeRange] = [:]
  private var earliest = MediaTime.positiveInfinity
  // The end of the last window, kept so that a chunk costs no look at them all.
  private var until = MediaTime.negativeInfinity
  // The end of the window, or of the cut, that ends first: from then on somebody waits for each chunk.
  private var soonest = MediaTime.positiveInfinity
  // Told by its position: chunks that come after a correction of the clock may share a time.
  private var lastOffered: (time: MediaTime, position: Int64)?
  private var isEnded = false

  mutating func add(_ window: TimeRange, for id: CaptureID) {
    if windows.isEmpty { earliest = window.start }
    windows[id] = window
    until = max(until, window.end)
    soonest = min(soonest, window.end)
  }

  func canTakeOn(_ window: TimeRange, ringReachesBackTo oldest: MediaTime) -> Bool {
    guard !isEnded, !isInputEnded, let lastOffered else { return false }
    return earliest <= window.start && window.start <= until && oldest <= lastOffered.time
  }

  mutating func widen(to end: MediaTime, for id: CaptureID) {
    guard let window = windows[id], window.end < end else { return }
    windows[id] = TimeRange(start: window.start, end: end)
    until = max(until, end)
    soonest = windows.values.map(\.end).min() ?? .positiveInfinity
  }

  /// Has the queue told of each chunk from an instant on: somebody waits for the sound up to there.
  mutating func expect(_ end: MediaTime) { soonest = min(soonest, end) }

  /// Takes in a chunk if it is new and needed, be it only by the encoder's `lookahead` past the end of a window;
  /// returns whether the queue has to be told.
  mutating func take(_ chunk: AudioChunk, clockRate: Double, lookahead: MediaTime) -> Bool {
    guard !isEnded, !isInputEnded, chunk.endTime > earliest, chunk.time < until + lookahead,
      lastOffered.map({ $0.position < chunk.position }) ?? true
    else { return false }
    chunks.append((chunk, clockRate))
    lastOffered = (chunk.time, chunk.position)
    guard !isScheduled, let first = chunks.first?.chunk.time,
      chunk.endTime >= soonest || chunk.endTime >= first + Self.batch
    else { return false }
    isScheduled = true
    return true
  }

  /// Gives up a capture's window; returns where the windows that are left begin, `nil` if none is left.
  mutating func remove(_ id: CaptureID) -> MediaTime? {
    windows[id] = nil
    until = windows.values.map(\.end).max() ?? .negativeInfinity
    soonest = windows.values.map(\.end).min() ?? .positiveInfinity
    guard let first = windows.values.map(\.start).min() else {
      isEnded = true
      chunks = []
      return nil
    }
    earliest = max(earliest, first)
    return earliest
  }
}
