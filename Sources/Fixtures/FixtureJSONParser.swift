/// Reads JSON of whole numbers (RFC 8259 without fractions and exponents). The bytes may be anything.
struct FixtureJSONParser {
  private static let depthLimit = 16
  /// Values altogether, but for numbers.
  private static let valueLimit = 1_000_000
  private static let numberLimit = 16_000_000

  private let file: String
  private var rest: ArraySlice<UInt8>
  private var line: Int
  private var valueCount = 0
  private var numberCount = 0

  /// The one value that a file's bytes hold; `line` is the number of their first line.
  /// - Throws: ``FixtureError`` with `.damaged`, which says in which line the bytes are no such JSON, and why.
  static func parse(_ bytes: ArraySlice<UInt8>, line: Int, of file: String) throws(FixtureError) -> FixtureJSON {
    var parser = FixtureJSONParser(file: file, rest: bytes, line: line)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.rest.isEmpty else { throw parser.failure("something follows the end of the value") }
    return value
  }

  private func failure(_ message: String) -> FixtureError { FixtureFields.damaged(file, line: line, message) }

  private var next: Unicode.Scalar? { rest.first.map { Unicode.Scalar($0) } }

  private mutating func skipSpace() {
    while let next, next == " " || next == "\n" || next == "\r" || next == "\t" {
      if next == "\n" { line += 1 }
      rest.removeFirst()
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func value(depth: Int) throws(FixtureError) -> FixtureJSON {
    guard depth < Self.depthLimit else { throw failure("values lie more than \(Self.depthLimit) deep") }
    skipSpace()
    guard let next else { throw failure("the text ends where a value should be") }
    if next == "-" || ("0"..."9").contains(next) { return .integer(try number()) }
    valueCount += 1
    guard valueCount <= Self.valueLimit else { throw failure("there are more than \(Self.valueLimit) values") }
    switch next {
    case "{": return try object(depth: depth)
    case "[": return try list(depth: depth)
    case "\"": return .text(try text())
    default: return try word()
    }
  }

  private mutating func word() throws(FixtureError) -> FixtureJSON {
    let words: KeyValuePairs = ["true": FixtureJSON.boolean(true), "false": .boolean(false), "null": .null]
    for (word, value) in words where rest.starts(with: word.utf8) {
      rest.removeFirst(word.utf8.count)
      return value
    }
    throw failure("there is no value here")
  }

  private mutating func number() throws(FixtureError) -> Int64 {
    numberCount += 1
    guard numberCount <= Self.numberLimit else { throw failure("there are more than \(Self.numberLimit) numbers") }
    let isNegative = next == "-"
    let digits = rest.dropFirst(isNegative ? 1 : 0).prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { throw failure("there is no value here") }
    guard let value = Int64(String(decoding: rest[..<digits.endIndex], as: UTF8.self)) else {
      throw failure("a number does not fit 64 bits")
    }
    rest = rest[digits.endIndex...]
    if let next, [".", "e", "E"].contains(next) {
      throw failure("a number has a fraction or an exponent; whole numbers are expected")
    }
    return value
  }

  /// Reads what stands in brackets, with commas between; returns the line in which it begins.
  private mutating func items(
    to end: Unicode.Scalar, of what: String, _ read: (inout Self) throws(FixtureError) -> Void
  ) throws(FixtureError) -> Int {
    rest.removeFirst()
    skipSpace()
    let start = line
    if take(end) { return start }
    repeat { try read(&self) } while take(",")
    guard take(end) else { throw failure("\(what) has no end") }
    return start
  }

  private mutating func list(depth: Int) throws(FixtureError) -> FixtureJSON {
    var elements: [FixtureJSON] = []
    _ = try items(to: "]", of: "a list") { (parser) throws(FixtureError) in
      elements.append(try parser.value(depth: depth + 1))
    }
    return .list(elements)
  }

  private mutating func object(depth: Int) throws(FixtureError) -> FixtureJSON {
    var members: [(name: String, value: FixtureJSON)] = []
    let start = try items(to: "}", of: "an object") { (parser) throws(FixtureError) in
      parser.skipSpace()
      guard parser.next == "\"" else { throw parser.failure("a member of an object has no name") }
      let name = try parser.text()
      guard parser.take(":") else { throw parser.failure("a member of an object has no value") }
      members.append((name, try parser.value(depth: depth + 1)))
    }
    return .object(members, line: start)
  }

  private mutating func text() throws(FixtureError) -> String {
    rest.removeFirst()
    var units: [UInt8] = []
    while let byte = rest.popFirst() {
      switch Unicode.Scalar(byte) {
      case "\"": return String(decoding: units, as: UTF8.self)
      case "\\": try units.append(contentsOf: escape().utf8)
      case "\0"..."\u{1f}": throw failure("a text has no end")
      default: units.append(byte)
      }
    }
    throw failure("a text has no end")
  }

  private mutating func escape() throws(FixtureError) -> String {
    guard let byte = rest.popFirst() else { throw failure("a text has no end") }
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return String(Unicode.Scalar(byte))
    case "b": return "\u{8}"
    case "f": return "\u{c}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      // Two that follow one another may be one character; one that is left alone is none.
      var units = [try hexadecimal()]
      while rest.starts(with: "\\u".utf8) {
        rest.removeFirst(2)
        units.append(try hexadecimal())
      }
      return String(decoding: units, as: UTF16.self)
    default: throw failure("a text has an escape that there is not")
    }
  }

  private mutating func hexadecimal() throws(FixtureError) -> UInt16 {
    let digits = rest.prefix(4)
    guard digits.count == 4, let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw failure("a text has an escape that there is not")
    }
    rest.removeFirst(4)
    return value
  }
}
