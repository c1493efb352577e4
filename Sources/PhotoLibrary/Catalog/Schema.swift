/// The database's tables. A version is never changed once it is in use: another one follows.
///
/// Dates are seconds since 1970 UTC, nanoseconds and the offset of local time; durations are nanoseconds. Statements
/// are in the SQL that SQLite and PostgreSQL share; an implementation replaces SQLite's words for identities and
/// integers.
enum Schema {
  static let versions: [SQL] = [
    tables, proxies, hashesAndHistory, settings, countedAssets, origins, tallies, dateSources,
  ]

  /// Brings a database to the present version. In one that has no tables yet `making` adds what a new library has;
  /// without it there is no library to be opened.
  /// - Throws: ``PhotosError`` when there is none, or a newer program has written it; ``CatalogError``.
  static func migrate(
    _ catalog: any CatalogDatabase, making: ((any CatalogConnection) throws -> Void)? = { _ in }
  ) throws {
    let age = try catalog.read(checkAge)
    guard age > 0 || making != nil else { throw PhotosError.noLibrary(at: catalog.name) }
    guard age < versions.count else { return }
    guard !catalog.isReadOnly else {
      throw PhotosError(
        .internalError, context: catalog.name,
        message:
          "An older version has written this library, and it cannot be brought to the present one: it is open for "
          + "reading alone. Open it once where it can be written.")
    }
    try catalog.write(token: nil) { db in
      let age = try checkAge(db)
      for (index, tables) in versions.enumerated().dropFirst(age) {
        try db.execute(tables)
        if index == 6 { try db.execute(db.tallyTriggers) }
        if index == 2 { try db.execute("CREATE TABLE schemaVersion (version INTEGER NOT NULL)") }
      }
      try db.execute("DELETE FROM schemaVersion")
      try db.execute("INSERT INTO schemaVersion (version) VALUES (\(versions.count))")
      if age == 0 { try making?(db) }
    }
  }

  /// The version, if it is known here.
  private static func checkAge(_ db: any CatalogConnection) throws -> Int {
    let version = try version(db)
    guard version <= versions.count else {
      throw PhotosError(
        .internalError, context: "library",
        message: "A newer version has written this library. Open it with that, or a later one.")
    }
    return version
  }

  /// The version; 0 where there are no tables of a library.
  static func version(_ db: any CatalogConnection) throws -> Int {
    if try db.hasTable("schemaVersion") {
      return Int(clamping: try db.integer("SELECT version FROM schemaVersion") ?? 0)
    }
    // The first two versions kept their number in a table of GRDB's.
    guard try db.hasTable("grdb_migrations") else { return 0 }
    return Int(clamping: try db.integer("SELECT count(*) FROM grdb_migrations") ?? 0)
  }

  private static let tables: SQL = """
    CREATE TABLE asset (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      localIdentifier TEXT NOT NULL UNIQUE,
      mediaType INTEGER NOT NULL,
      mediaSubtypes INTEGER NOT NULL,
      playbackStyle INTEGER NOT NULL,
      pixelWidth INTEGER NOT NULL,
      pixelHeight INTEGER NOT NULL,
      durationNanoseconds INTEGER NOT NULL,
      creationSeconds INTEGER,
      creationNanosecond INTEGER NOT NULL DEFAULT 0,
      creationOffset INTEGER NOT NULL DEFAULT 0,
      modificationSeconds INTEGER NOT NULL,
      modificationNanosecond INTEGER NOT NULL,
      modificationOffset INTEGER NOT NULL,
      latitude REAL,
      longitude REAL,
      altitude REAL,
      isFavorite INTEGER NOT NULL DEFAULT 0,
      isHidden INTEGER NOT NULL DEFAULT 0,
      isSelected INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX assetByCreation ON asset (creationSeconds, creationNanosecond, id);
    CREATE TABLE resource (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
      type INTEGER NOT NULL,
      fileName TEXT NOT NULL UNIQUE,
      originalFilename TEXT NOT NULL,
      uniformTypeIdentifier TEXT NOT NULL,
      byteCount INTEGER NOT NULL,
      pixelWidth INTEGER NOT NULL,
      pixelHeight INTEGER NOT NULL,
      UNIQUE (assetID, type)
    );
    CREATE TABLE movedSource (
      fileName TEXT PRIMARY KEY REFERENCES resource (fileName) ON DELETE CASCADE,
      path TEXT NOT NULL
    );
    CREATE TABLE album (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      localIdentifier TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL
    );
    CREATE TABLE albumAsset (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      albumID INTEGER NOT NULL REFERENCES album (id) ON DELETE CASCADE,
      assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
      UNIQUE (albumID, assetID)
    );
    CREATE INDEX albumOfAsset ON albumAsset (assetID);
    CREATE TABLE "authorization" (level INTEGER PRIMARY KEY, status INTEGER NOT NULL);
    """

