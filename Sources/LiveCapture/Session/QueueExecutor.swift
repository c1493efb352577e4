import Dispatch

/// Runs an actor's jobs on a dispatch queue, so that plain synchronous code can enter the actor too.
///
/// Linux has no conversion from a queue to an executor.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue
  private let scheduler: any WorkScheduler
  private let key = DispatchSpecificKey<Bool>()

  init(label: String, scheduler: any WorkScheduler) {
    self.scheduler = scheduler
    queue = DispatchQueue(label: label, qos: .userInitiated)
    queue.setSpecific(key: key, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    scheduler.enqueue(on: queue) { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Indicates whether the caller is already on the queue; entering it again by `sync` would trap.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }

  func checkIsolated() { precondition(isCurrent, "called off the session's queue") }
}
