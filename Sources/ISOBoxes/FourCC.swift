import MediaCore

/// A box's type, a handler's name or a codec's: four characters, the first in the highest byte.
///
/// In some places QuickTime puts a plain number where a type belongs: an index or a local key.
package struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The four bytes as a big-endian number.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the code whose bytes are the characters of a literal, each of one byte in ISO 8859-1.
  ///
  /// A literal without exactly four such characters is a mistake of the programmer, and traps.
  package init(stringLiteral text: String) {
    let scalars = text.unicodeScalars
    precondition(scalars.count == 4 && scalars.allSatisfy { $0.value < 256 }, "\(text) is no four-character code")
    rawValue = scalars.reduce(0) { $0 << 8 | $1.value }
  }

  /// The four characters, or the number in hexadecimal when one of them does not print.
  package var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * $0)) }
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0xa9 }) else {
      return "0x" + rawValue.digits(8, radix: 16)
    }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
