import CV4L2
import Glibc

/// A thread of the system's own, for work that waits in the kernel: the concurrency pool must not be blocked.
struct CaptureThread {
  private let handle: pthread_t

  // Starts `body` on a new thread; nil if the system has no thread to give.
  init?(name: String, _ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body))
    var handle = pthread_t()
    let errno = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        body.call()
        return nil
      }, box.toOpaque())
    guard errno == 0 else {
      box.release()
      return nil
    }
    // The kernel keeps 15 characters.
    pthread_setname_np(handle, String(name.prefix(15)))
    self.handle = handle
  }

  var isCurrent: Bool { pthread_equal(pthread_self(), handle) != 0 }

  // Waits for the thread's end. Once, and not from the thread itself.
  func join() { pthread_join(handle, nil) }

  private final class Body: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }
}
