/// A statement with the values that it takes, in the SQL that SQLite and PostgreSQL share.
///
/// Interpolated values become parameters: `"SELECT id FROM asset WHERE localIdentifier = \(identifier)"`.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
  package enum Part: Sendable {
    case text(String)
    case value(SQLValue)
    /// Any number of texts, as what stands behind IN.
    case list([String])
  }

  package private(set) var parts: [Part]

  package init(stringLiteral value: String) { parts = [.text(value)] }
  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}
    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }
    /// Adds a parameter.
    package mutating func appendInterpolation(_ value: some SQLConvertible) { parts.append(.value(value.sqlValue)) }
    /// Adds a parameter, NULL for `nil`.
    package mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
      parts.append(.value(value?.sqlValue ?? .null))
    }
    /// Adds a part of a statement.
    package mutating func appendInterpolation(_ sql: SQL) { parts += sql.parts }
    /// Adds text that is no value, such as a column's name.
    package mutating func appendInterpolation(sql: String) { parts.append(.text(sql)) }
    /// Adds a list, for IN.
    package mutating func appendInterpolation(list: [String]) {
      parts.append(.list(list.map(\.withoutNUL)))
    }
  }

  package static func += (sql: inout SQL, more: SQL) { sql.parts += more.parts }

  /// Joins conditions that must all hold, or of which one must.
  static func joined(_ conditions: [SQL], by word: String, whenEmpty: SQL) -> SQL {
    guard let first = conditions.first else { return whenEmpty }
    var all: SQL = "("
    all += first
    for condition in conditions.dropFirst() { all += " \(sql: word) \(condition)" }
    all += ")"
    return all
  }

  /// Returns the statement's text and parameters for a database.
  package func rendered(
    placeholder: (Int) -> String, list: (_ placeholder: String) -> String
  ) -> (text: String, values: [SQLValue]) {
    var (text, values): (String, [SQLValue]) = ("", [])
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .value(let value):
        values.append(value)
        text += placeholder(values.count)
      case .list(let texts):
        values.append(.text(Self.json(texts)))
        text += list(placeholder(values.count))
      }
    }
    return (text, values)
  }

  /// A list as a JSON array: databases take only so many parameters.
  private static func json(_ texts: [String]) -> String {
    var json = "["
    for (index, text) in texts.enumerated() {
      json += index == 0 ? "\"" : ",\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": json += "\\\(scalar)"
        case _ where scalar.value < 0x20 || scalar.value == 0x7f:
          let digits = String(scalar.value, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: json.unicodeScalars.append(scalar)
        }
      }
      json += "\""
    }
    return json + "]"
  }
}
