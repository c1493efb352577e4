public import Dispatch
public import LiveCapture
public import MediaCore
package import Simulator
import Synchronization

/// Runs work step by step, but has movies' files wait for a slow disk, and calls to delegates for a slow delegate.
public final class SlowWork: WorkScheduler {
  private struct State {
    var fileDelay = MediaTime.zero
    var delegateDuration = MediaTime.zero
    /// The instant at which the delegates of each queue have finished their latest call.
    var ends: [ObjectIdentifier: MediaTime] = [:]
    var waiting: [WorkKind: Int] = [:]
  }

  private let clock: VirtualClock
  private let steps: SteppedWork
  private let state = Mutex(State())

  package init(_ steps: SteppedWork, on clock: VirtualClock) { (self.steps, self.clock) = (steps, clock) }

  /// Returns the number of pieces of work of a kind that wait for time to pass. ``settle()`` does not wait for them.
  func delayedCount(of kind: WorkKind) -> Int { state.withLock { $0.waiting[kind] ?? 0 } }

  /// Delays the writing of every movie that is handed over from now on by `delay`. Zero makes the disk fast again.
  public func slowDisk(by delay: MediaTime) { state.withLock { $0.fileDelay = delay } }

  /// Makes delegates take `duration` for each call from now on, so that the next call on their queue comes that much
  /// later. This stands for methods that write a file or work on a picture. Zero, the default, takes no time.
  public func slowDelegate(by duration: MediaTime) { state.withLock { $0.delegateDuration = duration } }

  /// Puts `body` in line, at once or when it is its turn.
  public func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    let now = clock.now
    let start: MediaTime = state.withLock { state in
      let start =
        switch kind {
        case .general: now
        case .file: now + state.fileDelay
        case .delegate: max(now, state.ends[ObjectIdentifier(queue)] ?? now)
        }
      if kind == .delegate { state.ends[ObjectIdentifier(queue)] = start + state.delegateDuration }
      if start > now { state.waiting[kind, default: 0] += 1 }
      return start
    }
    guard start > now else { return steps.run(kind, on: queue, body) }
    _ = clock.schedule(at: start) {
      self.state.withLock { $0.waiting[kind, default: 0] -= 1 }
      self.steps.run(kind, on: queue, body)
    }
  }

  /// Puts the job in line, as stepped work does.
  public func enqueue(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    steps.enqueue(on: queue, body)
  }

  /// Calls `body`, as stepped work does.
  /// - Throws: What `body` throws.
  public func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try steps.perform(body)
  }

  /// Runs what is in line.
  public func runPending() async { await steps.runPending() }

  /// Runs what is in line, and returns once nothing is.
  public func settle() async { await steps.settle() }
}
