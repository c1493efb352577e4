import Glibc
import LivePhotoFiles
import SystemCalls

/// The terminal that the user sits at, whatever standard input and output are.
struct UserTerminal: Sendable {
  private let path = "/dev/tty"

  /// `nil` where there is none.
  init?() {
    // What cannot be opened is not there, for whatever reason.
    guard (try? Descriptor(opening: path, O_RDWR | O_NOCTTY)) != nil else { return nil }
  }

  func write(_ text: String) {
    // To a terminal that has gone nothing can be said.
    guard let file = try? Descriptor(opening: path, O_WRONLY | O_NOCTTY) else { return }
    try? file.write(PrintableText.bytes(of: text, inTerminal: true, keepsLines: true))  // as above
  }

  /// Reads a line; `nil` at the end of what the user types.
  /// - Throws: `CancellationError` when the command is interrupted.
  func readLine() throws -> String? {
    // A terminal that has gone has nothing more to say.
    guard let file = try? Descriptor(opening: path, O_RDONLY | O_NOCTTY) else { return nil }
    var waiting = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
    // Ctrl-C ends no read: it is looked for in between.
    while poll(&waiting, 1, Self.interruptMilliseconds) == 0 { try Task.checkCancellation() }
    var buffer = [UInt8](repeating: 0, count: 4096)
    // As above.
    guard let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
  }

  private static let interruptMilliseconds: Int32 = 100
}
