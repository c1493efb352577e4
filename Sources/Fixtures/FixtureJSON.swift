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

  /// An object of members in the order in which they are to be written.
  static func members(_ members: [(String, FixtureJSON)]) -> FixtureJSON {
    .object(FixtureObject(members: members.map { .init(name: $0.0, value: $0.1) }, line: 0))
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
  let line: Int

  /// The value of that name, the first if there are several; `nil` if there is none or it is null.
  subscript(name: String) -> FixtureJSON? {
    guard let value = members.first(where: { $0.name == name })?.value, value != .null else { return nil }
    return value
  }

  // The line is where it was found, not what it says.
  static func == (left: Self, right: Self) -> Bool { left.members == right.members }
}

extension FixtureJSON {
  /// The value on one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The value as a file that can be compared line by line: lists of objects have a line for each element, objects
  /// that hold such lists one for each member; everything else stands on one line.
  var document: String {
    var text = ""
    writeTall(to: &text)
    return text + "\n"
  }

  private var isTall: Bool {
    switch self {
    case .list(let elements): elements.contains { if case .object = $0 { true } else { $0.isTall } }
    case .object(let object): object.members.contains { $0.value.isTall }
    default: false
    }
  }

  private func writeTall(to text: inout String) {
    guard isTall else { return write(to: &text) }
    switch self {
    case .list(let elements):
      text += "[\n"
      for (index, element) in elements.enumerated() {
        element.writeTall(to: &text)
        text += index + 1 < elements.count ? ",\n" : "\n"
      }
      text += "]"
    case .object(let object):
      text += "{\n"
      for (index, member) in object.members.enumerated() {
        Self.write(member.name, to: &text)
        text += ": "
        member.value.writeTall(to: &text)
        text += index + 1 < object.members.count ? ",\n" : "\n"
      }
      text += "}"
    default: write(to: &text)
    }
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .text(let value): Self.write(value, to: &text)
    case .integers(let numbers): text += "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += ", " }
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text)
      }
      text += "}"
    }
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
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
