import MediaCore

extension AssetPredicate {
  var sql: SQL {
    switch self {
    case .mediaType(let type): "asset.mediaType = \(type.rawValue)"
    case .mediaSubtypes(let types): "(asset.mediaSubtypes & \(types.rawValue)) = \(types.rawValue)"
    case .isFavorite(let flag): "asset.isFavorite = \(flag)"
    case .isHidden(let flag): "asset.isHidden = \(flag)"
    case .takenFrom(let date): "\(Self.date) >= (\(date.secondsSince1970), \(date.nanosecond))"
    case .takenBefore(let date): "\(Self.date) < (\(date.secondsSince1970), \(date.nanosecond))"
    case .lasting(let time): "asset.durationNanoseconds >= \(time.nanoseconds)"
    case .isUnfinished(let flag):
      "(asset.isUnfinished = 1 OR asset.remark IS NOT NULL) = \(sql: flag ? "TRUE" : "FALSE")"
    case .hasRaw(let flag): "asset.hasRaw = \(flag)"
    case .all(let parts): SQL.joined(parts.map(\.sql), by: "AND", whenEmpty: "TRUE")
    case .any(let parts): SQL.joined(parts.map(\.sql), by: "OR", whenEmpty: "FALSE")
    // Of an unknown date neither a condition nor its opposite holds, for SQL; here the opposite does.
    case .not(let part): "NOT coalesce(\(part.sql), FALSE)"
    }
  }

  /// Indicates whether tallies tell of all that this is about.
  fileprivate var isOfKinds: Bool {
    switch self {
    case .mediaType, .mediaSubtypes, .isFavorite, .isHidden, .isUnfinished, .hasRaw: true
    case .takenFrom, .takenBefore, .lasting: false
    case .all(let parts), .any(let parts): parts.allSatisfy(\.isOfKinds)
    case .not(let part): part.isOfKinds
    }
  }

  private static var date: SQL { "(asset.creationSeconds, asset.creationNanosecond)" }
}

extension AssetSortDescriptor {
  fileprivate var sql: String {
    let columns =
      switch key {
      case .creationDate: ["creationSeconds", "creationNanosecond"]
      case .modificationDate: ["modificationSeconds", "modificationNanosecond"]
      case .duration: ["durationNanoseconds"]
      case .mediaType, .pixelWidth, .pixelHeight, .isFavorite, .addedOrder: [key.rawValue]
      }
    // What has no date comes first, whatever the database is used to.
    let nulls = key == .creationDate ? " NULLS \(ascending ? "FIRST" : "LAST")" : ""
    return columns.map { "asset.\($0) \(ascending ? "ASC" : "DESC")\(nulls)" }.joined(separator: ", ")
  }
}

extension FetchQuery {
  /// The tables, conditions and order of the assets that this finds; `nil` for none. With limited access only those
  /// that were selected are among them.
  private func selection(isLimited: Bool) -> (tables: String, condition: SQL, order: String)? {
    guard case .assets(let source, let options) = self else { return nil }
    let types = options.includeAssetSourceTypes
    guard types.isEmpty || types.contains(.userLibrary) else { return nil }
    var conditions: [SQL] = []
    var (tables, order) = ("asset", "asset.id")
    var (hasHidden, hasTrash) = (options.includeHiddenAssets, false)
    switch source {
    case .library: break
    case .identifiers(let identifiers):
      (hasHidden, hasTrash) = (true, options.includeTrashedAssets)
      conditions.append("asset.localIdentifier IN \(list: identifiers)")
    case .album(let album):
      tables = "asset JOIN albumAsset ON albumAsset.assetID = asset.id JOIN album ON album.id = albumAsset.albumID"
      order = "albumAsset.id"
      conditions.append("album.localIdentifier = \(album)")
    case .smartAlbum(let album):
      hasHidden = hasHidden || album == .hidden || album == .recentlyDeleted
      hasTrash = album == .recentlyDeleted
      if hasTrash { conditions.append("asset.trashedSeconds IS NOT NULL") }
      if let predicate = album.predicate { conditions.append(predicate.sql) }
    }
    if !hasTrash { conditions.append("asset.trashedSeconds IS NULL") }
    if !hasHidden { conditions.append("asset.isHidden = 0") }
    if isLimited { conditions.append("asset.isSelected = 1") }
    if let predicate = options.predicate { conditions.append(predicate.sql) }
    order = (options.sortDescriptors.map(\.sql) + [order]).joined(separator: ", ")
    return (tables, .joined(conditions, by: "AND", whenEmpty: "TRUE"), order)
  }

