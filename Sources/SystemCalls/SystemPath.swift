/// Paths as the system has them: any bytes but 0, which need not be UTF-8, while a string is always Unicode.
///
/// In a string, a byte that is no part of a character's UTF-8 stands as one of the 128 private-use characters from
/// U+10FE80 to U+10FEFF, whose last two digits are the byte's. So does each byte of such a character that a path really
/// has: every path has one string, and every string that was made of a path gives back its bytes. Nothing is escaped in
/// paths that are UTF-8 otherwise.
extension String {
  private static let firstEscape: UInt32 = 0x10FE00

  /// Creates the bytes of a path as a string.
  package init(systemPath bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !text.isEscaped {
      self = text
      return
    }
    self.init()
    var index = 0
    while index < bytes.count {
      let length = Self.length(ofCharacterBeginningWith: bytes[index])
      let end = min(index + length, bytes.count)
      if let character = String(validating: bytes[index..<end], as: UTF8.self), !character.isEscaped {
        self += character
        index = end
      } else {
        unicodeScalars.append(Self.escape(of: bytes[index]))
        index += 1
      }
    }
  }

  /// Creates the path that a call has returned.
  package init(systemPath: UnsafePointer<CChar>) {
    var count = 0
    while systemPath[count] != 0 { count += 1 }
    self.init(systemPath: UnsafeRawBufferPointer(start: systemPath, count: count))
  }

  /// The bytes of the path.
  package var systemBytes: [UInt8] {
    guard isEscaped else { return Array(utf8) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = scalar.escapedByte { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
    return bytes
  }

  /// The path for a call: its bytes and the 0 behind them.
  package var systemPath: [CChar] { systemBytes.map(CChar.init(bitPattern:)) + [0] }

  /// Indicates whether the path has bytes that are not UTF-8.
  package var isEscaped: Bool {
    // Their characters begin with these three bytes, and no other does with the second of them behind the first.
    var bytes = utf8.makeIterator()
    var (first, second): (UInt8, UInt8) = (0, 0)
    while let byte = bytes.next() {
      if first == 0xF4, second == 0x8F, byte == 0xBA || byte == 0xBB { return true }
      (first, second) = (second, byte)
    }
    return false
  }

  private static func escape(of byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(firstEscape + UInt32(byte))!  // no surrogate, and not above the last
  }

  /// Returns the length of a character's UTF-8; 1 for a byte that begins none.
  private static func length(ofCharacterBeginningWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

extension Unicode.Scalar {
  /// The byte that this stands for in a string that was made of a path; `nil` if it is a character.
  package var escapedByte: UInt8? { (0x10FE80...0x10FEFF).contains(value) ? UInt8(truncatingIfNeeded: value) : nil }
}
