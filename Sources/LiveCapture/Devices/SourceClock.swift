import MediaCore

/// Tells whether a camera's times still belong to the session's clock, and maps them to it when they have jumped.
///
/// A frame's latency is the distance from its time to its arrival. It differs from frame to frame, and a busy machine
/// makes it long for a while; so lateness alone says little. Two things do not happen to frames that are stamped
/// rightly: that they come before the instant they show, and that they come late and lie before their predecessors.
/// A few such frames in a row, alike in latency, are a jump; fewer are strays. Frames that are merely late count as a
/// jump only when they are so for long, all alike, and by more than a driver's queue can hold.
///
/// After a jump, times are moved by what the latency has changed by: a frame is again as late as frames usually are.
struct SourceClock {
  enum Verdict: Equatable {
    /// The frame belongs at this time, on the session's clock; frames that are withheld are strays.
    case take(MediaTime)
    /// The frame may be a stray, or the first of many: this frame and the `count - 1` before it wait, older ones are
    /// strays.
    case withhold(count: Int)
    /// Times have jumped: it and the frames that wait belong where ``SourceClock/mapped(_:)`` now says.
    case jumped(by: MediaTime)
  }

  /// The most frames that wait for a verdict.
  static let evidence = 4

  private static let limitNanoseconds: Int64 = 250_000_000
  private static let longestUsualNanoseconds: Int64 = 2_000_000_000
  private static let spreadNanoseconds: Int64 = 125_000_000
  private static let lateDurationNanoseconds: Int64 = 2_000_000_000
  private static let longestLatenessNanoseconds: Int64 = 5_000_000_000
  private static let memoryNanoseconds: Int64 = 5_000_000_000
  private static let farthestSeconds = 4e9
  // Times that never settle are mapped by the last of them: rough times are better than no pictures.
  private static let longestRun = 32

  /// Frames that are alike in latency.
  private struct Likes {
    let since: Int64
    var low: Int64
    var high: Int64
    var count = 1

    init(_ latencyNanoseconds: Int64, at arrival: Int64) {
      (since, low, high) = (arrival, latencyNanoseconds, latencyNanoseconds)
    }

    /// Adds a further frame if its latency is like theirs; otherwise begins anew with that frame.
    mutating func take(_ latencyNanoseconds: Int64, at arrival: Int64) {
      let (low, high) = (min(self.low, latencyNanoseconds), max(self.high, latencyNanoseconds))
      guard high - low <= spreadNanoseconds else {
        self = Likes(latencyNanoseconds, at: arrival)
        return
      }
      (self.low, self.high) = (low, high)
      count += 1
    }
  }

  // Late by more than a driver's queue of frames can be.
  private let lateLimitNanoseconds: Int64
  private var correctionNanoseconds: Int64 = 0
  // The least latencies of the stretch of `memoryNanoseconds` before the present one, and of the present one.
  private var (before, present): (Int64?, Int64?) = (nil, nil)
  private var presentSinceNanoseconds: Int64 = 0
  private var suspects: Likes?
  private var run = 0
  private var late: Likes?
  private var lateSinceNanoseconds: Int64?

  init(frameInterval: MediaTime) {
    let interval = frameInterval.isNumeric ? max(0, min(frameInterval.nanoseconds, 10_000_000_000)) : 0
    lateLimitNanoseconds = max(Self.limitNanoseconds, interval * 8)
  }

  func mapped(_ time: MediaTime) -> MediaTime {
    correctionNanoseconds == 0 ? time : time + MediaTime(nanoseconds: correctionNanoseconds)
  }

  /// Judges a frame stamped `time` that came at `arrival`, after one of `newest` on the session's clock.
  mutating func judge(_ time: MediaTime, at arrival: MediaTime, after newest: MediaTime?) -> Verdict {
    guard arrival.isNumeric else { return .take(time) }
    // What lies centuries away is no time at all, and sums of it might overflow: the frame is of when it came.
    guard time.isNumeric, time.epoch == 0, abs(time.seconds) < Self.farthestSeconds else { return .take(arrival) }
    let mapped = mapped(time)
    guard mapped.isNumeric, abs((mapped - arrival).seconds) < Self.farthestSeconds / 4 else { return .take(arrival) }
    let now = arrival.nanoseconds
    let latencyNanoseconds = now - mapped.nanoseconds
    let usual = usualLatencyNanoseconds
    let isEarly = latencyNanoseconds < min(0, usual - Self.limitNanoseconds)
    let isBack = latencyNanoseconds > usual + Self.limitNanoseconds && newest.map { mapped < $0 } ?? false
    if isEarly || isBack { return suspect(latencyNanoseconds, at: now) }
    (suspects, run) = (nil, 0)
    guard latencyNanoseconds > usual + (present == nil ? Self.longestUsualNanoseconds : lateLimitNanoseconds) else {
      (late, lateSinceNanoseconds) = (nil, nil)
      learn(latencyNanoseconds, at: now)
      return .take(mapped)
    }
    let lateSince = lateSinceNanoseconds ?? now
    lateSinceNanoseconds = lateSince
    // Times that stand still, or go slower than time does, would never come to an instant that somebody waits for.
    if now - lateSince >= Self.longestLatenessNanoseconds { return jump(to: latencyNanoseconds, at: now) }
    late?.take(latencyNanoseconds, at: now)
    let likes = late ?? Likes(latencyNanoseconds, at: now)
    late = likes
    guard likes.count >= 8, now - likes.since >= Self.lateDurationNanoseconds else { return .take(mapped) }
    return jump(to: likes.low, at: now)
  }

  /// The least latency of recent frames.
  private var usualLatencyNanoseconds: Int64 {
    let least = before.map { min($0, present ?? $0) } ?? present ?? 0
    return min(max(0, least), Self.longestUsualNanoseconds)
  }

  private mutating func suspect(_ latencyNanoseconds: Int64, at now: Int64) -> Verdict {
    run += 1
    suspects?.take(latencyNanoseconds, at: now)
    let likes = suspects ?? Likes(latencyNanoseconds, at: now)
    suspects = likes
    guard likes.count >= Self.evidence || run >= Self.longestRun else { return .withhold(count: likes.count) }
    return jump(to: likes.low, at: now)
  }

  private mutating func jump(to latencyNanoseconds: Int64, at now: Int64) -> Verdict {
    let step = latencyNanoseconds - usualLatencyNanoseconds
    correctionNanoseconds += step
    (suspects, run, late, lateSinceNanoseconds) = (nil, 0, nil, nil)
    // The camera's times were that much ahead, if frames came too early.
    return .jumped(by: MediaTime(nanoseconds: -step))
  }

  private mutating func learn(_ latencyNanoseconds: Int64, at now: Int64) {
    if present != nil, now - presentSinceNanoseconds >= Self.memoryNanoseconds { (before, present) = (present, nil) }
    guard let least = present else {
      (present, presentSinceNanoseconds) = (latencyNanoseconds, now)
      return
    }
    present = min(least, latencyNanoseconds)
  }
}
