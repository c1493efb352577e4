import Dispatch
import FileStorage
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
  /// The connection that changes are made by, used on its queue alone; `nil` where nothing may be changed.
  private let writer: SQLiteConnection?
  /// The access with which connections for reading are opened.
  private let reading: SQLiteConnection.Access
  private let writing = DispatchQueue(label: "livecam.photo-library.catalog")
  /// Connections that nobody is reading by; `nil` when the catalogue is closed.
  private let readers = Mutex<[SQLiteConnection]?>([])
  private static let mostReaders = 4
  /// The file that is written to after each change, once it is needed; `nil` where it cannot be.
  private let bell = Mutex<Bell?>(nil)

  var isReadOnly: Bool { writer == nil }

  /// Opens a library's database. One that is there and cannot be written is opened for reading alone.
  /// - Throws: ``PhotosError`` where there is none, and none is to be made; ``CatalogError``; `FileStoreError` when it
  ///   may not be read.
  static func open(
    _ path: String, _ opening: LibraryOpening, in folder: String, _ files: any FileTree
  ) throws -> SQLiteCatalog {
    guard !opening.makesOne else {
      let catalog = try SQLiteCatalog(path)
      // A library is not made between other programs' tables.
      let isForeign = try catalog.read { db in
        try Schema.version(db) == 0 && db.integer("SELECT count(*) FROM sqlite_master") != 0
      }
      guard !isForeign else {
        throw PhotosError(
          .internalError, context: path,
          message: "The database is another program's. Name another folder for a library.")
      }
      return catalog
    }
    // What cannot be looked into holds nothing that is known.
    let hasOriginals = (try? files.names(in: folder + "/resources"))?.isEmpty == false
    var isEmpty = true
    do throws(FileStoreError) { isEmpty = try files.open(path).count == 0 } catch {
      guard error.code == .notFound else { throw error }
      guard hasOriginals else { throw PhotosError.noLibrary(at: folder) }
    }
    // The log beside a database that has just been made may have all of it.
    if isEmpty, hasOriginals, (files.attributes(of: path + "-wal")?.size ?? 0) == 0 {
      throw PhotosError.noDatabase(at: folder, .missingResource)
    }
    if opening == .existing, let catalog = try opened(path, .existing) { return catalog }
    if let catalog = try opened(path, .reading) { return catalog }
    // Where no program has the library open, nothing but the database is there, and nothing can be made beside it.
    guard (files.attributes(of: path + "-wal")?.size ?? 0) == 0 else {
      throw CatalogError(
        .refused,
        message:
          "Changes wait in \(path)-wal, and cannot be read without permission to write there. Open the library once "
          + "where it can be written, or copy its folder to where it can.")
    }
    return try SQLiteCatalog(path, .readingWhatStays)
  }

  /// Opens a database; `nil` for one that does not allow this access, or, for reading, for a disk without room for the
  /// files by which readers and writers see each other.
  private static func opened(_ path: String, _ access: SQLiteConnection.Access) throws -> SQLiteCatalog? {
    do throws(CatalogError) { return try SQLiteCatalog(path, access) } catch {
      guard error.code == .refused || error.code == .full && access == .reading else { throw error }
      return nil
    }
  }

  /// Opens a database.
  init(_ path: String, _ access: SQLiteConnection.Access = .making) throws(CatalogError) {
    name = path
    let first = try SQLiteConnection(path, access)
    let isReadOnly = [.reading, .readingWhatStays].contains(access)
    writer = isReadOnly ? nil : first
    reading = isReadOnly ? access : .reader
    if isReadOnly { readers.withLock { $0 = [first] } }
  }

  func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try checkOpen()
    let idle = readers.withLock { $0?.popLast() }
    let connection = try idle ?? SQLiteConnection(name, reading)
    defer {
      readers.withLock { readers in
        if let count = readers?.count, count < Self.mostReaders { readers?.append(connection) }
      }
    }
    return try connection.transaction("BEGIN DEFERRED", body)
  }

  func write<Value>(token: String?, _ body: (any CatalogConnection) throws -> Value) throws -> Value {
    try checkOpen()
    guard let writer else {
      throw CatalogError(.refused, message: "\(name): The library is open for reading alone. Nothing was changed.")
    }
    let value = try writing.sync { try writer.transaction("BEGIN IMMEDIATE", body) }
    openedBell()?.ring()
    return value
  }

  func observe(_ handler: @escaping @Sendable () -> Void) -> (any CatalogObservation)? {
    _ = openedBell()
    // Without the system's help, which may have run out of watches, nobody tells of other processes' changes.
    return try? FileWatch(name + "-changes", onChange: handler)
  }

  /// The bell, which is made if it is not there: not before somebody needs it, as there may be no library.
  private func openedBell() -> Bell? {
    // A catalogue that can only be read rings none, and without one observers hear of the next change.
    guard !isReadOnly else { return nil }
    return bell.withLock { bell in
      if bell == nil { bell = try? Bell(name + "-changes") }  // as is said above
      return bell
    }
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

    init(_ path: String) throws(SystemError) { file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW) }

    func ring() {
      // Observers who do not hear of this change hear of the next one.
      _ = pwrite(file.number, "!", 1, 0)
    }
  }
}
