public import Dispatch
import Synchronization

/// A scheduler that runs one piece of work after another, in the order in which they were handed over, while somebody
/// waits in ``settle()`` or the session stops.
///
/// In virtual time this makes even what happens at one instant happen in the same order on every run.
public final class SteppedWork: WorkScheduler {
  private struct Piece {
    let queue: DispatchQueue
    let work: ReleasedWork
  }

  private struct State {
    var line: [Piece] = []
    var isStepping = false
    /// Callers that have nothing to run themselves, until nothing is in line or in hand.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// A scheduler in whose line nothing waits.
  public init() {}

  /// Puts `body` in line.
  public func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.line.append(Piece(queue: queue, work: ReleasedWork(body))) }
  }

  /// Runs what is in line, and what joins it meanwhile; returns at once while another caller does.
  public func runPending() async {
    while let piece = takeNext() {
      await withCheckedContinuation { continuation in
        piece.queue.async {
          piece.work.run()
          for waiting in self.endStep() { waiting.resume() }
          continuation.resume()
        }
      }
    }
  }

  /// Runs what is in line, and returns once nothing is.
  public func settle() async {
    await runPending()
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        let isBusy = state.isStepping || !state.line.isEmpty
        if isBusy { state.waiting.append(continuation) }
        return !isBusy
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Returns who waits no longer.
  private func endStep() -> [CheckedContinuation<Void, Never>] {
    state.withLock { state in
      state.isStepping = false
      guard state.line.isEmpty else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  // Nothing while another caller has a piece in hand: that one goes on with the next.
  private func takeNext() -> Piece? {
    state.withLock { state in
      guard !state.isStepping, !state.line.isEmpty else { return nil }
      state.isStepping = true
      return state.line.removeFirst()
    }
  }
}

/// Work that lets go of what it holds as soon as it is done: a queue keeps its blocks for a moment longer, and whoever
/// hears that all is done must not find anything still held.
package final class ReleasedWork: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  package init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

  package func run() {
    let body = body.withLock { $0.take() }
    body?()
  }
}
