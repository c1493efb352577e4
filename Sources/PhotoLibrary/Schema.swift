import GRDB

/// The database's tables. A migration is never changed once it is in use: another one follows.
///
/// Dates are seconds since 1970 UTC, nanoseconds and the offset of local time; durations are nanoseconds.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("assets, resources, albums, authorization") { try $0.execute(sql: tables) }
    migrator.registerMigration("replaced proxies") { try $0.execute(sql: proxies) }
    return migrator
  }

  private static let tables = """
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
    ) STRICT;
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
    ) STRICT;
    CREATE TABLE movedSource (
      fileName TEXT PRIMARY KEY REFERENCES resource (fileName) ON DELETE CASCADE,
      path TEXT NOT NULL
    ) STRICT;
    CREATE TABLE album (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      localIdentifier TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL
    ) STRICT;
    CREATE TABLE albumAsset (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      albumID INTEGER NOT NULL REFERENCES album (id) ON DELETE CASCADE,
      assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
      UNIQUE (albumID, assetID)
    ) STRICT;
    CREATE INDEX albumOfAsset ON albumAsset (assetID);
    CREATE TABLE authorization (level INTEGER PRIMARY KEY, status INTEGER NOT NULL) STRICT;
    """

  /// How often an asset's content was replaced, and what a proxy and its finished photo have in common: see
  /// `ResourceFacts.proxyKey`. Proxies from before have no key, and are still replaced by whoever names their asset.
  private static let proxies = """
    ALTER TABLE asset ADD COLUMN contentVersion INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE resource ADD COLUMN proxyKey TEXT;
    CREATE INDEX resourceByProxyKey ON resource (proxyKey) WHERE proxyKey IS NOT NULL;
    """
}
