import Glibc
import Synchronization
import SystemCalls

/// Standard output and error: lines, and below them in a terminal a status that is drawn over itself.
final class Terminal: Sendable {
  let isInteractive: Bool
  private let status = Mutex("")
  private static let failure = Mutex<Int32?>(nil)

  /// The reason why lines to standard output were lost, as a system's error number, `EPIPE` if nobody reads them; `nil`
  /// if none were.
  static var outputError: Int32? { failure.withLock(\.self) }

  init() {
    isInteractive = isatty(STDOUT_FILENO) == 1
    // A reader that leaves, as `head` does, must not end a capture: writing to it fails, and is told at the end.
    _ = Self.isPipeIgnored
  }

  /// Indicates whether the parent process has this one ignore readers that leave; once this is read, the process
  /// ignores them anyway.
  // A handler has no equality; `SIG_IGN` is the address 1.
  private static let isPipeIgnored = unsafeBitCast(signal(SIGPIPE, SIG_IGN), to: Int.self) == 1

  /// Ends the process with a word about lines that were lost, if any were. One whose reader has left ends by the signal
  /// that is meant for that, as `cat` does: no word is said, and a shell sees 141.
  static func endIfOutputWasLost() {
    guard let number = outputError else { return }
    if number == EPIPE, !isPipeIgnored {
      signal(SIGPIPE, SIG_DFL)
      // The thread may be one of Dispatch's, which block signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGPIPE)
    }
    complain("livecam: standard output cannot be written to: \(SystemError.text(number))")
    exit(ExitReason.lostOutput.rawValue)
  }

  /// Writes a line, or a text with another `end`; what programs read `isExact`, but for terminals.
  func line(_ text: String, end: String = "\n", isExact: Bool = false) {
    status.withLock { status in
      let bytes =
        isExact && !isInteractive ? text.systemBytes : PrintableText.bytes(of: text, inTerminal: isInteractive)
      Self.write(Array(erase(status).utf8) + bytes + Array((end + status).utf8), to: STDOUT_FILENO)
    }
  }

  /// Writes a report: as one line of JSON for programs, or as lines for people.
  func show(_ report: some Encodable, _ lines: @autoclosure () -> [String], asJSON: Bool) {
    for text in asJSON ? [JSONText.text(report)] : lines() { line(text) }
  }

  /// Shows a status on the last line of a terminal; an empty one is none. Elsewhere than in a terminal, nothing.
  func show(status text: String, inRed: Bool = false) {
    guard isInteractive else { return }
    let plain = PrintableText.escaped(text)
    let text = inRed && !plain.isEmpty ? "\u{1b}[31m\(plain)\u{1b}[0m" : plain
    status.withLock { status in
      guard status != text else { return }
      Self.write(Array((erase(status) + text).utf8), to: STDOUT_FILENO)
      status = text
    }
  }

  /// Writes a line to standard error; several lines, if `keepsLines` holds.
  static func complain(_ text: String, keepsLines: Bool = false) {
    let isInteractive = isatty(STDERR_FILENO) == 1
    let bytes = PrintableText.bytes(of: text, inTerminal: isInteractive, keepsLines: keepsLines)
    write(bytes + [UInt8(ascii: "\n")], to: STDERR_FILENO)
  }

  /// Writes to standard error without ending the line.
  static func show(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

  private func erase(_ status: String) -> String { status.isEmpty ? "" : "\r\u{1b}[2K" }

  /// Writes bytes, all or as much as the file takes.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    do throws(SystemError) {
      try Descriptor.write(bytes, to: descriptor)
    } catch {
      if descriptor == STDOUT_FILENO { failure.withLock { $0 = $0 ?? error.number } }
    }
  }
}
