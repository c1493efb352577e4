import CALSA
import Glibc
import Synchronization

/// A thread of a device's own that runs one function and ends.
final class ALSAThread: Sendable {
  private let handle: Mutex<pthread_t?>

  /// Starts a thread named `name` (at most 15 characters, for tools such as `top -H`).
  /// - Throws: The error number of `pthread_create`.
  init(name: String, body: @escaping @Sendable () -> Void) throws(ALSAFailure) {
    let context = Unmanaged.passRetained(Body(name: name, run: body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        calsa_name_thread(body.name)
        body.run()
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw ALSAFailure(operation: "pthread_create", code: result)
    }
    handle = Mutex(thread)
  }

  /// Returns when the function has; at once if it was waited for before.
  func join() {
    guard let thread = handle.withLock({ $0.take() }) else { return }
    pthread_join(thread, nil)
  }

  // Never joined, so nobody waits for it: the system frees it when it ends.
  deinit { if let thread = handle.withLock({ $0.take() }) { pthread_detach(thread) } }

  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }
}
