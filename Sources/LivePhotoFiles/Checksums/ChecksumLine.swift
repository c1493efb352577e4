import SystemCalls

/// A line of a list of checksums, as coreutils' `sha256sum` writes and reads it.
struct ChecksumLine: Equatable {
  private static let digitCount = 64
  private static let backslash = UInt8(ascii: "\\")

  /// The file's name: any bytes but 0.
  let name: [UInt8]
  /// The checksum in hexadecimal digits, in lower case.
  let sum: [UInt8]

  init(name: [UInt8], sum: [UInt8]) { (self.name, self.sum) = (name, sum) }

  /// The line with these bytes; `nil` for one that `sha256sum` has not written.
  init?(_ line: ArraySlice<UInt8>) {
    var rest = line.drop(while: Self.isBlank)
    // A line end of Windows: in a name it is escaped.
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    let isEscaped = rest.first == Self.backslash
    if isEscaped { rest.removeFirst() }
    let (digits, name): (ArraySlice<UInt8>, ArraySlice<UInt8>)
    if rest.starts(with: Self.tag) {
      // A name may hold what stands behind it, too.
      guard rest.count >= Self.tag.count + Self.behindName.count + Self.digitCount else { return nil }
      digits = rest.suffix(Self.digitCount)
      rest = rest.dropFirst(Self.tag.count).dropLast(Self.digitCount)
      guard rest.suffix(Self.behindName.count).elementsEqual(Self.behindName) else { return nil }
      name = rest.dropLast(Self.behindName.count)
    } else {
      digits = rest.prefix(Self.digitCount)
      let mark = rest.dropFirst(Self.digitCount).prefix(2)
      guard mark.elementsEqual("  ".utf8) || mark.elementsEqual(" *".utf8) else { return nil }
      name = rest.dropFirst(Self.digitCount + 2)
    }
    let sum = digits.map { (0x41...0x46).contains($0) ? $0 | 0x20 : $0 }
    guard sum.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let plain = isEscaped ? Self.unescaped(name) : Array(name), !plain.isEmpty, !plain.contains(0)
    else { return nil }
    (self.name, self.sum) = (plain, sum)
  }

  /// What `sha256sum --tag` writes before a name, and behind it.
  private static let tag = Array("SHA256 (".utf8)
  private static let behindName = Array(") = ".utf8)

  /// Tells whether a line holds no checksum and is none of a list's defects: it is empty, or a comment.
  static func isNone(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#") || line.allSatisfy { isBlank($0) || $0 == UInt8(ascii: "\r") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// The line's bytes, with its end.
  var bytes: [UInt8] {
    var (escaped, isEscaped) = ([UInt8](), false)
    for byte in name {
      switch byte {
      case Self.backslash: escaped += [byte, byte]
      case UInt8(ascii: "\n"): escaped += [Self.backslash, UInt8(ascii: "n")]
      case UInt8(ascii: "\r"): escaped += [Self.backslash, UInt8(ascii: "r")]
      default:
        escaped.append(byte)
        continue
      }
      isEscaped = true
    }
    return (isEscaped ? [Self.backslash] : []) + sum + Array("  ".utf8) + escaped + [UInt8(ascii: "\n")]
  }

  private static func unescaped(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    var (plain, rest) = ([UInt8](), name)
    while let byte = rest.popFirst() {
      guard byte == backslash else {
        plain.append(byte)
        continue
      }
      switch rest.popFirst() {
      case backslash: plain.append(backslash)
      case UInt8(ascii: "n"): plain.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): plain.append(UInt8(ascii: "\r"))
      default: return nil
      }
    }
    return plain
  }
}
