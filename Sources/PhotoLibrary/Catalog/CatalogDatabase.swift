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
