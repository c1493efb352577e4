import MediaCore

/// JSON as fixtures have it: whole numbers only, and lists of numbers kept close together.
enum FixtureJSON: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case text(String)
  case list([FixtureJSON])
  /// The members in their order, and the line of the file in which the object begins: from 1; 0 for what was not read.
  case object([(name: String, value: FixtureJSON)], line: Int)

  /// An object of members in the order in which they are to be written, those that are `nil` left out.
  static func members(_ members: [(String, FixtureJSON?)]) -> FixtureJSON {
    .object(members.compactMap { name, value in value.map { (name, $0) } }, line: 0)
  }

  static func integers(_ numbers: [Int64]) -> FixtureJSON { .list(numbers.map { .integer($0) }) }

  /// The list that ``FixtureFields/column(_:count:in:)`` makes those numbers of.
  static func column(_ numbers: [Int64]) -> FixtureJSON {
    guard let last = numbers.last else { return .list([]) }
    let count = (numbers.lastIndex { $0 != last } ?? -1) + 2
    return .integers(Array(numbers.prefix(count)))
  }

  /// Returns the distance of each number from the one before.
  static func steps(_ numbers: [Int64]) -> FixtureJSON { column(zip(numbers, numbers.dropFirst()).map { $1 - $0 }) }

  static func hash(_ value: UInt64) -> FixtureJSON { .text(value.digits(16, radix: 16)) }

  var elements: [FixtureJSON]? { if case .list(let elements) = self { elements } else { nil } }

  /// The elements of a list of nothing but numbers.
  var integers: [Int64]? {
    guard let elements else { return nil }
    let numbers = elements.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    return numbers.count == elements.count ? numbers : nil
  }

  var isNull: Bool { if case .null = self { true } else { false } }
}

extension FixtureJSON {
  /// The value on one line.
  var text: String { text(isTall: false) }

  /// The value as a file that can be compared line by line: lists of objects have a line for each element, objects
  /// that hold such lists one for each member; everything else stands on one line.
  var document: String { text(isTall: true) + "\n" }

  private var hasLines: Bool {
    switch self {
    case .list(let elements): elements.contains { if case .object = $0 { true } else { $0.hasLines } }
    case .object(let members, _): members.contains { $0.value.hasLines }
    default: false
    }
  }

  private func text(isTall: Bool) -> String {
    let isTall = isTall && hasLines
    let edge = isTall ? "\n" : ""
    switch self {
    case .null: return "null"
    case .boolean(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .text(let value): return Self.quoted(value)
    case .list(let elements):
      return "[\(edge)" + elements.map { $0.text(isTall: isTall) }.joined(separator: ",\(edge)") + "\(edge)]"
    case .object(let members, _):
      let texts = members.map { Self.quoted($0.name) + ": " + $0.value.text(isTall: isTall) }
      return "{\(edge)" + texts.joined(separator: isTall ? ",\n" : ", ") + "\(edge)}"
    }
  }

  private static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..."\u{1f}", "\u{7f}": text += "\\u" + scalar.value.digits(4, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
