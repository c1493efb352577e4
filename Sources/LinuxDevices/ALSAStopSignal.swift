import CALSA
import Glibc
import Synchronization

/// Tells a capture thread to end, also while it waits for a descriptor.
final class ALSAStopSignal: Sendable {
  /// Becomes readable once the signal is raised. An `eventfd`, closed with this object.
  let descriptor: Int32
  private let raised = Atomic(false)

  /// A signal not raised, or `nil` when the process has no descriptor left; `errno` tells.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Whether ``raise()`` has been called.
  var isRaised: Bool { raised.load(ordering: .acquiring) }

  /// Raises the signal, for good.
  func raise() {
    raised.store(true, ordering: .releasing)
    eventfd_write(descriptor, 1)
  }
}