  /// The assets that this finds.
  func assets(_ db: any CatalogConnection, isLimited: Bool) throws -> [Asset] {
    guard let sql = statement(Asset.columns, isLimited: isLimited) else { return [] }
    return try db.rows(of: sql) { try Asset($0) }
  }

  /// The database's numbers of the assets that this finds.
  func numbers(_ db: any CatalogConnection, isLimited: Bool) throws -> [Int64] {
    guard let sql = statement("asset.id", isLimited: isLimited) else { return [] }
    return try db.rows(of: sql) { try $0.integer(0) }
  }

  private func statement(_ columns: String, isLimited: Bool) -> SQL? {
    guard case .assets(_, let options) = self, let selection = selection(isLimited: isLimited) else { return nil }
    var sql: SQL = "SELECT \(sql: columns) FROM \(sql: selection.tables)"
    sql += " WHERE \(selection.condition) ORDER BY \(sql: selection.order)"
    if options.fetchLimit > 0 { sql += " LIMIT \(options.fetchLimit)" }
    if options.fetchOffset > 0 {
      // SQLite knows no offset without a limit.
      if options.fetchLimit <= 0 { sql += " LIMIT \(Int64.max)" }
      sql += " OFFSET \(options.fetchOffset)"
    }
    return sql
  }

  /// Returns the numbers of assets that the query finds, by their types and special properties. Limit, offset and order
  /// make no difference.
  func counts(_ db: any CatalogConnection, isLimited: Bool) throws -> [AssetCount] {
    guard let selection = selection(isLimited: isLimited) else { return [] }
    let isTallied = !isLimited && isOfKinds
    let tables = isTallied ? Self.tally : selection.tables
    let count = isTallied ? "CAST(sum(asset.assets) AS INTEGER)" : "count(*)"
    return try db.rows(
      of: """
        SELECT asset.mediaType, asset.mediaSubtypes, \(sql: count) FROM \(sql: tables)
        WHERE \(selection.condition) GROUP BY asset.mediaType, asset.mediaSubtypes
        ORDER BY asset.mediaType, asset.mediaSubtypes
        """
    ) { row in
      AssetCount(type: try row.integer(0), subtypes: try row.integer(1), count: try row.integer(2))
    }.filter { $0.count > 0 }
  }

  /// The numbers of assets that are alike, in the place of the assets.
  private static let tally = """
    (SELECT mediaType, mediaSubtypes, isHidden, isFavorite, isUnfinished, hasRaw, assets, NULL AS remark,
      CASE isTrashed WHEN 1 THEN 0 END AS trashedSeconds FROM assetTally) AS asset
    """

  /// Indicates whether the query selects by nothing but what tallies tell of.
  private var isOfKinds: Bool {
    guard case .assets(let source, let options) = self else { return false }
    switch source {
    case .library: return options.predicate?.isOfKinds ?? true
    case .smartAlbum(let album):
      return (album.predicate?.isOfKinds ?? true) && (options.predicate?.isOfKinds ?? true)
    case .identifiers, .album: return false
    }
  }

  /// The albums that this finds, in the order in which they were made.
  func albums(_ db: any CatalogConnection) throws -> [AssetCollection] {
    guard case .albums(let identifiers) = self else { return [] }
    let condition: SQL = identifiers.map { "localIdentifier IN \(list: $0)" } ?? "TRUE"
    return try db.rows(of: "SELECT localIdentifier, title FROM album WHERE \(condition) ORDER BY id") { row in
      AssetCollection(localIdentifier: try row.text(0), title: try row.text(1), smartAlbum: nil)
    }
  }
}

extension AssetCount {
  fileprivate init(type: Int64, subtypes: Int64, count: Int64) {
    self.init(
      mediaType: AssetMediaType(rawValue: Int(clamping: type)) ?? .unknown,
      mediaSubtypes: MediaSubtypes(rawValue: Int(clamping: subtypes)), count: Int(clamping: count))
  }
}
