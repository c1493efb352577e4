import CaptureDevices
import Glibc
import LinuxDevices
import MediaCore
import Testing

/// The flash that is a terminal's window, on a pseudo-terminal.
@Suite struct TerminalFlashTests {
  /// A pseudo-terminal: where a terminal would read, and the path that programs write to.
  private func terminal() throws -> (reader: Int32, path: String) {
    let reader = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    try #require(reader >= 0)
    var (lock, number): (Int32, UInt32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    try #require(ioctl(reader, 0x4004_5431, &lock) == 0)
    try #require(ioctl(reader, 0x8004_5430, &number) == 0)
    return (reader, "/dev/pts/\(number)")
  }

  private func text(_ reader: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(reader, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
  }

  @Test("the window turns white and back, once each, and back when the flash is let go")
  func switching() throws {
    let (reader, path) = try terminal()
    defer { close(reader) }
    do {
      let flash = try TerminalFlash(path: path)
      #expect(flash.isAvailable && text(reader).isEmpty)
      try flash.setOn(true)
      try flash.setOn(true)
      #expect(text(reader) == "\u{1b}]10;#ffffff\u{1b}\\\u{1b}]11;#ffffff\u{1b}\\")
      try flash.setOn(false)
      try flash.setOn(false)
      #expect(text(reader) == "\u{1b}]110\u{1b}\\\u{1b}]111\u{1b}\\")
      try flash.setOn(true)
      #expect(!text(reader).isEmpty)
    }
    #expect(text(reader).hasSuffix("\u{1b}]111\u{1b}\\"))
  }

  @Test("a terminal that has been closed cannot be lit, and says so")
  func closed() throws {
    let (reader, path) = try terminal()
    let flash = try TerminalFlash(path: path)
    close(reader)
    let error = #expect(throws: DeviceError.self) { try flash.setOn(true) }
    #expect(error?.code == .system && error?.context == "screen" && error?.operation == "write")
  }

  @Test("what is no terminal is refused by name")
  func refused() {
    for path in ["/dev/null", "/dev/none-such"] {
      let error = #expect(throws: DeviceError.self) { try TerminalFlash(path: path) }
      #expect(error?.code == .notFound && error?.context == "screen")
    }
  }
}
