import ByteCoding
import FileStorage

/// The originals of a library: in its folder, or in a store that its catalogue names, which gets them by uploads.
public struct Originals: Sendable {
  let library: PhotoLibrary

  /// Returns the URL of the store; `nil` where originals are in the library's folder.
  /// - Throws: ``PhotosError`` when the catalogue cannot be read.
  public func storeURL() throws(PhotosError) -> String? { try library.read(Self.url) }

  /// Makes a store keep the originals, those that are there and all that come. The library must be opened once more
  /// before it does so, and ``upload(progress:)`` sends what is there.
  ///
  /// No other program may have the library open. The store is noted in the catalogue and cannot be changed later.
  /// - Throws: ``PhotosError`` when the store cannot be reached or refuses, another program has the library open, or
  ///   another store has been noted.
  public func useStore(_ url: String) throws(PhotosError) {
    if let known = try storeURL() {
      guard known != url else { return }
      throw PhotosError(
        .changeNotSupported, context: library.path,
        message: "Its originals are in \(known). Export them, and import them into a library with the other store.")
    }
    let environment = library.environment
    try fileAccess(url) {
      guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
      let spool = try Self.spool(of: library.path, environment, url: url)
      guard try library.folder.isAlone() else {
        throw PhotosError(
          .changeNotSupported, context: library.path, message: "Another program has the library open. End it first.")
      }
      try spool.claimed(as: environment.makeIdentifier()) { identifier in
        // Before the catalogue names it: notes do no harm where there is no store.
        try spool.noteAll()
        try library.catalog.write(token: environment.makeIdentifier()) { try Self.note(url, identifier, $0) }
      }
    }
  }

  /// The work for the store of a URL.
  /// - Throws: ``PhotosError`` when the program opens no such store, or whatever is wrong with the URL.
  static func spool(of path: String, _ environment: LibraryEnvironment, url: String) throws -> UploadSpool {
    guard let openStore = environment.openStore else {
      throw PhotosError(
        .internalError, context: path,
        message: "Originals are to be in \(url), and this program opens no such store. "
          + "Give LibraryEnvironment.openStore a value.")
    }
    return UploadSpool(disk: environment.files, store: try openStore(url), folder: path)
  }

  /// Notes in a catalogue which store has its originals.
  static func note(_ url: String, _ identifier: String, _ db: any CatalogConnection) throws {
    try set(store, url, db)
    try set(storeIdentifier, identifier, db)
  }

  /// The number of files that wait to be sent to the store, or to be removed from it; 0 where there is none.
  public var waitingCount: Int { library.spool?.waitingCount ?? 0 }

  /// Sends files that wait to the store, and removes those of deleted assets from it. `progress` is told of each file,
  /// and may throw to end it. Two callers, also of two processes, do not disturb each other; what a cut has left half
  /// sent is sent to its end.
  /// - Throws: ``PhotosError`` 3169 when the store cannot be reached, and others that name what failed; what waits then
  ///   goes on waiting, and nothing is lost. What `progress` throws.
  public func upload(progress: (UploadReport) throws -> Void = { _ in }) throws -> UploadReport {
    guard let spool = library.spool else { return UploadReport() }
    guard spool.waitingCount > 0 else { return UploadReport() }
    guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
    try checkStore()
    do { return try spool.drain(progress: progress) } catch let error as FileStoreError {
      throw PhotosError(of: error, context: spool.store.name)
    }
  }

  /// Makes sure that the store's objects are this library's.
  /// - Throws: ``PhotosError`` when they are another's, or the store cannot be reached.
  func checkStore() throws(PhotosError) {
    guard let spool = library.spool else { return }
    let wanted = try library.read { try Self.value(Self.storeIdentifier, $0) }
    let found = try fileAccess(spool.store.name) { try spool.identifier() }
    guard let wanted, wanted == found else {
      throw PhotosError(
        .internalError, context: spool.store.name,
        message:
          "What is there belongs to another library: its object '\(UploadSpool.identifierKey)' is missing, or another's. "
          + "Nothing was changed.")
    }
  }

