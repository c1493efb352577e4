import FileStorage
public import MediaCore
public import PhotoLibrary

extension PhotoLibrary {
  /// Opens a library whose files are in a folder, and whose catalogue is in a database of a PostgreSQL server. Makes
  /// both if they do not exist and `opening` allows it.
  ///
  /// Programs on any number of machines may have it open: each reaches the folder under its own path, by a network file
  /// system. The URL is one of libpq's, `postgres://USER@HOST:PORT/DATABASE`. A password belongs in the file
  /// `~/.pgpass` rather than in the URL; no error contains it. While the server is away, calls wait for it no longer
  /// than `waiting`.
  ///
  /// - Throws: ``/PhotoLibrary/PhotosError`` 3169 when the server cannot be reached; 3303 when its database has no
  ///   library, and `opening` does not make one; 3305 when its disk is full; −1 when the folder or the database cannot
  ///   be written, or contains a library of an unknown version.
  public convenience init(
    at folder: String, postgreSQL url: String, environment: LibraryEnvironment, opening: LibraryOpening = .making(),
    waiting: MediaTime = .seconds(30)
  ) throws(PhotosError) {
    try self.init(
      at: folder, postgreSQL: url, environment: environment, opening: opening,
      patience: Patience(environment.clock, reconnecting: waiting))
  }

  /// Returns whether a text can be the URL of a database on a PostgreSQL server. Nothing is asked of a server.
  public static func canBePostgreSQL(_ url: String) -> Bool {
    // Without libpq nobody can tell; opening says that it is missing.
    guard let library = try? LibPQ() else { return true }
    return (try? ServerAddress(url, library: library)) != nil
  }

  convenience init(
    at folder: String, postgreSQL url: String, environment: LibraryEnvironment, opening: LibraryOpening = .making(),
    patience: Patience
  ) throws(PhotosError) {
    let files = environment.files
    try self.init(at: folder, environment: environment, opening: opening) { folder, _ in
      // Its assets would be files of nobody here.
      guard files.attributes(of: folder + "/library.sqlite") == nil else {
        throw CatalogError(
          .refused, message: "The folder has a catalogue of its own, library.sqlite. Name another folder.")
      }
      return try PostgreSQLCatalog(url, patience: patience)
    }
  }
}
