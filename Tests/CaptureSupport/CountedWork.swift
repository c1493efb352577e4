public import Dispatch
public import LiveCapture
import Synchronization

/// A scheduler that leaves work to its queues, as a program does that runs on a machine, and knows when none is left.
///
/// Files come out the same on every run; the order in which queues do what one instant sets off does not.
public final class CountedWork: WorkScheduler {
  private let count = WorkCount()

  /// A scheduler without work.
  public init() {}

  /// Puts `body` on `queue`.
  public func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    count.enter()
    let work = ReleasedWork(body)
    queue.async {
      work.run()
      self.count.leave()
    }
  }

  /// Returns at once: nothing is kept back.
  public func runPending() async {}

  /// Returns once no work is queued or running.
  public func settle() async { await count.idle() }
}

/// How many pieces of work are queued or running.
private final class WorkCount: Sendable {
  private struct State {
    var outstanding = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  init() {}

  func enter() { state.withLock { $0.outstanding += 1 } }

  func leave() {
    let done = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.outstanding -= 1
      guard state.outstanding == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in done { continuation.resume() }
  }

  func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.outstanding > 0 { state.waiting.append(continuation) }
        return state.outstanding == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
