extension Asset {
  /// The assets of a library. None when reading is not allowed; with limited access, those that are selected.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAssets(
    in library: PhotoLibrary, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> FetchResult<Asset> {
    try library.fetch(.assets(.library, options))
  }

  /// The assets of a type.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAssets(
    with type: AssetMediaType, in library: PhotoLibrary, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> FetchResult<Asset> {
    var options = options
    options.predicate = .all([.mediaType(type)] + (options.predicate.map { [$0] } ?? []))
    return try library.fetch(.assets(.library, options))
  }

  /// Returns the number of assets of a library that the options select, by kind; none of them is loaded.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func countAssets(
    in library: PhotoLibrary, of collection: AssetCollection? = nil, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> [AssetCount] {
    let source: FetchQuery.Source =
      collection.map { $0.smartAlbum.map { .smartAlbum($0) } ?? .album($0.localIdentifier) } ?? .library
    return try library.counts(.assets(source, options))
  }

  /// The assets with these identifiers, hidden ones among them; unknown identifiers are passed over. Their order is
  /// not that of the identifiers.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAssets(
    withLocalIdentifiers identifiers: [String], in library: PhotoLibrary, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> FetchResult<Asset> {
    try library.fetch(.assets(.identifiers(identifiers), options))
  }

  /// The assets of an album, in the order in which they were added to it, or of a collection of the library's own.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAssets(
    of collection: AssetCollection, in library: PhotoLibrary, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> FetchResult<Asset> {
    if let kind = collection.smartAlbum { return try library.fetch(.assets(.smartAlbum(kind), options)) }
    return try library.fetch(.assets(.album(collection.localIdentifier), options))
  }
}

extension PhotoLibrary {
  /// Returns the lengths that the library's files have, in bytes.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func fileByteCounts() throws(PhotosError) -> Set<Int64> {
    try read { db in Set(try db.rows(of: "SELECT DISTINCT byteCount FROM resource") { try $0.integer(0) }) }
  }

  /// Returns an asset that has files of all these SHA-256 hashes, is not in the trash, and whose originals are as they
  /// were; what only the store of originals has is left to the store.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func intactAsset(withFileHashes hashes: Set<String>) throws(PhotosError) -> Asset? {
    let rows = try read { db in
      try db.rows(
        of: """
          SELECT asset.localIdentifier, resource.sha256, resource.fileName, resource.byteCount, resource.type
          FROM resource JOIN asset ON asset.id = resource.assetID
          WHERE asset.trashedSeconds IS NULL AND asset.id IN (
            SELECT assetID FROM resource WHERE sha256 IN \(list: Array(hashes)))
          ORDER BY resource.id
          """
      ) { row in
        (
          asset: try row.text(0), sha256: try row.optionalText(1) ?? "", file: try row.text(2),
          byteCount: try row.integer(3),
          isEdit: ResourceType(rawValue: Int(clamping: try row.integer(4)))?.isEdit == true
        )
      }
    }
    for asset in Set(rows.map(\.asset)).sorted() {
      let files = rows.filter { $0.asset == asset }
      guard hashes.isSubset(of: files.map(\.sha256)),
        files.allSatisfy({ $0.isEdit || folder.holds($0.file, byteCount: $0.byteCount, sha256: $0.sha256) })
      else { continue }
      return try Asset.fetchAssets(withLocalIdentifiers: [asset], in: self).firstObject
    }
    return nil
  }

  /// Returns the local identifiers of other assets, outside the trash, that have the content identifier of an asset's
  /// originals: other versions of the same Live Photo.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func otherVersions(ofAsset localIdentifier: String) throws(PhotosError) -> [String] {
    let identifiers = try read { db in
      try db.rows(
        of: """
          SELECT DISTINCT other.localIdentifier FROM asset JOIN resource ON resource.assetID = asset.id
          JOIN resource AS twin ON twin.contentIdentifier = resource.contentIdentifier
          JOIN asset AS other ON other.id = twin.assetID
          WHERE asset.localIdentifier = \(localIdentifier) AND other.id <> asset.id AND resource.contentIdentifier <> ''
          """
      ) { try $0.text(0) }
    }
    return try Asset.fetchAssets(withLocalIdentifiers: identifiers, in: self).map(\.localIdentifier)
  }

  /// Returns an asset with a file of this SHA-256; `nil` when there is none, or it is in the trash or must not be seen.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package func asset(withFileHash sha256: String) throws(PhotosError) -> Asset? {
    let identifiers = try read { db in
      try db.rows(
        of: """
          SELECT DISTINCT asset.localIdentifier FROM resource JOIN asset ON asset.id = resource.assetID
          WHERE resource.sha256 = \(sha256)
          """
      ) { try $0.text(0) }
    }
    return try Asset.fetchAssets(withLocalIdentifiers: identifiers, in: self).firstObject
  }
}

extension AssetCollection {
  /// The albums of a library, in the order in which they were made. None when reading is not allowed.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAlbums(in library: PhotoLibrary) throws(PhotosError) -> FetchResult<AssetCollection> {
    try library.fetch(.albums(nil))
  }

  /// The albums with these identifiers; unknown identifiers are passed over.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAlbums(
    withLocalIdentifiers identifiers: [String], in library: PhotoLibrary
  ) throws(PhotosError) -> FetchResult<AssetCollection> {
    try library.fetch(.albums(identifiers))
  }
}

extension PhotoLibrary {
  /// The status for reading. The first use asks, and finds nothing until the answer is there, which observers are told
  /// of.
  private var statusForReading: LibraryAuthorizationStatus {
    let status = access.status(for: .readWrite)
    if status == .notDetermined {
      access.request(.readWrite) { [weak self] status in
        guard let self, status.isAllowed else { return }
        observers.tell(self, on: observerQueue)
      }
    }
    return status
  }

  func fetch(_ query: FetchQuery) throws(PhotosError) -> FetchResult<Asset> {
    let status = statusForReading
    guard status.isAllowed else { return FetchResult(objects: [], query: query) }
    return FetchResult(objects: try read { try query.assets($0, isLimited: status == .limited) }, query: query)
  }

  func counts(_ query: FetchQuery) throws(PhotosError) -> [AssetCount] {
    let status = statusForReading
    guard status.isAllowed else { return [] }
    return try read { try query.counts($0, isLimited: status == .limited) }
  }

  func fetch(_ query: FetchQuery) throws(PhotosError) -> FetchResult<AssetCollection> {
    guard statusForReading.isAllowed else { return FetchResult(objects: [], query: query) }
    return FetchResult(objects: try read { try query.albums($0) }, query: query)
  }
}
