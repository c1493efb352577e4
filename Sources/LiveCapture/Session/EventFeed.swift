import Synchronization

/// Tells whoever has asked what happens from then on. Its streams end with it.
package final class EventFeed<Event: Sendable>: Sendable {
  private struct Listener {
    weak var owner: (any AnyObject & Sendable)?
    let hear: @Sendable (Event) -> Void
  }

  private struct State {
    var latest: Event?
    var listeners: [Listener] = []
    var streams: [AsyncStream<Event>.Continuation] = []
  }

  private let state: Mutex<State>

  /// Creates a feed of what has just happened, or, with `latest`, of what is the case: its streams begin with that.
  init(of latest: Event? = nil) { state = Mutex(State(latest: latest)) }

  deinit { for stream in state.withLock({ $0.streams }) { stream.finish() } }

  /// A stream of what is told from now on. A slow reader misses nothing.
  var stream: AsyncStream<Event> {
    AsyncStream { continuation in
      state.withLock { state in
        if let latest = state.latest { continuation.yield(latest) }
        state.streams.append(continuation)
      }
    }
  }

  /// Calls `hear` with each event, before any stream has it, for as long as `owner` is there.
  package func listen(for owner: any AnyObject & Sendable, _ hear: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0.listeners.append(Listener(owner: owner, hear: hear)) }
  }

  func tell(_ event: Event) {
    let listeners = state.withLock { state in
      state.listeners.removeAll { $0.owner == nil }
      return state.listeners.map(\.hear)
    }
    for hear in listeners { hear(event) }
    state.withLock { state in
      if state.latest != nil { state.latest = event }
      state.streams.removeAll { stream in
        if case .terminated = stream.yield(event) { return true }
        return false
      }
    }
  }
}
