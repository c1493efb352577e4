import Synchronization
import SystemCalls

/// Tells a capture thread to end, also while it waits in `poll`: once and for good.
final class StopSignal: Sendable {
  private let wake: WakeSignal
  /// Becomes readable once the signal is raised; open as long as this object lives.
  var descriptor: Int32 { wake.descriptor }
  private let raised = Atomic(false)

  /// Creates a signal not raised.
  /// - Throws: `SystemError` when the process has no descriptor left.
  init() throws(SystemError) { wake = try WakeSignal() }

  var isRaised: Bool { raised.load(ordering: .acquiring) }

  func raise() {
    raised.store(true, ordering: .releasing)
    wake.raise()
  }
}
