import CLinux
import Glibc

/// Wakes a thread that waits in `poll`, as often as it is raised.
package final class WakeSignal: Sendable {
  private let event: Descriptor
  /// The descriptor that is readable while the signal is raised; open as long as this object lives.
  package var descriptor: Int32 { event.number }

  /// Creates a signal not raised.
  /// - Throws: ``SystemError`` when the process has no descriptor left.
  package init() throws(SystemError) { event = try Descriptor(clinux_make_event(false), from: "eventfd") }

  /// Raises the signal.
  package func raise() {
    var one: UInt64 = 1
    // An eventfd refuses only when it is full, and then it is readable already.
    _ = write(descriptor, &one, 8)
  }

  /// Lowers the signal: what is raised from now on wakes anew.
  package func lower() {
    var count: UInt64 = 0
    // It refuses when nobody has raised it.
    _ = read(descriptor, &count, 8)
  }
}
