import SystemCalls

/// Text as standard output and error get it.
///
/// Names of files may be any bytes. In a terminal, which would take some of them for orders, they are told instead:
/// `\xE9` for a byte that is no UTF-8, `\n`, `\u{1B}`. A program that reads lines gets the very bytes, but for ASCII's
/// control characters: a name must not end a line, nor make up another one.
enum PrintableText {
  /// The bytes of a text for a terminal or for a program.
  static func bytes(of text: String, inTerminal: Bool, keepsLines: Bool = false) -> [UInt8] {
    inTerminal ? Array(escaped(text, keepsLines: keepsLines).utf8) : withoutControls(text, keepsLines).systemBytes
  }

  /// A text without ASCII's control characters. In JSON there are none.
  private static func withoutControls(_ text: String, _ keepsLines: Bool) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20, !(keepsLines && scalar == "\n") {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text without characters that a terminal would obey. Lines stay lines if `keepsLines` holds.
  static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: isOrder) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if let byte = scalar.escapedByte {
        result += "\\x" + String(byte, radix: 16, uppercase: true)
      } else if isOrder(scalar), !(keepsLines && scalar == "\n") {
        // `\n`, `\t`, `\u{1B}`, as Swift writes them.
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Tells whether a terminal would do something else with a character than show it: controls, and those that turn the
  /// direction of writing.
  private static func isOrder(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.escapedByte != nil
    }
  }
}
