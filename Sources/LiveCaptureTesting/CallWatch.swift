import Synchronization

/// Notices calls that overlap, and who makes them.
final class CallWatch<Source>: Sendable {
  private struct State {
    var depth = 0
    var hadOverlap = false
    var callers: Set<ObjectIdentifier> = []
  }
  private let state = Mutex(State())

  /// Whether a call ever began before the one before it had ended.
  var hadOverlap: Bool { state.withLock { $0.hadOverlap } }

  /// The sources that have called, by identity.
  var callers: Set<ObjectIdentifier> { state.withLock { $0.callers } }

  /// Counts one call of `source` while `body` runs.
  func during(_ source: Source, _ body: () -> Void) {
    let caller = ObjectIdentifier(source as AnyObject)
    state.withLock { state in
      state.depth += 1
      if state.depth > 1 { state.hadOverlap = true }
      state.callers.insert(caller)
    }
    body()
    state.withLock { $0.depth -= 1 }
  }
}
