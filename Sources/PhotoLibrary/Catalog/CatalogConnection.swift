/// A database while it is read or changed.
package protocol CatalogConnection {
  /// Passes on a statement's rows.
  /// - Throws: ``CatalogError``, or what `body` throws.
  func forEachRow(of statement: SQL, _ body: (SQLRow) throws -> Void) throws

  /// Carries out a statement and returns how many rows it has changed.
  /// - Throws: ``CatalogError``.
  @discardableResult func execute(_ statement: SQL) throws -> Int

  /// Returns whether there is a table of this name.
  func hasTable(_ name: String) throws -> Bool

  /// The statements that make the triggers by which the library's tallies are kept, in the database's own words.
  var tallyTriggers: SQL { get }
}

extension CatalogConnection {
  package var tallyTriggers: SQL { Schema.rowTriggers }

  /// Returns what `body` makes of each row.
  package func rows<Value>(of statement: SQL, _ body: (SQLRow) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try forEachRow(of: statement) { values.append(try body($0)) }
    return values
  }

  /// Returns the first row, or `nil` if there is none.
  package func firstRow(of statement: SQL) throws -> SQLRow? {
    var first: SQLRow?
    try forEachRow(of: statement) { if first == nil { first = $0 } }
    return first
  }

  /// Returns the integer in the first row.
  package func integer(_ statement: SQL) throws -> Int64? { try firstRow(of: statement)?.optionalInteger(0) }
}
