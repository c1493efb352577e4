extension Asset {
  /// Returns the assets that a text names: by local identifier or its beginning, or by the name of one of their files,
  /// with or without its extension. At most `limit`, in the order in which they were added; assets in the trash are
  /// among them.
  /// - Throws: ``PhotosError`` when the database fails.
  public static func fetchAssets(
    named text: String, in library: PhotoLibrary, limit: Int = 100
  ) throws(PhotosError) -> [Asset] {
    let status = library.access.status(for: .readWrite)
    guard status.isAllowed, !text.isEmpty else { return [] }
    let pattern = escaped(text) + "%"
    // A name with its extension, which has no dot within.
    let (file, longer) = (escaped(text) + ".%", escaped(text) + ".%.%")
    return try library.read { db in
      try db.rows(
        of: """
          SELECT \(sql: Asset.columns) FROM asset
          WHERE (asset.localIdentifier = \(text)
            OR (\(text.utf8.count) >= 4 AND asset.localIdentifier LIKE \(pattern) ESCAPE '|')
            OR asset.id IN (SELECT assetID FROM resource
              WHERE originalFilename = \(text) OR (originalFilename LIKE \(file) ESCAPE '|'
                AND originalFilename NOT LIKE \(longer) ESCAPE '|')))
            AND (asset.isSelected = 1 OR \(status != .limited) = 1)
          ORDER BY asset.id LIMIT \(limit)
          """
      ) { try Asset($0) }
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "|" { escaped += "|" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// The names that assets' photos or movies came with, by local identifier.
  /// - Throws: ``PhotosError`` when the database fails.
  package static func originalFilenames(
    of assets: [Asset], in library: PhotoLibrary
  ) throws(PhotosError) -> [String: String] {
    let pairs = try library.read { db in
      try db.rows(
        of: """
          SELECT asset.localIdentifier, resource.originalFilename FROM resource JOIN asset ON asset.id = resource.assetID
          WHERE resource.type IN (1, 2, 19) AND asset.localIdentifier IN \(list: assets.map(\.localIdentifier))
          """
      ) { (try $0.text(0), try $0.text(1)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The titles of the albums that an asset is in, in the order in which they were made.
  /// - Throws: ``PhotosError`` when the database fails.
  package func albumTitles(in library: PhotoLibrary) throws(PhotosError) -> [String] {
    try library.read { db in
      try db.rows(
        of: """
          SELECT album.title FROM albumAsset JOIN album ON album.id = albumAsset.albumID
          WHERE albumAsset.assetID = \(id) ORDER BY album.id
          """
      ) { try $0.text(0) }
    }
  }
}

extension AssetResource {
  /// The bytes of all files, by what part of an asset they are.
  /// - Throws: ``PhotosError`` when the database fails.
  package static func byteCounts(
    in library: PhotoLibrary
  ) throws(PhotosError) -> [(type: ResourceType, files: Int, bytes: Int64)] {
    try library.read { db in
      try db.rows(
        of: "SELECT type, files, bytes FROM resourceTally WHERE files > 0 ORDER BY type"
      ) {
        row -> (ResourceType, Int, Int64)? in
        guard let type = ResourceType(rawValue: Int(clamping: try row.integer(0))) else { return nil }
        return (type, Int(clamping: try row.integer(1)), try row.integer(2))
      }.compactMap { $0 }
    }
  }
}
