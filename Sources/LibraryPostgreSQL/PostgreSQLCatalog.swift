import Dispatch
import MediaCore
import PhotoLibrary
import Synchronization

/// A catalogue in a database of a PostgreSQL server.
///
/// Writers of all processes take turns by a lock that the server gives up with their transaction, however it ends.
/// Readers see one state each, and wait for nobody. When the server goes away, whoever reads or writes waits until it
/// is back.
final class PostgreSQLCatalog: CatalogDatabase {
  let name: String
  private let pool: SessionPool
  /// Threads of this process take turns here, so that each that waits does not need a connection for it.
  private let turn = DispatchSemaphore(value: 1)
  /// The number of rows that this process has changed since the server last analyzed the tables for it.
  private let unseenRows = Mutex(0)
  /// The number of changed rows after which the tables are analyzed again, which takes a tenth of a second.
  private static let rowsOfLook = 5000

  /// Connects to the database of a URL.
  /// - Throws: ``CatalogError``.
  init(_ url: String, patience: Patience) throws(CatalogError) {
    let address = try ServerAddress(url, library: LibPQ())
    name = address.name
    pool = SessionPool(address, patience)
    do { try pool.withSession(limit: patience.opening, checkEncoding) } catch {
      throw error as? CatalogError ?? CatalogError(.failed, message: "\(name) cannot be used.", cause: error)
    }
  }

  private func checkEncoding(_ session: PostgreSQLSession) throws {
    let row = try session.firstRow(of: "SELECT current_setting('server_encoding'), current_schema()")
    guard try row?.optionalText(1) != nil else {
      throw ServerFailure(state: "3F000", message: "the search_path names no schema").error(from: name)
    }
    guard let encoding = try row?.text(0), encoding != "UTF8" else { return }
    throw CatalogError(
      .refused,
      message: "\(name): The database keeps texts in \(encoding), which lacks characters. Make one in UTF-8: "
        + "createdb --encoding UTF8 --template template0.")
  }

  func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try pool.withSession { session in
      try transaction(session, begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
        let value = try body(session)
        // What was read is read, whatever becomes of the connection.
        try? command("COMMIT", session)
        return value
      }
    }
  }

  @discardableResult
  func write<Value>(token: String?, _ body: (any CatalogConnection) throws -> Value) throws -> Value {
    let value = try writeInTurn(token: token, body)
    let isMuch = unseenRows.withLock { rows in
      guard rows >= Self.rowsOfLook else { return false }
      rows = 0
      return true
    }
    if isMuch { refreshStatistics() }
    return value
  }

  /// Makes the server analyze the tables. The server does so by itself, a minute or more later: until then it takes the
  /// tables for small, and sorts all of a large library for its first page. Rows that the server finds to be visible to
  /// everybody need not be looked up to be counted.
  private func refreshStatistics() {
    // Who may only read and write the tables leaves it to the server.
    _ = try? pool.withSession(limit: .zero) { session in
      try command(
        "VACUUM (ANALYZE, SKIP_LOCKED) asset, assetTally, resource, resourceTally, albumAsset, changeSet, changeEntry",
        session)
    }
  }

  private func writeInTurn<Value>(
    token: String?, _ body: (any CatalogConnection) throws -> Value
  ) throws -> Value {
    turn.wait()
    defer { turn.signal() }
    // What was made by a commit of which nobody knows whether it was carried out.
    var unconfirmed: Value?
    return try pool.withSession { session in
      try transaction(session, begin: Self.beginWriting) {
        // Who has the lock knows that the other transaction, wherever it still was, has ended.
        if let value = unconfirmed, let token, try Self.has(token, session) {
          try command("ROLLBACK", session)
          return value
        }
        unconfirmed = nil
        let value = try body(session)
        unconfirmed = value
        try command("COMMIT", session)
        unseenRows.withLock { $0 += session.takeChangedRows() }
        return value
      }
    }
  }

  /// Takes the writers' lock, of this library's schema. What others have written before is seen by the statements after
  /// it. A server that was told to answer before its log is on the disk is told otherwise. Who listens is told when the
  /// transaction is committed.
  private static let beginWriting = """
    BEGIN ISOLATION LEVEL READ COMMITTED;
    SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off';
    SELECT pg_advisory_xact_lock(\(lock), hashtext(current_schema()));
    NOTIFY \(channel)
    """
  /// The letters `live`.
  private static let lock = 0x6c69_7665
  static let channel = "livecam_catalog"

  private static func has(_ token: String, _ session: PostgreSQLSession) throws -> Bool {
    try session.integer("SELECT count(*) FROM changeSet WHERE token = \(token)") != 0
  }

  private func transaction<Value>(
    _ session: PostgreSQLSession, begin: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      try command(begin, session)
      return try body()
    } catch {
      // A connection that cannot undo it is lost, and with it what was to be undone.
      if !session.isLost { try? command("ROLLBACK", session) }
      throw error
    }
  }

  private func command(_ text: String, _ session: PostgreSQLSession) throws(CatalogError) {
    do throws(ServerFailure) {
      let result = try session.run(text)
      // The end of a transaction in which a statement has failed, of which somebody did not want to know.
      guard text != "COMMIT" || result.command == "COMMIT" else {
        throw ServerFailure(state: "25P02", message: "a statement of the transaction has failed")
      }
    } catch {
      throw error.error(from: name)
    }
  }

  func observe(_ handler: @escaping @Sendable () -> Void) -> (any CatalogObservation)? {
    NotificationListener(pool.address, pool.patience, handler)
  }

  func close() { pool.close() }

  func integrityFindings() throws -> [String] {
    try read { db in
      let indexes = try db.rows(
        of: """
          SELECT indexrelid::regclass::text FROM pg_catalog.pg_index JOIN pg_catalog.pg_class ON pg_class.oid = indrelid
          WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace
          """
      ) { "The index \(try $0.text(0)) is not valid. Have the server make it anew: REINDEX." }
      let failures = try db.integer(
        "SELECT checksum_failures FROM pg_catalog.pg_stat_database WHERE datname = current_database()")
      guard let failures, failures > 0 else { return indexes }
      return indexes + ["The server has met \(failures) damaged pages. Restore the database from a backup."]
    }
  }
}
