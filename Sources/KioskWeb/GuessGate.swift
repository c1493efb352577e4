import MediaCore
import Synchronization

/// Delays clients that guess a password or a number, without locking out those that know it.
///
/// The booth's own screen has a pace of its own, which guests' telephones cannot use up. Of others each address has so
/// many tries in a minute, and all together have one pace: after some tries at once the next ones wait their turn.
final class GuessGate: Sendable {
  private struct Lane {
    /// A try takes so long of the pace.
    let length: MediaTime
    /// The time by which tries may run ahead of the pace.
    let lead: MediaTime
    /// The instant at which all tries up to now would be over at that pace.
    var end: MediaTime

    init(seconds: Int64, atOnce: Int64, now: MediaTime) {
      length = MediaTime(value: seconds, timescale: 1)
      lead = MediaTime(value: seconds * atOnce, timescale: 1)
      end = now
    }
  }

  private let clock: any MediaClock
  private let each: AttemptLimiter
  private let lanes: Mutex<(own: Lane, others: Lane)>

  // Who would wait longer is told to come again.
  private static let patience = MediaTime(value: 10, timescale: 1)

  init(clock: any MediaClock) {
    self.clock = clock
    each = AttemptLimiter(5, ofAll: .max, within: MediaTime(value: 60, timescale: 1), clock: clock)
    let now = clock.now
    lanes = Mutex((Lane(seconds: 1, atOnce: 5, now: now), Lane(seconds: 2, atOnce: 10, now: now)))
  }

  /// Returns when a try may be made.
  /// - Throws: ``WebFailure`` 429 with the time after which one may.
  func enter(_ request: WebRequest) async throws(WebFailure) {
    let isOwn = request.isLocal
    if !isOwn { try each.attempt(by: ClientAddress(request.peer).group) }
    let now = clock.now
    let wait: MediaTime = lanes.withLock { lanes in
      func enter(_ lane: inout Lane) -> MediaTime {
        let end = max(lane.end, now) + lane.length
        let wait = end - lane.lead - now
        if wait <= Self.patience { lane.end = end }
        return wait
      }
      return isOwn ? enter(&lanes.own) : enter(&lanes.others)
    }
    guard wait <= Self.patience else { throw AttemptLimiter.tooMany(wait) }
    if wait > .zero { await clock.pause(until: now + wait) }
  }

  /// Takes a try back, which was a good one.
  func forgive(_ request: WebRequest) {
    let isOwn = request.isLocal
    if !isOwn { each.forgive(ClientAddress(request.peer).group) }
    lanes.withLock { lanes in
      if isOwn {
        lanes.own.end = lanes.own.end - lanes.own.length
      } else {
        lanes.others.end = lanes.others.end - lanes.others.length
      }
    }
  }
}
