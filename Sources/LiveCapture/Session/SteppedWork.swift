public import Dispatch
import Glibc
import Synchronization

/// A scheduler that runs pieces of work one after another, in the order in which they were submitted, during
/// ``settle()`` and while a session stops.
///
/// In virtual time, everything that happens at one instant happens in the same order on every run. Where tasks are
/// stepped, too, as in an environment made by `CaptureEnvironment.virtual`, every task that the work starts or resumes
/// is a piece of the work.
public final class SteppedWork: WorkScheduler {
  private struct Piece {
    let queue: DispatchQueue
    let work: ReleasedWork
  }

  private struct State {
    var line: [Piece] = []
    var isStepping = false
    /// The number of callers that are about to settle the work that they set off.
    var settlers = 0
    /// Callers that have nothing to run themselves, until nothing is in line or in hand.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let taskQueue = DispatchQueue(label: "livecam.stepped-tasks")
  private let adoptsTasks: Bool
  private let didSettle: @Sendable () async -> Void

  /// Creates a scheduler in whose line nothing waits.
  public convenience init() { self.init(adoptingTasks: false) {} }

  /// Creates a scheduler that calls `didSettle` each time that its line has been worked off, and whose pieces may be
  /// tasks.
  package init(adoptingTasks: Bool, _ didSettle: @escaping @Sendable () async -> Void) {
    (adoptsTasks, self.didSettle) = (adoptingTasks, didSettle)
  }

  /// The number of pieces that wait.
  package var waitingCount: Int { state.withLock { $0.line.count } }

  /// Puts `body` in line.
  public func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.line.append(Piece(queue: queue, work: ReleasedWork(body))) }
  }

  /// Puts a job of a task in line if the calling thread does a part of the work and somebody works the line off; tells
  /// whether it does. What nobody is going to run is not to be taken from where it would be run.
  package static func adopt(on queue: DispatchQueue? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
    guard let work = current else { return false }
    return work.state.withLock { state in
      guard state.isStepping || state.settlers > 0 else { return false }
      state.line.append(Piece(queue: queue ?? work.taskQueue, work: ReleasedWork(body)))
      return true
    }
  }

  /// Puts a job that the work has set off in line; a caller's from outside goes to its queue.
  public func enqueue(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    if Self.current !== self || !Self.adopt(on: queue, body) { queue.async(execute: body) }
  }

  /// Calls `body`, after which the caller settles; tasks that it resumes or starts join the line.
  package func performAndSettle(_ body: () -> Void) {
    state.withLock { $0.settlers += 1 }
    perform(body)
    state.withLock { $0.settlers -= 1 }
  }

  /// Calls `body`. Tasks that it resumes or starts join the line during ``settle()``.
  /// - Throws: What `body` throws.
  public func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    guard adoptsTasks else { return try body() }
    let before = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, before) }
    return try body()
  }

  /// Runs the pieces in line, and those that join it; returns at once while another caller does so.
  public func runPending() async {
    while let piece = takeNext() {
      await withCheckedContinuation { continuation in
        piece.queue.async {
          self.perform { piece.work.run() }
          // The callers do not belong to the work.
          for waiting in self.endStep() { waiting.resume() }
          continuation.resume()
        }
      }
    }
  }

  /// Runs what is in line, and returns once nothing is. Called by a piece itself, it returns after all that is in line.
  public func settle() async {
    if Self.current === self {
      while waitingCount > 0 {
        await withCheckedContinuation { continuation in run(.general, on: taskQueue) { continuation.resume() } }
      }
      return
    }
    await runPending()
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        let isBusy = state.isStepping || !state.line.isEmpty
        if isBusy { state.waiting.append(continuation) }
        return !isBusy
      }
      if isIdle { continuation.resume() }
    }
    await didSettle()
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

/// The work that a thread does a part of.
extension SteppedWork {
  /// The work that the calling thread does a part of, if it is one's.
  package static var current: SteppedWork? {
    // Held by who calls `perform`, for as long as the value is set.
    pthread_getspecific(key).map { Unmanaged<SteppedWork>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // A process has 1024 of them.
    precondition(pthread_key_create(&key, nil) == 0, "no more thread-specific values can be had")
    return key
  }()
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
