import FoundationEssentials
import GRDB
import MediaCore

extension SQL {
  /// Conditions that must all hold, or of which one must.
  static func joined(_ parts: [SQL], by word: String, whenEmpty: SQL) -> SQL {
    parts.isEmpty ? whenEmpty : "(\(parts.joined(separator: " \(word) ")))"
  }

  /// One value among any number: SQLite takes only so many arguments, and one list as JSON.
  static func among(_ column: String, _ values: [String]) throws -> SQL {
    let list = String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
    return "\(sql: column) IN (SELECT value FROM json_each(\(list)))"
  }
}

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
    case .all(let parts): SQL.joined(parts.map(\.sql), by: "AND", whenEmpty: "1")
    case .any(let parts): SQL.joined(parts.map(\.sql), by: "OR", whenEmpty: "0")
    // Of an unknown date neither a condition nor its opposite holds, for SQL; here the opposite does.
    case .not(let part): "NOT ifnull(\(part.sql), 0)"
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
      case .mediaType, .pixelWidth, .pixelHeight, .isFavorite: [key.rawValue]
      }
    return columns.map { "asset.\($0) \(ascending ? "ASC" : "DESC")" }.joined(separator: ", ")
  }
}

extension FetchQuery {
  /// The assets that this finds. With limited access only those that were selected are among them.
  func assets(_ db: Database, isLimited: Bool) throws -> [Asset] {
    guard case .assets(let source, let options) = self else { return [] }
    let types = options.includeAssetSourceTypes
    guard types.isEmpty || types.contains(.userLibrary) else { return [] }
    var conditions: [SQL] = []
    var (tables, order) = ("asset", "asset.id")
    var hasHidden = options.includeHiddenAssets
    switch source {
    case .library: break
    case .identifiers(let identifiers):
      hasHidden = true
      conditions.append(try .among("asset.localIdentifier", identifiers))
    case .album(let album):
      tables = "asset JOIN albumAsset ON albumAsset.assetID = asset.id JOIN album ON album.id = albumAsset.albumID"
      order = "albumAsset.id"
      conditions.append("album.localIdentifier = \(album)")
    case .smartAlbum(let album):
      hasHidden = hasHidden || album == .hidden
      if let predicate = album.predicate { conditions.append(predicate.sql) }
    }
    if !hasHidden { conditions.append("asset.isHidden = 0") }
    if isLimited { conditions.append("asset.isSelected = 1") }
    if let predicate = options.predicate { conditions.append(predicate.sql) }
    order = (options.sortDescriptors.map(\.sql) + [order]).joined(separator: ", ")
    var sql: SQL = "SELECT \(sql: Asset.columns) FROM \(sql: tables)"
    sql += " WHERE \(SQL.joined(conditions, by: "AND", whenEmpty: "1")) ORDER BY \(sql: order)"
    if options.fetchLimit > 0 { sql += " LIMIT \(options.fetchLimit)" }
    return try Array(SQLRequest<Row>(literal: sql).fetchCursor(db).map { try Asset($0) })
  }

  /// The albums that this finds, in the order in which they were made.
  func albums(_ db: Database) throws -> [AssetCollection] {
    guard case .albums(let identifiers) = self else { return [] }
    let condition = try identifiers.map { try SQL.among("localIdentifier", $0) } ?? "1"
    let sql: SQL = "SELECT localIdentifier, title FROM album WHERE \(condition) ORDER BY id"
    return try SQLRequest<Row>(literal: sql).fetchAll(db).map { row in
      AssetCollection(
        localIdentifier: try row.decode(String.self, atIndex: 0), title: try row.decode(String.self, atIndex: 1),
        smartAlbum: nil)
    }
  }
}
