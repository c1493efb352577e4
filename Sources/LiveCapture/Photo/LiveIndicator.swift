import Synchronization

/// Counts the Live Photos in progress: up at `willBeginCapture`, down at `didFinishRecordingMovie`.
///
/// An app shows its LIVE badge while the count is above 0.
public final class LiveIndicator: Sendable {
  private let state = Mutex((count: 0, peak: 0))
  private let feed = EventFeed(of: 0)

  /// Creates a counter at 0. An output has its own; create another one to count by events that are received with a
  /// delay.
  public init() {}

  /// The number of Live Photos in progress.
  public var count: Int { state.withLock { $0.count } }
  /// The most there have been at once.
  public var peak: Int { state.withLock { $0.peak } }
  /// A Boolean value that indicates whether the badge is to be shown.
  public var isOn: Bool { count > 0 }

  /// The present count, then every later one. A slow reader misses none; end the loop to stop observing.
  public var counts: AsyncStream<Int> { feed.stream }

  /// Counts an event.
  public func update(for event: CaptureEvent) {
    switch event {
    case .willBeginCapture(let settings, _) where settings.isLive: add(1)
    case .didFinishRecordingMovie: add(-1)
    default: break
    }
  }

  private func add(_ change: Int) {
    state.withLock { state in
      state.count += change
      state.peak = max(state.peak, state.count)
      precondition(state.count >= 0, "a Live Photo ended that had not begun")
      feed.tell(state.count)
    }
  }
}
