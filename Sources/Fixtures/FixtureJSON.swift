import MediaCore

/// JSON as fixtures have it: whole numbers only, and lists of numbers kept close together.
enum FixtureJSON: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case text(String)
  /// A list of nothing but numbers; an empty list is one.
  case integers([Int64])
  /// Any other list.
  case list([FixtureJSON])
  case object(FixtureObject)

  /// An object of members in the order in which they are to be written, those that are `nil` left out.
  static func members(_ members: [(String, FixtureJSON?)]) -> FixtureJSON {
    .object(FixtureObject(members: members.compactMap { name, value in value.map { .init(name: name, value: $0) } }))
  }

  /// The list that ``FixtureFields/column(_:count:in:)`` makes those numbers of.
  static func column(_ numbers: [Int64]) -> FixtureJSON {
    guard let last = numbers.last else { return .integers([]) }
    let count = (numbers.lastIndex { $0 != last } ?? -1) + 2
    return .integers(Array(numbers.prefix(count)))
  }

  /// How far each number is from the one before.
  static func steps(_ numbers: [Int64]) -> FixtureJSON { column(zip(numbers, numbers.dropFirst()).map { $1 - $0 }) }

  /// A checksum as sixteen digits in hexadecimal.
  static func hash(_ value: UInt64) -> FixtureJSON {
    .text(value.digits(16, radix: 16))
  }

  /// The elements of a list of either kind; `nil` for what is no list.
  var elements: [FixtureJSON]? {
    switch self {
    case .list(let elements): elements
    case .integers(let numbers): numbers.map { .integer($0) }
    default: nil
    }
  }
}

/// The members of an object of JSON, and the line of the file in which it begins.
struct FixtureObject: Sendable, Equatable {
  struct Member: Sendable, Equatable {
    let name: String
    let value: FixtureJSON
  }

  var members: [Member]
  /// From 1; 0 for what was not read from a file.
  var line = 0

  /// The value of that name, the first if there are several; `nil` if there is none or it is null.
  subscript(name: String) -> FixtureJSON? {
    guard let value = members.first(where: { $0.name == name })?.value, value != .null else { return nil }
    return value
  }

  // The line is where it was found, not what it says.
  static func == (left: Self, right: Self) -> Bool { left.members == right.members }
}

extension FixtureJSON {
  var text: String {
    var text = ""
    write(to: &text, isTall: false)
    return text
  }

  /// The value as a file that can be compared line by line: lists of objects have a line for each element, objects
  /// that hold such lists one for each member; everything else stands on one line.
  var document: String {
    var text = ""
    write(to: &text, isTall: true)
    return text + "\n"
  }

  private var hasLines: Bool {
    switch self {
    case .list(let elements): elements.contains { if case .object = $0 { true } else { $0.hasLines } }
    case .object(let object): object.members.contains { $0.value.hasLines }
    default: false
    }
  }

  private func write(to text: inout String, isTall: Bool) {
    let isTall = isTall && hasLines
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .text(let value): Self.write(value, to: &text)
    case .integers(let numbers): text += "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
    case .list(let elements):
      Self.write(elements, isTall ? ("[\n", ",\n", "\n]") : ("[", ",", "]"), to: &text) { element, text in
        element.write(to: &text, isTall: isTall)
      }
    case .object(let object):
      Self.write(object.members, isTall ? ("{\n", ",\n", "\n}") : ("{", ", ", "}"), to: &text) { member, text in
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, isTall: isTall)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ marks: (opening: String, between: String, closing: String), to text: inout String,
    _ write: (Element, inout String) -> Void
  ) {
    text += marks.opening
    for (index, element) in elements.enumerated() {
      if index > 0 { text += marks.between }
      write(element, &text)
    }
    text += marks.closing
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        text += "\\u" + scalar.value.digits(4, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
