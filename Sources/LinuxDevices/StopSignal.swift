import CV4L2
import Glibc

/// Wakes a thread that waits in `poll`, once and for good: an eventfd.
final class StopSignal: Sendable {
  let descriptor: Int32

  // nil if the system has no descriptor to give.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func raise() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }
}
