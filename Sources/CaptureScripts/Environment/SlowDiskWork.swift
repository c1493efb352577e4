import Dispatch
import LiveCapture
import MediaCore
import Simulator
import Synchronization

/// Runs work step by step, but for movies' files, which may have to wait for a slow disk first.
final class SlowDiskWork: WorkScheduler {
  private let clock: any MediaClock
  private let steps: SteppedWork
  private let state = Mutex((delay: MediaTime.zero, waiting: 0))

  init(clock: VirtualClock) {
    self.clock = clock
    steps = VirtualRun.of(clock).makeWork()
  }

  /// How many files wait for the disk. ``settle()`` does not wait for them: time has to pass.
  var delayedFileCount: Int { state.withLock { $0.waiting } }

  /// Lets every file that is handed over from now on wait for `delay` before it joins the line.
  func setFileDelay(_ delay: MediaTime) { state.withLock { $0.delay = delay } }

  func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    let delay = state.withLock { state in
      guard kind == .file, state.delay > .zero else { return MediaTime.zero }
      state.waiting += 1
      return state.delay
    }
    guard delay > .zero else { return steps.run(kind, on: queue, body) }
    _ = clock.schedule(at: clock.now + delay) {
      self.state.withLock { $0.waiting -= 1 }
      self.steps.run(kind, on: queue, body)
    }
  }

  func enqueue(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) { steps.enqueue(on: queue, body) }

  func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try steps.perform(body)
  }

  func runPending() async { await steps.runPending() }

  func settle() async { await steps.settle() }
}
