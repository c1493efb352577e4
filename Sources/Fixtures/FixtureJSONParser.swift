/// Reads JSON of whole numbers (RFC 8259 without fractions and exponents). The bytes may be anything.
struct FixtureJSONParser {
  /// Values inside one another.
  private static let depthLimit = 16
  /// Values altogether, but for the numbers in lists of numbers.
  private static let valueLimit = 1_000_000

  private let file: String
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  private var line: Int
  private var valueCount = 0

  /// The one value that a range of a file's bytes holds; `line` is the number of their first line.
  /// - Throws: ``FixtureError`` with `.damaged`, which says in which line the bytes are no such JSON, and why.
  static func parse(
    _ bytes: [UInt8], in range: Range<Int>, line: Int = 1, of file: String
  ) throws(FixtureError) -> FixtureJSON {
    var parser = FixtureJSONParser(
      file: file, bytes: bytes, index: range.lowerBound, end: range.upperBound, line: line)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.index == parser.end else { throw parser.failure("something follows the end of the value") }
    return value
  }

  private func failure(_ message: String) -> FixtureError { FixtureFields.damaged(file, line: line, message) }

  private var next: UInt8? { index < end ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      if byte == 0x0a { line += 1 }
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(FixtureError) -> FixtureJSON {
    guard depth < Self.depthLimit else { throw failure("values lie more than \(Self.depthLimit) deep") }
    valueCount += 1
    guard valueCount <= Self.valueLimit else { throw failure("there are more than \(Self.valueLimit) values") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw failure("the text ends where a value should be")
    default: return .integer(try number())
    }
  }

  private mutating func word(_ word: StaticString, _ value: FixtureJSON) throws(FixtureError) -> FixtureJSON {
    let text = String(describing: word)
    guard bytes[index..<end].starts(with: text.utf8) else { throw failure("there is no value here") }
    index += text.utf8.count
    return value
  }

  private mutating func number() throws(FixtureError) -> Int64 {
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var value: Int64 = 0
    var digits = 0
    while let byte = next, (0x30...0x39).contains(byte) {
      let digit = Int64(byte - 0x30)
      let (product, isTooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = product.addingReportingOverflow(isNegative ? -digit : digit)
      guard !isTooLong, !isTooLarge else { throw failure("a number does not fit 64 bits") }
      value = sum
      digits += 1
      index += 1
    }
    guard digits > 0 else { throw failure("there is no value here") }
    if let byte = next, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte) {
      throw failure("a number has a fraction or an exponent; whole numbers are expected")
    }
    return value
  }

  private mutating func list(depth: Int) throws(FixtureError) -> FixtureJSON {
    index += 1
    if take("]") { return .integers([]) }
    var numbers: [Int64] = []
    var elements: [FixtureJSON] = []
    repeat {
      skipSpace()
      if elements.isEmpty, let byte = next, byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
        numbers.append(try number())
        continue
      }
      if elements.isEmpty {
        guard numbers.count < Self.valueLimit else { throw failure("a list is too long") }
        elements = numbers.map { .integer($0) }
        valueCount += numbers.count
        numbers = []
      }
      elements.append(try value(depth: depth + 1))
    } while take(",")
    guard take("]") else { throw failure("a list has no end") }
    return elements.isEmpty ? .integers(numbers) : .list(elements)
  }

  private mutating func object(depth: Int) throws(FixtureError) -> FixtureJSON {
    index += 1
    skipSpace()
    let start = line
    var members: [FixtureObject.Member] = []
    if take("}") { return .object(FixtureObject(members: [], line: start)) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a member of an object has no name") }
      let name = try text()
      guard take(":") else { throw failure("a member of an object has no value") }
      members.append(.init(name: name, value: try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw failure("an object has no end") }
    return .object(FixtureObject(members: members, line: start))
  }

  private mutating func text() throws(FixtureError) -> String {
    index += 1
    var units: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): try units.append(contentsOf: escape().utf8)
      case 0..<0x20: throw failure("a text has no end")
      default: units.append(byte)
      }
    }
    throw failure("a text has no end")
  }

  private mutating func escape() throws(FixtureError) -> String {
    guard let byte = next else { throw failure("a text has no end") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let high = try hexadecimal()
      guard (0xd800..<0xdc00).contains(high) else { return String(Unicode.Scalar(high) ?? "\u{fffd}") }
      guard next == UInt8(ascii: "\\"), index + 1 < end, bytes[index + 1] == UInt8(ascii: "u") else {
        return "\u{fffd}"
      }
      index += 2
      let low = try hexadecimal()
      guard (0xdc00..<0xe000).contains(low) else { return "\u{fffd}" }
      return String(Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)) ?? "\u{fffd}")
    default: throw failure("a text has an escape that there is not")
    }
  }

  private mutating func hexadecimal() throws(FixtureError) -> UInt32 {
    guard end - index >= 4, let value = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw failure("a text has an escape that there is not") }
    index += 4
    return value
  }
}