  /// The columns for the number of times that an asset's content was replaced, and for the key that a proxy and its
  /// finished photo have in common: see `ResourceFacts.proxyKey`. Proxies from before have no key, and are still
  /// replaced by whoever names their asset.
  private static let proxies: SQL = """
    ALTER TABLE asset ADD COLUMN contentVersion INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE resource ADD COLUMN proxyKey TEXT;
    CREATE INDEX resourceByProxyKey ON resource (proxyKey) WHERE proxyKey IS NOT NULL;
    """

  /// Hashes of files; the trash; what is missing of an asset; files to remove; what changed when, for those who read
  /// later; and permission for each program.
  private static let hashesAndHistory: SQL = """
    ALTER TABLE resource ADD COLUMN sha256 TEXT;
    ALTER TABLE resource ADD COLUMN contentIdentifier TEXT;
    CREATE INDEX resourceByHash ON resource (sha256) WHERE sha256 IS NOT NULL;
    CREATE INDEX resourceByContentIdentifier ON resource (contentIdentifier) WHERE contentIdentifier IS NOT NULL;
    ALTER TABLE asset ADD COLUMN trashedSeconds INTEGER;
    ALTER TABLE asset ADD COLUMN remark TEXT;
    ALTER TABLE asset ADD COLUMN isUnfinished INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE asset ADD COLUMN hasRaw INTEGER NOT NULL DEFAULT 0;
    UPDATE asset SET isUnfinished = 1 WHERE id IN (SELECT assetID FROM resource WHERE type = 19);
    CREATE INDEX assetByKind ON asset (mediaType, mediaSubtypes, isHidden, trashedSeconds);
    CREATE INDEX assetByTrash ON asset (trashedSeconds) WHERE trashedSeconds IS NOT NULL;
    CREATE TABLE doomedFile (fileName TEXT PRIMARY KEY);
    CREATE TABLE changeSet (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      token TEXT NOT NULL UNIQUE,
      program TEXT NOT NULL,
      seconds INTEGER NOT NULL
    );
    CREATE TABLE changeEntry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      changeSetID INTEGER NOT NULL REFERENCES changeSet (id) ON DELETE CASCADE,
      kind INTEGER NOT NULL,
      action INTEGER NOT NULL,
      localIdentifier TEXT NOT NULL
    );
    CREATE INDEX changeEntryOfSet ON changeEntry (changeSetID);
    CREATE TABLE programAuthorization (
      program TEXT NOT NULL,
      level INTEGER NOT NULL,
      status INTEGER NOT NULL,
      PRIMARY KEY (program, level)
    );
    """

  /// The table of settings, which all programs that use the library must know.
  private static let settings: SQL = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    """

  /// The column for the date and place that an asset came with, once somebody has given it others: see `AssetOrigin`.
  private static let origins: SQL = "ALTER TABLE asset ADD COLUMN cameWith TEXT;"

  /// The column for what tells the date that an asset came with, where its main file does not: see `AssetDateSource`.
  private static let dateSources: SQL = "ALTER TABLE asset ADD COLUMN dateSource TEXT;"
}
