import Dispatch
import Synchronization

/// Runs work on queues and knows when none is left.
///
/// Under a virtual clock, time may only move on once everything that the last instant set off has been done;
/// that is what makes a whole capture repeatable.
final class WorkTracker: Sendable {
  private struct State {
    var outstanding = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Runs `work` on `queue`, later.
  func async(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    begin()
    queue.async {
      work()
      self.end()
    }
  }

  /// Returns once no work is queued or running.
  func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.outstanding > 0 { state.waiting.append(continuation) }
        return state.outstanding == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  private func begin() {
    state.withLock { $0.outstanding += 1 }
  }

  private func end() {
    let done = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.outstanding -= 1
      guard state.outstanding == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in done { continuation.resume() }
  }
}
