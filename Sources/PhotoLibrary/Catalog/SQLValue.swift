/// A value of a column, or of a statement's parameter.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A type whose values statements take.
package protocol SQLConvertible {
  var sqlValue: SQLValue { get }
}

extension Int: SQLConvertible { package var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int64: SQLConvertible { package var sqlValue: SQLValue { .integer(self) } }
extension Bool: SQLConvertible { package var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension Double: SQLConvertible { package var sqlValue: SQLValue { .real(self) } }

extension String: SQLConvertible {
  package var sqlValue: SQLValue { .text(withoutNUL) }

  /// The same text with the picture of a NUL, U+2400, for each NUL, at which SQLite would end it and which PostgreSQL
  /// does not take. What is stored so is found so.
  var withoutNUL: String {
    guard utf8.contains(0) else { return self }
    var text = ""
    for scalar in unicodeScalars { text.unicodeScalars.append(scalar == "\0" ? "\u{2400}" : scalar) }
    return text
  }
}

/// A row of a result. The database may have been written by anybody: a value of another type than the one asked for is
/// an error, never a trap.
package struct SQLRow: Sendable {
  package let values: [SQLValue]

  package init(_ values: [SQLValue]) { self.values = values }

  /// Returns the integer in a column.
  package func integer(_ index: Int) throws(CatalogError) -> Int64 {
    guard let value = try optionalInteger(index) else { throw unexpected(index, "an integer") }
    return value
  }

  /// Returns the integer in a column, or `nil` for NULL.
  package func optionalInteger(_ index: Int) throws(CatalogError) -> Int64? {
    switch values[index] {
    case .integer(let value): return value
    case .null: return nil
    case .real, .text: throw unexpected(index, "an integer")
    }
  }

  /// Returns the text in a column.
  package func text(_ index: Int) throws(CatalogError) -> String {
    guard let value = try optionalText(index) else { throw unexpected(index, "text") }
    return value
  }

  /// Returns the text in a column, or `nil` for NULL.
  package func optionalText(_ index: Int) throws(CatalogError) -> String? {
    switch values[index] {
    case .text(let value): return value
    case .null: return nil
    case .real, .integer: throw unexpected(index, "text")
    }
  }

  /// Returns the number in a column, or `nil` for NULL.
  package func optionalReal(_ index: Int) throws(CatalogError) -> Double? {
    switch values[index] {
    case .real(let value): return value
    case .integer(let value): return Double(value)
    case .null: return nil
    case .text: throw unexpected(index, "a number")
    }
  }

  private func unexpected(_ index: Int, _ type: String) -> CatalogError {
    CatalogError(.damaged, message: "Column \(index) of a row holds \(values[index]) where \(type) belongs.")
  }
}