  /// Removes files from the library's folder that are in the store: they are fetched again when they are read. Returns
  /// how many, and their bytes.
  /// - Throws: ``PhotosError`` when the store cannot be reached.
  public func free() throws(PhotosError) -> (count: Int, byteCount: Int64) {
    guard let spool = library.spool else { return (0, 0) }
    guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
    return try fileAccess(spool.store.name) { try spool.free() }
  }

  /// Returns whether a resource can be read without the network.
  package func isLocal(_ resource: AssetResource) -> Bool {
    (library.environment.files as? SpooledFiles)?.isLocal(resource.path) ?? true
  }

  // MARK: The catalogue's note

  private static let (store, storeIdentifier, folder) = ("store", "storeIdentifier", "folder")

  /// The library's files, and what is to be done in its store; `nil` where its originals are in its folder.
  static func files(
    in folder: LibraryFolder, of catalog: any CatalogDatabase, _ environment: LibraryEnvironment
  ) throws -> (spool: UploadSpool?, files: any FileTree) {
    let files = environment.files
    guard let url = try catalog.read(url) else {
      // A catalogue in the folder is found there, or nowhere.
      if !files.exists(folder.database) { try bind(folder, to: catalog) }
      return (nil, files)
    }
    let spool = try spool(of: folder.path, environment, url: url)
    let spooled = SpooledFiles(
      forwarded: files, spool: spool, folder: folder, makeIdentifier: environment.makeIdentifier,
      silence: StoreSilence(environment.clock))
    return (spool, spooled)
  }

  /// Makes sure that a folder has the originals of a catalogue that is elsewhere: both have one identifier, which the
  /// first program to open them gives.
  private static func bind(_ folder: LibraryFolder, to catalog: any CatalogDatabase) throws {
    let (files, path) = (folder.files, folder.path + "/identifier")
    func identifier() -> String? {
      // A file that cannot be read is none of this library's.
      guard let file = try? files.open(path), file.count <= 128, let bytes = try? file.allBytes() else { return nil }
      return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }
    func isEmpty() -> Bool {
      UploadSpool.parts.allSatisfy { !files.exists(folder.resources + "/" + $0) }
    }
    func note(_ db: any CatalogConnection) throws -> String? {
      try value(Self.folder, db)
    }
    func wrong(_ wanted: String?) -> PhotosError {
      PhotosError(
        .internalError, context: folder.path,
        message: "This folder has the originals of another catalogue, or none. Mount or name the right one."
          + (wanted.map { " If it is the right one, write \($0) into its file 'identifier'." } ?? ""))
    }
    if let noted = try catalog.read(note) {
      guard identifier() == noted else { throw wrong(noted) }
      return
    }
    guard !folder.isReadOnly else { throw PhotosError.readOnly(folder.path) }
    try catalog.write(token: nil) { db in
      // Another program may have been faster.
      if let noted = try note(db) {
        guard identifier() == noted else { throw wrong(noted) }
      } else {
        if !files.exists(path) {
          // The first process's own name: nobody else has it.
          let new = String(folder.session.split(separator: "/").last ?? "")
          try files.write(path, Array(new.utf8))
          try files.syncFolder(folder.path)
        } else if !isEmpty() {
          throw wrong(nil)
        }
        guard let given = identifier() else { throw wrong(nil) }
        try set(Self.folder, given, db)
      }
    }
  }

  private static func url(_ db: any CatalogConnection) throws -> String? { try value(store, db) }

  private static func value(_ name: String, _ db: any CatalogConnection) throws -> String? {
    try db.firstRow(of: "SELECT value FROM setting WHERE name = \(name)")?.text(0)
  }

  private static func set(_ name: String, _ value: String, _ db: any CatalogConnection) throws {
    try db.execute("INSERT INTO setting (name, value) VALUES (\(name), \(value))")
  }
}
