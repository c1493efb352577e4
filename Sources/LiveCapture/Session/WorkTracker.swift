import Dispatch
import Synchronization

/// Runs work on queues and knows when none is left.
///
/// Under a virtual clock, time may only move on once everything that the last instant set off has been done. That
/// makes files repeatable; if the order of events is to be repeatable too, work is done step by step: one piece after
/// another, in the order in which it came up, while somebody waits in ``idle()``.
final class WorkTracker: Sendable {
  /// Work that lets go of what it holds as soon as it is done: a queue keeps its blocks for a moment longer, and whoever
  /// hears that all is done must not find anything still held.
  private final class Work: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    func run() {
      let body = body.withLock { $0.take() }
      body?()
    }
  }

  private struct Piece {
    let queue: DispatchQueue
    let work: Work
  }

  private struct State {
    var outstanding = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var line: [Piece] = []
    var isStepping = false
  }

  private let state = Mutex(State())
  private let isStepwise: Bool

  init(isStepwise: Bool) { self.isStepwise = isStepwise }

  /// Runs `body` on `queue`, later.
  func async(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    let work = Work(body)
    state.withLock { state in
      state.outstanding += 1
      if isStepwise { state.line.append(Piece(queue: queue, work: work)) }
    }
    guard !isStepwise else { return }
    queue.async {
      work.run()
      self.end()
    }
  }

  /// Returns once no work is queued or running.
  func idle() async {
    await doSteps()
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.outstanding > 0 { state.waiting.append(continuation) }
        return state.outstanding == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Does what is in line, if work is done step by step; otherwise there is nothing in line.
  func doSteps() async {
    while let piece = takeNext() {
      await withCheckedContinuation { continuation in
        piece.queue.async {
          piece.work.run()
          self.state.withLock { $0.isStepping = false }
          self.end()
          continuation.resume()
        }
      }
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
