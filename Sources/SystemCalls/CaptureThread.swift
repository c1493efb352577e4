import CLinux
import Glibc
import Synchronization

/// A thread of its own, for work that waits in the kernel: the concurrency pool must not be blocked.
package final class CaptureThread: Sendable {
  private let handle: Mutex<pthread_t?>

  /// Starts a thread named `name` (at most 15 characters, for tools such as `top -H`), or as the calling one, that runs
  /// `body` and ends.
  /// - Throws: `SystemError` if the system has no thread to give.
  package init(name: String? = nil, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(
      Body {
        if let name { clinux_name_thread(name) }
        body()
      })
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()  // retained above, for this
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw SystemError("pthread_create", result)
    }
    handle = Mutex(thread)
  }

  /// Indicates whether the calling thread is this one.
  package var isCurrent: Bool { handle.withLock { $0.map { pthread_equal(pthread_self(), $0) != 0 } ?? false } }

  /// Returns when the body has ended; at once if it was waited for before. Not to be called from the thread itself.
  package func join() {
    guard let thread = handle.withLock({ $0.take() }) else { return }
    pthread_join(thread, nil)
  }

  // Never joined, so nobody waits for it: the system frees it when it ends.
  deinit { if let thread = handle.withLock({ $0.take() }) { pthread_detach(thread) } }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
