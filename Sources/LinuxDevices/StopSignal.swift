import CLinux
import Glibc
import Synchronization

/// Tells a capture thread to end, also while it waits in `poll`: once and for good.
final class StopSignal: Sendable {
  /// Becomes readable once the signal is raised. An `eventfd`, closed with this object.
  let descriptor: Int32
  private let raised = Atomic(false)

  /// A signal not raised, or `nil` when the process has no descriptor left; `errno` tells.
  init?() {
    descriptor = clinux_make_event(false)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether ``raise()`` has been called.
  var isRaised: Bool { raised.load(ordering: .acquiring) }

  /// Raises the signal.
  func raise() {
    raised.store(true, ordering: .releasing)
    var one: UInt64 = 1
    // An eventfd refuses only when it is full, and then it is readable already.
    _ = write(descriptor, &one, 8)
  }
}
