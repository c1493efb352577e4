import GRDB
import MediaCore

/// A piece of SQL with what goes into it.
struct SQLText {
  var text: String
  var arguments: [(any DatabaseValueConvertible)?] = []

  static func + (left: SQLText, right: SQLText) -> SQLText {
    SQLText(text: left.text + right.text, arguments: left.arguments + right.arguments)
  }

  /// Conditions that must all hold, or of which one must.
  static func joined(_ parts: [SQLText], by word: String, whenEmpty: String) -> SQLText {
    guard let first = parts.first else { return SQLText(text: whenEmpty) }
    return parts.dropFirst().reduce(SQLText(text: "(") + first) { $0 + SQLText(text: " \(word) ") + $1 }
      + SQLText(text: ")")
  }

  /// One value among any number: SQLite takes only so many arguments, and one list as JSON.
  static func among(_ column: String, _ values: [String]) -> SQLText {
    SQLText(text: "\(column) IN (SELECT value FROM json_each(?))", arguments: [json(values)])
  }

  private static func json(_ values: [String]) -> String {
    var text = "["
    for (index, value) in values.enumerated() {
      text += index == 0 ? "\"" : ",\""
      for scalar in value.unicodeScalars {
        switch scalar {
        case "\"", "\\": text += "\\" + String(scalar)
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
      }
      text += "\""
    }
    return text + "]"
  }
}

extension AssetPredicate {
  var sql: SQLText {
    switch self {
    case .mediaType(let type): SQLText(text: "asset.mediaType = ?", arguments: [type.rawValue])
    case .mediaSubtypes(let types):
      SQLText(text: "(asset.mediaSubtypes & ?) = ?", arguments: [types.rawValue, types.rawValue])
    case .isFavorite(let flag): SQLText(text: "asset.isFavorite = ?", arguments: [flag])
    case .isHidden(let flag): SQLText(text: "asset.isHidden = ?", arguments: [flag])
    case .takenFrom(let date):
      SQLText(text: "(asset.creationSeconds, asset.creationNanosecond) >= (?, ?)", arguments: date.sortArguments)
    case .takenBefore(let date):
      SQLText(text: "(asset.creationSeconds, asset.creationNanosecond) < (?, ?)", arguments: date.sortArguments)
    case .lasting(let time): SQLText(text: "asset.durationNanoseconds >= ?", arguments: [time.nanoseconds])
    case .all(let parts): SQLText.joined(parts.map(\.sql), by: "AND", whenEmpty: "1")
    case .any(let parts): SQLText.joined(parts.map(\.sql), by: "OR", whenEmpty: "0")
    // Of an unknown date neither a condition nor its opposite holds, for SQL; here the opposite does.
    case .not(let part): SQLText(text: "NOT ifnull(") + part.sql + SQLText(text: ", 0)")
    }
  }
}

extension WallTime {
  fileprivate var sortArguments: [(any DatabaseValueConvertible)?] { [secondsSince1970, nanosecond] }
}

extension AssetSortDescriptor {
  fileprivate var sql: String {
    let columns =
      switch key {
      case .creationDate: ["creationSeconds", "creationNanosecond"]
      case .modificationDate: ["modificationSeconds", "modificationNanosecond"]
      case .mediaType: ["mediaType"]
      case .pixelWidth: ["pixelWidth"]
      case .pixelHeight: ["pixelHeight"]
      case .duration: ["durationNanoseconds"]
      case .isFavorite: ["isFavorite"]
      }
    return columns.map { "asset.\($0) \(ascending ? "ASC" : "DESC")" }.joined(separator: ", ")
  }
}

extension FetchQuery {
  /// The assets that this finds. With limited access only those that were selected are among them.
  func assets(_ db: Database, isLimited: Bool) throws -> [Asset] {
    let sql = sqlOfAssets(isLimited: isLimited)
    guard !sql.text.isEmpty else { return [] }
    var assets: [Asset] = []
    let cursor = try Row.fetchCursor(db, sql: sql.text, arguments: StatementArguments(sql.arguments))
    while let row = try cursor.next() { assets.append(try Asset(row)) }
    return assets
  }

  private func sqlOfAssets(isLimited: Bool) -> SQLText {
    var conditions: [SQLText] = []
    var source = "asset"
    var order = "asset.id"
    let options: FetchOptions
    switch self {
    case .assets(let own): options = own
    case .assetsWithIdentifiers(let identifiers, var own):
      own.includeHiddenAssets = true
      options = own
      conditions.append(.among("asset.localIdentifier", identifiers))
    case .assetsOfAlbum(let album, let own):
      options = own
      source = "asset JOIN albumAsset ON albumAsset.assetID = asset.id JOIN album ON album.id = albumAsset.albumID"
      order = "albumAsset.id"
      conditions.append(SQLText(text: "album.localIdentifier = ?", arguments: [album]))
    case .assetsOfSmartAlbum(let album, var own):
      if album == .hidden { own.includeHiddenAssets = true }
      options = own
      if let predicate = album.predicate { conditions.append(predicate.sql) }
    case .albums, .albumsWithIdentifiers: return SQLText(text: "")
    }
    let sources = options.includeAssetSourceTypes
    if !sources.isEmpty, !sources.contains(.userLibrary) { return SQLText(text: "") }
    if !options.includeHiddenAssets { conditions.append(SQLText(text: "asset.isHidden = 0")) }
    if isLimited { conditions.append(SQLText(text: "asset.isSelected = 1")) }
    if let predicate = options.predicate { conditions.append(predicate.sql) }
    order = (options.sortDescriptors.map(\.sql) + [order]).joined(separator: ", ")
    var sql =
      SQLText(text: "SELECT \(Asset.columns) FROM \(source) WHERE ")
      + SQLText.joined(conditions, by: "AND", whenEmpty: "1") + SQLText(text: " ORDER BY \(order)")
    if options.fetchLimit > 0 { sql = sql + SQLText(text: " LIMIT ?", arguments: [options.fetchLimit]) }
    return sql
  }

  /// The albums that this finds, in the order in which they were made.
  func albums(_ db: Database) throws -> [AssetCollection] {
    let condition: SQLText
    switch self {
    case .albums: condition = SQLText(text: "1")
    case .albumsWithIdentifiers(let identifiers): condition = .among("localIdentifier", identifiers)
    default: return []
    }
    let sql =
      SQLText(text: "SELECT localIdentifier, title FROM album WHERE ") + condition + SQLText(text: " ORDER BY id")
    return try Row.fetchAll(db, sql: sql.text, arguments: StatementArguments(sql.arguments)).map { row in
      AssetCollection(
        localIdentifier: try row.decode(String.self, atIndex: 0), title: try row.decode(String.self, atIndex: 1),
        smartAlbum: nil)
    }
  }
}
