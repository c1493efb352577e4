import CSQLite
import Glibc

/// A connection to a database of SQLite, used by one thread at a time.
///
/// Unchecked because whoever has it sees to that: ``SQLiteCatalog`` lends each to one caller.
final class SQLiteConnection: CatalogConnection, @unchecked Sendable {
  private let database: OpaquePointer
  private let path: String
  /// Statements by their texts: most are used again and again.
  private var statements: [String: OpaquePointer] = [:]
  /// Statements that are being stepped through, so that the same one within is prepared anew.
  private var busy: Set<OpaquePointer> = []
  private static let mostStatements = 100

  /// The kinds of access that a connection has.
  enum Access {
    /// Read and change a database, which is made if there is none.
    case making
    /// Read and change one that is there.
    case existing
    /// Read one that another connection of this process changes.
    case reader
    /// Read one that this process cannot change, and others may.
    case reading
    /// Read one that nobody changes: where this process cannot make the files by which readers and writers see each
    /// other.
    case readingWhatStays
  }

  /// Opens a database.
  /// - Throws: ``CatalogError``.
  init(_ path: String, _ access: Access) throws(CatalogError) {
    var opened: OpaquePointer?
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var name = path
    switch access {
    case .making: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .existing, .reader: flags |= SQLITE_OPEN_READWRITE
    case .reading: flags |= SQLITE_OPEN_READONLY
    case .readingWhatStays:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = Self.url(path) + "?immutable=1"
    }
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = CatalogError(sqlite: code, opened, path)
      sqlite3_close_v2(opened)
      throw error
    }
    (database, self.path) = (opened, path)
    // From here on the database is closed with its owner, also where this fails. Changes are short: files are there
    // before they begin. Many writers may be before this one all the same.
    sqlite3_busy_timeout(database, 120_000)
    // A source that was moved may be the only copy: its old name goes after the commit, which must be on the disk.
    let common = ["synchronous = FULL", "foreign_keys = ON"]
    let settings =
      switch access {
      case .making: ["journal_mode = WAL"] + common
      case .existing: common
      case .reader: common + ["query_only = ON"]
      case .reading, .readingWhatStays: ["query_only = ON"]
      }
    for setting in settings { try executeAll("PRAGMA \(setting)") }
    // The system opens a file for reading alone that may not be written, and says nothing.
    guard access != .existing || sqlite3_db_readonly(database, "main") == 0 else {
      throw CatalogError(sqlite: SQLITE_READONLY, nil, path)
    }
    // Whether it can be read shows when it is.
    if ![.making, .reader].contains(access) { try executeAll("SELECT count(*) FROM sqlite_master") }
  }

  /// A path as a URL for SQLite: whatever has a meaning in URLs is escaped.
  private static func url(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    // Two slashes at a path's beginning would name a host.
    var bytes: [UInt8] = Array((path.hasPrefix("/") ? "file://" : "file:").utf8)
    for byte in path.utf8 {
      let isPlain =
        byte > 0x20 && byte < 0x7f && ![UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
      bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
  }

  /// Runs `body` between a statement that begins a transaction and its end.
  func transaction<Value>(_ begin: String, _ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try executeAll(begin)
    do {
      let value = try body(self)
      try executeAll("COMMIT")
      return value
    } catch {
      // A commit that fails may have ended the transaction itself.
      if sqlite3_get_autocommit(database) == 0 { try? executeAll("ROLLBACK") }
      throw error
    }
  }

  func forEachRow(of statement: SQL, _ body: (SQLRow) throws -> Void) throws {
    let (text, values) = Self.render(statement)
    try using(text, values) { statement in
      let columns = 0..<sqlite3_column_count(statement)
      while try step(statement) { try body(SQLRow(columns.map { Self.value(statement, $0) })) }
    }
  }

  func execute(_ statement: SQL) throws -> Int {
    let (text, values) = Self.render(statement)
    if values.isEmpty {
      // Tables and indexes come several statements at a time.
      try executeAll(text)
    } else {
      try using(text, values) { statement in while try step(statement) {} }
    }
    return Int(sqlite3_changes64(database))
  }

  func hasTable(_ name: String) throws -> Bool {
    try integer("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(name)") == 1
  }

  private func executeAll(_ text: String) throws(CatalogError) {
    let code = sqlite3_exec(database, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw CatalogError(sqlite: code, database, path) }
  }

  // MARK: Statements

  private func using(_ text: String, _ values: [SQLValue], _ body: (OpaquePointer) throws -> Void) throws {
    let cached = statements[text].flatMap { busy.contains($0) ? nil : $0 }
    let statement = try cached ?? prepare(text)
    let isKept = statements[text] == statement
    busy.insert(statement)
    defer {
      busy.remove(statement)
      if isKept {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      } else {
        sqlite3_finalize(statement)
      }
    }
    for (index, value) in zip(Int32(1)..., values) { try bind(value, index, statement) }
    try body(statement)
  }

  private func prepare(_ text: String) throws(CatalogError) -> OpaquePointer {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(database, text, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw CatalogError(sqlite: code, database, path) }
    if statements[text] == nil, statements.count < Self.mostStatements { statements[text] = prepared }
    return prepared
  }

  private func bind(_ value: SQLValue, _ index: Int32, _ statement: OpaquePointer) throws(CatalogError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .real(let number): sqlite3_bind_double(statement, index, number)
      case .text(let text): csqlite_bind_text(statement, index, text, Int32(clamping: text.utf8.count))
      }
    guard code == SQLITE_OK else { throw CatalogError(sqlite: code, database, path) }
  }

  /// Goes on to the next row; whether there is one.
  private func step(_ statement: OpaquePointer) throws(CatalogError) -> Bool {
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw CatalogError(sqlite: code, database, path) }
    return code == SQLITE_ROW
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_NULL: return .null
    default:
      // A text may hold zeros; nothing writes blobs.
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
      return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func render(_ statement: SQL) -> (text: String, values: [SQLValue]) {
    statement.rendered { _ in
      "?"
    } list: {
      "(SELECT value FROM json_each(\($0)))"
    }
  }
}

extension CatalogError {
  /// Creates the error of a call, with what the database has to say about it.
  fileprivate init(sqlite code: Int32, _ database: OpaquePointer?, _ path: String) {
    let (kind, message): (Code, String) =
      switch code & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "Another program is changing the library. Try again.")
      case SQLITE_CORRUPT, SQLITE_NOTADB:
        (
          .damaged,
          "The database \(path) is damaged, or is none. Restore it from a backup. Without one, the photos are in the folder "
            + "'resources' beside it: 'livecam library import' takes them into a new library."
        )
      case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM:
        (.refused, "The database \(path) cannot be opened or written. Check its permissions and those of its folder.")
      case SQLITE_FULL: (.full, "The disk is full. Free some space.")
      case SQLITE_IOERR where database.map({ sqlite3_system_errno($0) }) == ENOSPC:
        (.full, "The disk is full. Free some space.")
      default: (.failed, "The library's database failed.")
      }
    let text =
      database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
    self.init(kind, message: message, cause: SQLiteFailure(code: code, text: text))
  }
}

/// A failure that SQLite has reported.
private struct SQLiteFailure: Error, CustomStringConvertible {
  let code: Int32
  let text: String
  var description: String { "SQLite \(code): \(text)" }
}
