import Dispatch
import FileStorage
import GRDB
import Glibc
import SystemCalls

/// A catalogue in a file of SQLite.
///
/// Processes take turns at writing and read beside each other, by a write-ahead log. Whoever has changed something then
/// writes a byte into a file that all of them watch, which works between processes of one machine. The log itself is no
/// such file: it is written to before a change can be seen.
final class SQLiteCatalog: CatalogDatabase {
  let name: String
  private let pool: DatabasePool
  /// The file that is written to after each change; `nil` where it cannot be.
  private let bell: Bell?

  init(_ path: String) throws(CatalogError) {
    name = path
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.label = "photo-library"
    // Changes are short: files are there before they begin. Many writers may be before this one all the same.
    configuration.busyMode = .timeout(120)
    pool = try Self.translating {
      let pool = try DatabasePool(path: path, configuration: configuration)
      // A source that was moved may be the only copy: its old name goes after the commit, which must be on the disk by
      // then. Pools begin with NORMAL, which leaves that to the next checkpoint.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
    // A catalogue that can only be read rings no bell.
    bell = try? Bell(path + "-changes")
  }

  func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try pool.read { try body(Connection(database: $0)) }
  }

  func write<Value>(token: String?, _ body: (any CatalogConnection) throws -> Value) throws -> Value {
    do {
      let value = try pool.write { try body(Connection(database: $0)) }
      bell?.ring()
      return value
    } catch let error as DatabaseError {
      throw CatalogError(error)
    }
  }

  func observe(_ handler: @escaping @Sendable () -> Void) -> (any CatalogObservation)? {
    // Without the system's help, which may have run out of watches, nobody tells of other processes' changes.
    try? FileWatch(name + "-changes", onChange: handler)
  }

  func close() {
    try? pool.close()  // nobody is left to hear of it
  }

  func integrityFindings() throws -> [String] {
    try read { try $0.rows(of: "PRAGMA integrity_check") { try $0.text(0) } }.filter { $0 != "ok" }
  }

  private final class Bell: Sendable {
    private let file: Descriptor

    init(_ path: String) throws(SystemError) { file = try Descriptor(opening: path, O_RDWR | O_CREAT) }

    func ring() {
      // Observers who do not hear of this change hear of the next one.
      _ = pwrite(file.number, "!", 1, 0)
    }
  }

  private struct Connection: CatalogConnection {
    let database: Database

    func forEachRow(of statement: SQL, _ body: (SQLRow) throws -> Void) throws {
      let (text, values) = SQLiteCatalog.render(statement)
      do {
        let prepared = try database.cachedStatement(sql: text)
        let rows = try Row.fetchCursor(prepared, arguments: StatementArguments(values.map(\.databaseValue)))
        let columns = 0..<prepared.columnCount
        while let row = try rows.next() { try body(SQLRow(columns.map { SQLValue(row[$0] as DatabaseValue) })) }
      } catch let error as DatabaseError {
        throw CatalogError(error)
      }
    }

    func execute(_ statement: SQL) throws -> Int {
      let (text, values) = SQLiteCatalog.render(statement)
      do {
        // Tables and indexes come several statements at a time.
        if values.isEmpty {
          try database.execute(sql: text)
        } else {
          try database.cachedStatement(sql: text).execute(
            arguments: StatementArguments(values.map(\.databaseValue)))
        }
      } catch let error as DatabaseError {
        throw CatalogError(error)
      }
      return database.changesCount
    }

    func hasTable(_ name: String) throws -> Bool {
      try integer("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(name)") == 1
    }
  }

  private static func render(_ statement: SQL) -> (text: String, values: [SQLValue]) {
    statement.rendered { _ in
      "?"
    } list: {
      "(SELECT value FROM json_each(\($0)))"
    }
  }

  private static func translating<Value>(_ body: () throws -> Value) throws(CatalogError) -> Value {
    do { return try body() } catch let error as DatabaseError { throw CatalogError(error) } catch {
      throw CatalogError(.failed, message: "The library's database failed.", cause: error)
    }
  }
}

extension SQLValue {
  fileprivate init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    // Nothing writes any.
    case .blob(let data): self = .text(String(decoding: data, as: UTF8.self))
    }
  }

  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }
}

extension CatalogError {
  fileprivate init(_ error: DatabaseError) {
    let (code, message): (Code, String) =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: (.busy, "Another program is changing the library. Try again.")
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        (.damaged, "The library's database is damaged. Restore its folder from a backup.")
      case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
        (.refused, "The library's database cannot be opened or written. Check the folder and its permissions.")
      case .SQLITE_FULL: (.full, "The disk is full. Free some space.")
      default: (.failed, "The library's database failed.")
      }
    self.init(code, message: message, cause: error)
  }
}
