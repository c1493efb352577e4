package import MediaCore
import Synchronization

/// A limit on the number of attempts within a span of time, of each peer and of all peers together.
package final class AttemptLimiter: Sendable {
  private struct State {
    var times: [String: [MediaTime]] = [:]
    var all: [MediaTime] = []
  }

  private let (most, mostOfAll, span): (Int, Int, MediaTime)
  private let clock: any MediaClock
  private let state = Mutex(State())

  /// Allows so many attempts of each peer, and of all together.
  package init(_ most: Int, ofAll mostOfAll: Int, within span: MediaTime, clock: any MediaClock) {
    (self.most, self.mostOfAll, self.span, self.clock) = (most, mostOfAll, span, clock)
  }

  /// Records an attempt if the limits allow another one.
  /// - Throws: ``WebFailure`` 429 with the time after which it may.
  package func attempt(by peer: String) throws(WebFailure) {
    let now = clock.now
    let wait: MediaTime? = state.withLock { state in
      state.all.removeAll { now - $0 >= span }
      // Peers that have been quiet are forgotten, so that no number of them heaps up.
      for (name, times) in state.times {
        let recent = times.filter { now - $0 < span }
        state.times[name] = recent.isEmpty ? nil : recent
      }
      let own = state.times[peer] ?? []
      if own.count >= most, let first = own.first { return first + span - now }
      if state.all.count >= mostOfAll, let first = state.all.first { return first + span - now }
      state.all.append(now)
      state.times[peer] = own + [now]
      return nil
    }
    if let wait { throw Self.tooMany(wait) }
  }

  /// Returns the failure for a peer that makes attempts too often.
  static func tooMany(_ wait: MediaTime) -> WebFailure {
    WebFailure(429, "tooMany", "That was too often. Wait a moment.", retryAfterSeconds: max(0.1, wait.seconds))
  }
}
