import PhotoLibrary

extension PostgreSQLSession {
  /// Triggers for each statement: of a row that is changed again and again in one transaction, the server keeps every
  /// form until its end.
  var tallyTriggers: SQL {
    """
    CREATE FUNCTION tallyAssets() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN \(sql: Self.assets("removed", "-")) END IF;
      IF TG_OP <> 'DELETE' THEN \(sql: Self.assets("added", "+")) END IF;
      RETURN NULL;
    END $$;
    CREATE FUNCTION tallyResources() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN \(sql: Self.resources("removed", "-")) END IF;
      IF TG_OP <> 'DELETE' THEN \(sql: Self.resources("added", "+")) END IF;
      RETURN NULL;
    END $$;
    \(sql: Self.triggers(of: "asset", calling: "tallyAssets"))
    \(sql: Self.triggers(of: "resource", calling: "tallyResources"))
    """
  }

  private static func triggers(of table: String, calling function: String) -> String {
    [
      ("Added", "INSERT", "NEW TABLE AS added"), ("Removed", "DELETE", "OLD TABLE AS removed"),
      ("Changed", "UPDATE", "OLD TABLE AS removed NEW TABLE AS added"),
    ].map { name, change, rows in
      """
      CREATE TRIGGER \(table)\(name) AFTER \(change) ON \(table) REFERENCING \(rows)
        FOR EACH STATEMENT EXECUTE FUNCTION \(function)();
      """
    }.joined(separator: "\n")
  }

  private static func assets(_ rows: String, _ sign: String) -> String {
    """
    INSERT INTO assetTally SELECT mediaType, mediaSubtypes, isHidden,
        CASE WHEN trashedSeconds IS NULL THEN 0 ELSE 1 END, isFavorite,
        CASE WHEN isUnfinished = 1 OR remark IS NOT NULL THEN 1 ELSE 0 END, hasRaw, \(sign)count(*)
      FROM \(rows) GROUP BY 1, 2, 3, 4, 5, 6, 7
      ON CONFLICT (mediaType, mediaSubtypes, isHidden, isTrashed, isFavorite, isUnfinished, hasRaw)
      DO UPDATE SET assets = assetTally.assets + excluded.assets;
    """
  }

  private static func resources(_ rows: String, _ sign: String) -> String {
    """
    INSERT INTO resourceTally SELECT type, \(sign)count(*), CAST(\(sign)sum(byteCount) AS BIGINT)
      FROM \(rows) GROUP BY type ON CONFLICT (type)
      DO UPDATE SET files = resourceTally.files + excluded.files, bytes = resourceTally.bytes + excluded.bytes;
    """
  }
}
