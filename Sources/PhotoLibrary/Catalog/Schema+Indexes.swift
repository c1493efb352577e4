extension Schema {
  /// The index of the assets that are shown, by kind: counting reads this index alone, in its order. SQLite looks at
  /// the columns of the condition, too, where it might know them. `CREATE INDEX` comes first: a piece that begins
  /// otherwise is not looked at for indexes.
  static let countedAssets: SQL = """
    CREATE INDEX assetByShownKind ON asset (mediaType, mediaSubtypes, isHidden, trashedSeconds)
      WHERE isHidden = 0 AND trashedSeconds IS NULL;
    DROP INDEX assetByKind;
    """
}
