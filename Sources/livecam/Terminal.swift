import Glibc
import Synchronization

/// Standard output and error: lines, and below them in a terminal a status that is drawn over itself.
final class Terminal: Sendable {
  /// Whether somebody looks at standard output.
  let isInteractive: Bool
  private let status = Mutex("")
  private static let failure = Mutex<Int32?>(nil)

  /// Why lines to standard output were lost, as a system's error number; `nil` if they were not, or nobody reads them.
  static var outputError: Int32? { failure.withLock(\.self) }

  init() {
    isInteractive = isatty(STDOUT_FILENO) == 1
    // A reader that leaves, as `head` does, must not end a capture: writing to it fails, and that is all.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line above the status.
  func line(_ text: String) {
    status.withLock { status in
      Self.write(erase(status) + text + "\n" + status, to: STDOUT_FILENO)
    }
  }

  /// Shows a status on the last line of a terminal; an empty one is none. Elsewhere than in a terminal, nothing.
  func show(status text: String) {
    guard isInteractive else { return }
    status.withLock { status in
      guard status != text else { return }
      Self.write(erase(status) + text, to: STDOUT_FILENO)
      status = text
    }
  }

  /// Writes a line to standard error.
  static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Writes to standard error without ending the line.
  static func show(_ text: String) { write(text, to: STDERR_FILENO) }

  private func erase(_ status: String) -> String { status.isEmpty ? "" : "\r\u{1b}[2K" }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else {
        // Nobody reads any more: then there is nobody to tell either.
        let number = errno
        if descriptor == STDOUT_FILENO, number != EPIPE { failure.withLock { $0 = $0 ?? number } }
        return
      }
      bytes = bytes.dropFirst(max(0, written))
    }
  }
}
