import Synchronization

/// Streams of what happens from the moment they are asked for on; they end with the feed.
final class EventFeed<Event: Sendable>: Sendable {
  private let observers = Mutex<[AsyncStream<Event>.Continuation]>([])

  deinit { for observer in observers.withLock({ $0 }) { observer.finish() } }

  var stream: AsyncStream<Event> {
    AsyncStream { continuation in observers.withLock { $0.append(continuation) } }
  }

  func tell(_ event: Event) {
    observers.withLock { observers in
      observers.removeAll { observer in
        if case .terminated = observer.yield(event) { return true }
        return false
      }
    }
  }
}
