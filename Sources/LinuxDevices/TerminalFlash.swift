public import CaptureDevices
import Glibc
public import MediaCore
import Synchronization
import SystemCalls

/// A flash that is the terminal's window: its background turns white, and back to what it was.
///
/// By xterm's control sequences OSC 10 and 11 (colours of text and background) and OSC 110 and 111 (as they were),
/// which most terminals with windows know. The window's contents are kept, and cannot be seen while it is white. A
/// terminal that does not know these sequences stays dark; the kernel's console is refused.
public final class TerminalFlash: Flash {
  /// White on white; then as it was.
  private static let on = "\u{1b}]10;#ffffff\u{1b}\\\u{1b}]11;#ffffff\u{1b}\\"
  private static let off = "\u{1b}]110\u{1b}\\\u{1b}]111\u{1b}\\"

  private let terminal: Descriptor
  private let isLit = Mutex(false)

  /// Creates the terminal that this program was started from, even if its output goes elsewhere.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound` when there is none, or it is the kernel's console.
  public convenience init() throws(DeviceError) {
    if getenv("TERM").map({ String(cString: $0) }) == "linux" {
      throw DeviceError(
        .notFound, context: "screen",
        message: "The kernel's console cannot be lit. Use a terminal in a window, or another --flash-device.")
    }
    try self.init(path: "/dev/tty")
  }

  /// Creates a terminal by its device.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound` when it is none.
  public init(path: String) throws(DeviceError) {
    do throws(SystemError) {
      let terminal = try Descriptor(opening: path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
      guard isatty(terminal.number) == 1 else { throw SystemError("open") }
      self.terminal = terminal
    } catch {
      throw DeviceError(
        .notFound, context: "screen", operation: error.operation, status: Int(error.number),
        message: "There is no terminal at \(path) to be lit. Start livecam in one, or use another --flash-device.")
    }
  }

  deinit { try? setOn(false) }  // a terminal that takes nothing any more stays as it is

  /// Indicates that it is there, `true`: whether a terminal shows it cannot be asked without waiting for an answer.
  public var isAvailable: Bool { true }

  /// Turns the window white, or back. Writes nothing if the window is in that state already.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.system` when the terminal accepts no output, for example because
  ///   it is stopped. The call does not wait for it.
  public func setOn(_ isOn: Bool) throws(DeviceError) {
    try isLit.withLock { (isLit) throws(DeviceError) in
      guard isLit != isOn else { return }
      // Of what could not be written a part may have been: it is to be put out all the same.
      isLit = true
      let bytes = Array((isOn ? Self.on : Self.off).utf8)
      do throws(SystemError) {
        try bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in try terminal.write(bytes) }
      } catch {
        throw DeviceError(
          .system, context: "screen", operation: error.operation, status: Int(error.number),
          message: "The terminal takes nothing. Let it go on, as by Ctrl-Q, or use another --flash-device.")
      }
      isLit = isOn
    }
  }
}
