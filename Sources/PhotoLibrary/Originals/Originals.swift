import FileStorage

/// Where a library's originals are: in its folder, or in a store that its catalogue names.
enum Originals {
  private static let store = "store"

  /// What is to be done in the library's store; `nil` where its originals are in its folder.
  static func spool(
    of folder: String, _ catalog: any CatalogDatabase, _ environment: LibraryEnvironment
  ) throws -> UploadSpool? {
    guard let url = try catalog.read(url) else { return nil }
    guard let openStore = environment.openStore else {
      throw PhotosError(
        .internalError, context: folder,
        message: "The originals of this library are in \(url), and this program opens no such store. "
          + "Give LibraryEnvironment.openStore a value.")
    }
    return UploadSpool(disk: environment.files, store: try openStore(url), folder: folder)
  }

  static func url(_ db: any CatalogConnection) throws -> String? {
    try db.firstRow(of: "SELECT value FROM setting WHERE name = \(store)")?.text(0)
  }

  static func set(_ url: String, _ db: any CatalogConnection) throws {
    try db.execute("INSERT INTO setting (name, value) VALUES (\(store), \(url))")
  }
}

extension PhotoLibrary {
  /// The URL of the store that the originals are in; `nil` where they are in the library's folder.
  /// - Throws: ``PhotosError`` when the catalogue cannot be read.
  public func originalsStoreURL() throws(PhotosError) -> String? { try read(Originals.url) }

  /// Has a store keep the originals, those that are there and all that come. The library must be opened once more before it
  /// does so, and ``uploadOriginals(progress:)`` sends what is there.
  ///
  /// No other program may have the library open. The store is noted in the catalogue and cannot be changed later.
  /// - Throws: ``PhotosError`` when the store cannot be reached or refuses, another program has the library open, or
  ///   another store has been noted.
  public func useOriginalsStore(_ url: String) throws(PhotosError) {
    if let known = try originalsStoreURL() {
      guard known != url else { return }
      throw PhotosError(
        .changeNotSupported, context: path,
        message: "Its originals are in \(known). Export them, and import them into a library with the other store.")
    }
    guard let openStore = environment.openStore else {
      throw PhotosError(.internalError, context: url, message: "This program opens no such store.")
    }
    try fileAccess(url) {
      let spool = UploadSpool(disk: environment.files, store: try openStore(url), folder: path)
      guard try folder.isAlone() else {
        throw PhotosError(
          .changeNotSupported, context: path, message: "Another program has the library open. End it first.")
      }
      // Says what is wrong with the store, if anything is.
      _ = try spool.store.keys(beginningWith: "resources/00/")
      // Before the catalogue names it: notes do no harm where there is no store.
      try spool.noteAll()
      try catalog.write(token: environment.makeIdentifier()) { try Originals.set(url, $0) }
    }
  }

  /// How many files wait to be sent to the store, or to be removed from it; 0 where there is none.
  public var waitingUploadCount: Int { spool?.waitingCount ?? 0 }

  /// Sends originals that wait to the store, and removes those of deleted assets from it. `progress` is told of each file,
  /// and may throw to end it. Two callers, also of two processes, do not disturb each other; what a cut has left half sent
  /// is sent to its end.
  /// - Throws: ``PhotosError`` 3169 when the store cannot be reached, and others that name what failed; what waits then goes
  ///   on waiting, and nothing is lost. What `progress` throws.
  public func uploadOriginals(progress: (UploadReport) throws -> Void = { _ in }) throws -> UploadReport {
    guard let spool else { return UploadReport() }
    do { return try spool.drain(progress: progress) } catch let error as FileStoreError {
      throw PhotosError(of: error, context: spool.store.name)
    }
  }

  /// Removes files from the library's folder that are in the store: they are fetched again when they are read. Returns how
  /// many, and their bytes.
  /// - Throws: ``PhotosError`` when the store cannot be reached.
  public func freeOriginals() throws(PhotosError) -> (count: Int, byteCount: Int64) {
    guard let spool else { return (0, 0) }
    return try fileAccess(spool.store.name) { try spool.free() }
  }

  /// Whether a resource can be read without the network.
  func isLocal(_ resource: AssetResource) -> Bool {
    (environment.files as? SpooledFiles)?.isLocal(resource.path) ?? true
  }
}
