package import MediaCore
import Synchronization

/// A record of what happened to a device's samples: runs of samples with the same fate, by the instants at which they
/// came or would have come.
package final class DeliveryLog: Sendable {
  /// The fate of samples.
  package enum Fate: String, Sendable, Hashable, CaseIterable {
    /// They were delivered.
    case delivered
    /// The samples were lost, and the receiver was notified.
    case lost
    /// The samples were not delivered, and the receiver was not notified.
    case missing
  }

  /// Samples with one fate that followed each other.
  package struct Run: Sendable, Hashable {
    /// The fate of the samples.
    package let fate: Fate
    /// The number of samples: frames of a camera, chunks of a microphone.
    package fileprivate(set) var count: Int
    /// The first one's instant.
    package let begin: MediaTime
    /// The instant of the sample behind them; at the end of a stream, of the one that would have come next.
    package fileprivate(set) var end: MediaTime
  }

  private struct State {
    var runs: [Run] = []
    var last: (time: MediaTime, interval: MediaTime)?
  }

  /// Changes of fate that are kept; later ones are left out. A drawing has room for some hundreds.
  private static let limit = 100_000

  private let clock: any MediaClock
  private let state = Mutex(State())

  init(_ clock: any MediaClock) { self.clock = clock }

  package var runs: [Run] { state.withLock { $0.runs } }

  /// Notes that a stream begins: what comes now does not follow what came before.
  func begin() { state.withLock { $0.last = nil } }

  func note(_ fate: Fate, _ count: Int = 1) {
    let now = clock.now
    state.withLock { state in
      var interval = state.last?.interval ?? .zero
      if let last = state.last, now > last.time { interval = now - last.time }
      let isNext = state.last != nil
      state.last = (now, interval)
      let place = state.runs.count - 1
      if isNext, place >= 0 {
        guard state.runs[place].fate != fate else {
          state.runs[place].count += count
          state.runs[place].end = now + interval
          return
        }
        state.runs[place].end = now
      }
      if state.runs.count < Self.limit {
        state.runs.append(Run(fate: fate, count: count, begin: now, end: now + interval))
      }
    }
  }
}
