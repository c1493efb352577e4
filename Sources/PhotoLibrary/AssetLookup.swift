import FileStorage
package import MediaCore

/// Finds assets by what their files are.
package struct AssetLookup: Sendable {
  private let library: PhotoLibrary

  /// Creates a lookup in a library.
  package init(in library: PhotoLibrary) { self.library = library }

  /// Returns the lengths that the library's files have, in bytes.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func fileByteCounts() throws(PhotosError) -> Set<Int64> {
    try library.read { db in Set(try db.rows(of: "SELECT DISTINCT byteCount FROM resource") { try $0.integer(0) }) }
  }

  /// Returns an asset that has files of all these SHA-256 hashes, is not in the trash, and whose originals are as they
  /// were, here or in the store of originals, as far as that tells without sending them.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func intactAsset(withFileHashes hashes: Set<String>) throws(PhotosError) -> Asset? {
    let rows = try library.read { db in
      try db.rows(
        of: """
          SELECT asset.localIdentifier, resource.sha256, resource.fileName, resource.byteCount, resource.type,
            resource.originalFilename, asset.remark
          FROM resource JOIN asset ON asset.id = resource.assetID
          WHERE asset.trashedSeconds IS NULL AND asset.id IN (
            SELECT assetID FROM resource WHERE sha256 IN \(list: Array(hashes)))
          ORDER BY resource.id
          """
      ) { row in
        (
          asset: try row.text(0), sha256: try row.optionalText(1) ?? "", file: try row.text(2),
          byteCount: try row.integer(3), type: ResourceType(rawValue: Int(clamping: try row.integer(4))),
          isDoubted: try row.optionalText(6)?.contains(try row.text(5)) == true
        )
      }
    }
    for asset in Set(rows.map(\.asset)).sorted() {
      let files = rows.filter { $0.asset == asset }
      // What came as one file is to know that its halves have come, too.
      guard hashes.isSubset(of: files.map(\.sha256)),
        files.allSatisfy({ $0.type != .importedFile || hashes.contains($0.sha256) }),
        files.allSatisfy({ file in
          file.type?.isEdit == true
            || library.folder.holds(
              file.file, byteCount: file.byteCount, sha256: file.sha256, isDoubted: file.isDoubted)
        })
      else { continue }
      return try Asset.fetchAssets(withLocalIdentifiers: [asset], in: library).firstObject
    }
    return nil
  }

  /// Returns the local identifiers of other assets, outside the trash, that have the content identifier of an asset's
  /// originals, and other bytes in such a file: other versions of the same Live Photo.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func otherVersions(ofAsset localIdentifier: String) throws(PhotosError) -> [String] {
    let identifiers = try library.read { db in
      try db.rows(
        of: """
          SELECT DISTINCT other.localIdentifier FROM asset JOIN resource ON resource.assetID = asset.id
          JOIN resource AS twin ON twin.contentIdentifier = resource.contentIdentifier
          JOIN asset AS other ON other.id = twin.assetID
          WHERE asset.localIdentifier = \(localIdentifier) AND other.id <> asset.id AND resource.contentIdentifier <> ''
            AND EXISTS (
              SELECT 1 FROM resource AS own
              WHERE own.assetID = asset.id AND own.contentIdentifier <> '' AND NOT EXISTS (
                SELECT 1 FROM resource AS same WHERE same.assetID = other.id AND same.sha256 = own.sha256))
          """
      ) { try $0.text(0) }
    }
    return try Asset.fetchAssets(withLocalIdentifiers: identifiers, in: library).map(\.localIdentifier)
  }

  /// Returns an asset with a file of this SHA-256; `nil` when there is none, or it is in the trash or must not be seen.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func asset(withFileHash sha256: String) throws(PhotosError) -> Asset? {
    let identifiers = try library.read { db in
      try db.rows(
        of: """
          SELECT DISTINCT asset.localIdentifier FROM resource JOIN asset ON asset.id = resource.assetID
          WHERE resource.sha256 = \(sha256)
          """
      ) { try $0.text(0) }
    }
    return try Asset.fetchAssets(withLocalIdentifiers: identifiers, in: library).firstObject
  }

  /// Returns what the library knows of an asset and one of its files does not tell, such as what lay beside it when it
  /// came: its date, if it is another, and its place; and a place that the file tells, and the library does not.
  package func facts(
    of asset: Asset, notIn resource: AssetResource
  ) -> (date: WallTime?, location: GeoLocation?, fileLocation: GeoLocation?) {
    // What is damaged is told by whoever gives it away.
    guard let facts = facts(in: resource) else { return (nil, nil, nil) }
    let isSame = asset.creationDate.map { date in
      // A guess is no more than what the file and its name tell.
      guard let told = facts.date else { return asset.dateSource != nil }
      let seconds = date.secondsSince1970 - told.secondsSince1970
      // Of a date without a zone the library has made one in its own.
      return [seconds, seconds + Int64(date.utcOffsetSeconds - told.utcOffsetSeconds)].contains { abs($0) <= 5 }
    }
    return (
      isSame == false ? asset.creationDate : nil, asset.location == facts.location ? nil : asset.location,
      asset.location == nil ? facts.location : nil
    )
  }

  /// Returns the date and place that a file itself tells; `nil` for one that cannot be read.
  package func facts(in resource: AssetResource) -> (date: WallTime?, location: GeoLocation?)? {
    // What is damaged is told by whoever gives it away.
    guard let source = try? library.open(resource),
      let facts = try? ResourceFacts.read(source, as: resource.type, context: resource.originalFilename)
    else { return nil }
    return (facts.date, facts.location)
  }

  /// Returns the assets outside the trash whose originals came with these names, by the names in lower case.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func assets(withOriginalFilenames names: [String]) throws(PhotosError) -> [String: [Asset]] {
    guard !names.isEmpty else { return [:] }
    let wanted = Set(names.map { $0.lowercased() })
    // Databases differ in what they take for the same letter in lower case.
    let rows = try library.read { db in
      try db.rows(
        of: """
          SELECT resource.originalFilename, asset.localIdentifier FROM resource
          JOIN asset ON asset.id = resource.assetID WHERE asset.trashedSeconds IS NULL
          """
      ) { (name: try $0.text(0).lowercased(), asset: try $0.text(1)) }.filter { wanted.contains($0.name) }
    }
    let assets = try Asset.fetchAssets(withLocalIdentifiers: Array(Set(rows.map(\.asset))), in: library)
    let byIdentifier = Dictionary(assets.map { ($0.localIdentifier, $0) }) { one, _ in one }
    return Dictionary(grouping: Set(rows.map { [$0.name, $0.asset] }).sorted { $0[1] < $1[1] }) { $0[0] }
      .mapValues { $0.compactMap { byIdentifier[$0[1]] } }
  }
}
