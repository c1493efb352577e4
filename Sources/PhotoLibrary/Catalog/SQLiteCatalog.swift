import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// A catalogue in a file of SQLite.
///
/// Processes take turns at writing and read beside each other, by a write-ahead log. Whoever has changed something then
/// writes a byte into a file that all of them watch, which works between processes of one machine. The log itself is no
/// such file: it is written to before a change can be seen.
final class SQLiteCatalog: CatalogDatabase {
  let name: String
  /// The connection that changes are made by, used on its queue alone.
  private let writer: SQLiteConnection
  private let writing = DispatchQueue(label: "livecam.photo-library.catalog")
  /// Connections that nobody is reading by; `nil` when the catalogue is closed.
  private let readers = Mutex<[SQLiteConnection]?>([])
  private static let mostReaders = 4
  /// The file that is written to after each change; `nil` where it cannot be.
  private let bell: Bell?

  init(_ path: String) throws(CatalogError) {
    name = path
    writer = try SQLiteConnection(path)
    // A catalogue that can only be read rings no bell.
    bell = try? Bell(path + "-changes")
  }

  func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try checkOpen()
    let idle = readers.withLock { $0?.popLast() }
    let connection = try idle ?? SQLiteConnection(name, isReader: true)
    defer {
      readers.withLock { readers in
        if let count = readers?.count, count < Self.mostReaders { readers?.append(connection) }
      }
    }
    return try connection.transaction("BEGIN DEFERRED", body)
  }

  func write<Value>(token: String?, _ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try checkOpen()
    let value = try writing.sync { try writer.transaction("BEGIN IMMEDIATE", body) }
    bell?.ring()
    return value
  }

  func observe(_ handler: @escaping @Sendable () -> Void) -> (any CatalogObservation)? {
    // Without the system's help, which may have run out of watches, nobody tells of other processes' changes.
    try? FileWatch(name + "-changes", onChange: handler)
  }

  private func checkOpen() throws(CatalogError) {
    guard readers.withLock({ $0 != nil }) else {
      throw CatalogError(.failed, message: "\(name): The library is closed.")
    }
  }

  /// Closes connections that nobody uses now; the others end with the catalogue.
  func close() { readers.withLock { $0 = nil } }

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
}
