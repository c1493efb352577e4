extension Schema {
  /// The numbers of assets of each kind, and of files and their bytes: triggers keep them in the transaction of each
  /// change, and nobody counts rows. The index that counted before goes.
  static let tallies: SQL = """
    CREATE TABLE assetTally (
      mediaType INTEGER NOT NULL,
      mediaSubtypes INTEGER NOT NULL,
      isHidden INTEGER NOT NULL,
      isTrashed INTEGER NOT NULL,
      isFavorite INTEGER NOT NULL,
      isUnfinished INTEGER NOT NULL,
      hasRaw INTEGER NOT NULL,
      assets INTEGER NOT NULL,
      PRIMARY KEY (mediaType, mediaSubtypes, isHidden, isTrashed, isFavorite, isUnfinished, hasRaw)
    );
    CREATE TABLE resourceTally (type INTEGER PRIMARY KEY, files INTEGER NOT NULL, bytes INTEGER NOT NULL);
    INSERT INTO assetTally SELECT mediaType, mediaSubtypes, isHidden,
        CASE WHEN trashedSeconds IS NULL THEN 0 ELSE 1 END, isFavorite,
        CASE WHEN isUnfinished = 1 OR remark IS NOT NULL THEN 1 ELSE 0 END, hasRaw, count(*)
      FROM asset GROUP BY 1, 2, 3, 4, 5, 6, 7;
    INSERT INTO resourceTally SELECT type, count(*), CAST(sum(byteCount) AS INTEGER) FROM resource GROUP BY type;
    DROP INDEX assetByShownKind;
    """

  /// The triggers of SQLite, for each row.
  static let rowTriggers: SQL = """
    CREATE TRIGGER assetAdded AFTER INSERT ON asset BEGIN \(sql: asset("new", 1)) END;
    CREATE TRIGGER assetRemoved AFTER DELETE ON asset BEGIN \(sql: asset("old", -1)) END;
    CREATE TRIGGER assetChanged AFTER UPDATE OF mediaType, mediaSubtypes, isHidden, trashedSeconds, isFavorite,
      isUnfinished, remark, hasRaw ON asset
      BEGIN \(sql: asset("old", -1)) \(sql: asset("new", 1)) END;
    CREATE TRIGGER resourceAdded AFTER INSERT ON resource BEGIN \(sql: resource("new", "+")) END;
    CREATE TRIGGER resourceRemoved AFTER DELETE ON resource BEGIN \(sql: resource("old", "-")) END;
    CREATE TRIGGER resourceChanged AFTER UPDATE OF type, byteCount ON resource
      BEGIN \(sql: resource("old", "-")) \(sql: resource("new", "+")) END;
    """

  private static func asset(_ row: String, _ change: Int) -> String {
    """
    INSERT INTO assetTally VALUES (\(row).mediaType, \(row).mediaSubtypes, \(row).isHidden,
        \(row).trashedSeconds IS NOT NULL, \(row).isFavorite, \(row).isUnfinished = 1 OR \(row).remark IS NOT NULL,
        \(row).hasRaw, \(change))
      ON CONFLICT (mediaType, mediaSubtypes, isHidden, isTrashed, isFavorite, isUnfinished, hasRaw)
      DO UPDATE SET assets = assets + excluded.assets;
    """
  }

  private static func resource(_ row: String, _ sign: String) -> String {
    """
    INSERT INTO resourceTally VALUES (\(row).type, \(sign)1, \(sign)\(row).byteCount) ON CONFLICT (type)
      DO UPDATE SET files = files + excluded.files, bytes = bytes + excluded.bytes;
    """
  }
}
