import Dispatch

/// Runs work that keeps a processor busy for seconds, such as a long exposure, one piece after the other, on a thread
/// of its own: the threads that serve pages and previews are as few as the machine's processors.
final class HeavyWork: TaskExecutor {
  private let queue = DispatchQueue(label: "livecam.booth.heavy", qos: .utility)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns what `body` returns, which runs on that thread.
  func run<Value: Sendable>(_ body: @Sendable @escaping () async throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(self) { try await body() }
  }
}
