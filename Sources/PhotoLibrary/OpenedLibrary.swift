import FileStorage

/// A library's folder, catalogue and store on the way to a ``PhotoLibrary``.
struct OpenedLibrary {
  /// Opens the catalogue of a library whose files are in `folder`, as far as `opening` allows.
  typealias CatalogOpener = (_ folder: String, _ opening: LibraryOpening) throws -> any CatalogDatabase

  let folder: LibraryFolder
  let catalog: any CatalogDatabase
  /// The uploads to the store of originals, and removals from it; `nil` where the originals are in the folder.
  let spool: UploadSpool?
  /// The last change of the library.
  let latestChange: Int64

  /// Opens a library, or makes one. What has been opened when this fails is closed.
  init(
    at path: String, _ environment: LibraryEnvironment, _ opening: LibraryOpening, _ openCatalog: CatalogOpener
  ) throws(PhotosError) {
    let name = environment.makeIdentifier()
    guard LibraryFolder.isName(name) else {
      throw PhotosError(
        .internalError, context: path,
        message: "The environment makes the identifier \(name). Make them of letters, digits and hyphens.")
    }
    self = try fileAccess(path) {
      guard case .making(let url?, _) = opening, try !Self.isThere(path, openCatalog) else {
        return try Self(at: path, environment, opening, store: nil, name, openCatalog)
      }
      // Nothing is made where the store refuses.
      let spool = try Originals.spool(of: path, environment, url: url)
      return try spool.claimed(as: environment.makeIdentifier()) { identifier in
        try Self(at: path, environment, opening, store: (url, identifier), name, openCatalog)
      }
    }
  }

  private init(
    at path: String, _ environment: LibraryEnvironment, _ opening: LibraryOpening,
    store: (url: String, identifier: String)?, _ name: String, _ openCatalog: CatalogOpener
  ) throws {
    let files = environment.files
    var isReadOnly = opening == .reading
    // A new catalogue needs its folder; one that is there is opened before anything is made.
    var folder = opening.makesOne ? try LibraryFolder(path, files: files, name: name) : nil
    var opened: (any CatalogDatabase)?
    do {
      let catalog = try openCatalog(path, opening)
      opened = catalog
      try Schema.migrate(
        catalog,
        making: opening.makesOne
          ? { db in
            if let store { try Originals.note(store.url, store.identifier, db) }
            try LibraryTrashBin.note(LibraryTrashBin.usualDays, db)
            guard case .making(_, allowsProgram: true) = opening else { return }
            try CatalogAuthorizationStore.remember(.authorized, of: environment.program, for: .readWrite, db)
          } : nil)
      isReadOnly = isReadOnly || catalog.isReadOnly
      let usable = try folder ?? Self.folder(path, files, name, isReadOnly)
      folder = usable
      let spooled: any FileTree
      (spool, spooled) = try Originals.files(in: usable, of: catalog, environment)
      self.folder = usable.using(spooled)
      self.catalog = catalog
      if !usable.isReadOnly { try self.folder.sweep(catalog) }
      latestChange = try catalog.read { try History.latest($0) }
    } catch {
      opened?.close()
      folder?.close()
      throw error
    }
  }

  /// The folder of a library that is there, for reading alone where this user cannot write there.
  private static func folder(
    _ path: String, _ files: any FileTree, _ name: String, _ isReadOnly: Bool
  ) throws(FileStoreError) -> LibraryFolder {
    if isReadOnly { return LibraryFolder(reading: path, files: files, name: name) }
    do throws(FileStoreError) { return try LibraryFolder(path, files: files, name: name) } catch {
      guard error.code == .accessDenied else { throw error }
      return LibraryFolder(reading: path, files: files, name: name)
    }
  }

  /// Returns whether there is a library already.
  private static func isThere(_ path: String, _ openCatalog: CatalogOpener) throws -> Bool {
    do {
      let catalog = try openCatalog(path, .existing)
      defer { catalog.close() }
      return try catalog.read(Schema.version) > 0
    } catch let error as PhotosError where error.code == .missingResource {
      return false
    }
  }
}
