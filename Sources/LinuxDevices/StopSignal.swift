import CLinux
import Glibc
import Synchronization
import SystemCalls

/// Tells a capture thread to end, also while it waits in `poll`: once and for good.
final class StopSignal: Sendable {
  private let event: Descriptor
  /// Becomes readable once the signal is raised; open as long as this object lives.
  var descriptor: Int32 { event.number }
  private let raised = Atomic(false)

  /// A signal not raised.
  /// - Throws: `SystemError` when the process has no descriptor left.
  init() throws(SystemError) { event = try Descriptor(clinux_make_event(false), from: "eventfd") }

  var isRaised: Bool { raised.load(ordering: .acquiring) }

  func raise() {
    raised.store(true, ordering: .releasing)
    var one: UInt64 = 1
    // An eventfd refuses only when it is full, and then it is readable already.
    _ = write(descriptor, &one, 8)
  }
}
