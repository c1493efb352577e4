import CSwiftRuntime
import Dispatch
import LiveCapture

/// Makes tasks pieces of the work that sets them off.
///
/// Swift's runtime asks a hook where a job of a task is to run. A job that is enqueued by a piece of ``SteppedWork``,
/// such as a task whose continuation a delegate resumes, or which the app starts in a callback, joins that work's line.
/// All other jobs, those of other tests among them, go where they always go.
enum SteppedTasks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  /// Sets the hooks; once for all.
  static func install() { _ = isInstalled }

  private static let isInstalled: Bool = {
    cswiftruntime_enqueue_global_hook().assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, original in
      if !SteppedWork.adopt({ runJob(job, SteppedTasks.generic) }) { original(job) }
    }
    cswiftruntime_main_executor_hook().assumingMemoryBound(to: MainExecutorHook?.self).pointee = { original in
      SteppedWork.current == nil ? original() : mainExecutor.asUnownedSerialExecutor()
    }
    return true
  }()

  private static let mainExecutor = SteppedMainExecutor()

  // The runtime's reference to no executor is two words of zeros.
  private static let generic = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
}

// The runtime's own, for executors that run jobs.
@_silgen_name("swift_job_run")
private func runJob(_ job: UnownedJob, _ executor: UnownedSerialExecutor)

/// The main actor's executor for tasks of stepped work: jobs run on the main thread, in the work's order.
private final class SteppedMainExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    if !SteppedWork.adopt(on: .main, run) { DispatchQueue.main.async(execute: run) }
  }

  // An actor that was entered by way of the real main executor is the same.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}
