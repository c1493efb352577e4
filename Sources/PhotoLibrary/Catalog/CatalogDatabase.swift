/// A database that keeps a library's catalogue. SQLite is one, PostgreSQL another; both pass the same tests.
package protocol CatalogDatabase: Sendable {
  /// The name of the database in errors.
  var name: String { get }

  /// Indicates whether the database was opened for reading alone.
  var isReadOnly: Bool { get }

  /// Reads one state of the database, however others change it meanwhile. `body` may be called again when the
  /// connection was lost.
  /// - Throws: ``CatalogError``, or what `body` throws.
  func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws -> Value

  /// Makes changes: all of them, or, when `body` throws, none. Writers, also those of other processes, take turns. They
  /// last when this returns.
  ///
  /// `body` may be called again when the connection was lost before its changes were made. `token` names the change in
  /// the table `changeSet`, by which it is found out whether a commit whose answer was lost has been carried out;
  /// without one, carrying it out twice must do no harm.
  /// - Throws: ``CatalogError``, or what `body` throws.
  @discardableResult func write<Value>(token: String?, _ body: (any CatalogConnection) throws -> Value) throws -> Value

  /// Calls `handler` whenever somebody may have changed the database, this process or another, until the result is
  /// released. Changes that come together may be told once.
  func observe(_ handler: @escaping @Sendable () -> Void) -> (any CatalogObservation)?

  /// Closes all connections. Nothing may be read or written afterwards.
  func close()

  /// Describes what is wrong with the database itself; empty if nothing is.
  func integrityFindings() throws -> [String]
}

extension CatalogDatabase {
  package var isReadOnly: Bool { false }
}

/// Tells of changes as long as somebody holds it.
package protocol CatalogObservation: AnyObject, Sendable {}

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
}

extension CatalogConnection {
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

/// An error that tells why a database could not do what it was asked for.
package struct CatalogError: Error, CustomStringConvertible {
  package enum Code: Sendable {
    /// Another program holds the database.
    case busy
    /// The database is no catalogue, or is damaged.
    case damaged
    /// The database cannot be opened or written.
    case refused
    /// The database has no room left.
    case full
    /// The database cannot be reached over the network.
    case unreachable
    /// Anything else.
    case failed
  }

  package let code: Code
  package let message: String
  package let cause: (any Error)?

  package init(_ code: Code, message: String, cause: (any Error)? = nil) {
    (self.code, self.message, self.cause) = (code, message, cause)
  }

  package var description: String { message + (cause.map { " Cause: \($0)" } ?? "") }
}
