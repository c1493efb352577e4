extension Asset {
  /// Returns the assets of a library. None when reading is not allowed; with limited access, those that are selected.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAssets(
    in library: PhotoLibrary, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> FetchResult<Asset> {
    try library.fetch(.assets(.library, options))
  }

  /// Returns the assets of a type.
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

  /// Returns the assets with these identifiers, hidden ones among them; unknown identifiers are passed over. Their
  /// order is not that of the identifiers.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAssets(
    withLocalIdentifiers identifiers: [String], in library: PhotoLibrary, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> FetchResult<Asset> {
    try library.fetch(.assets(.identifiers(identifiers), options))
  }

  /// Returns the assets of an album, in the order in which they were added to it, or of a collection of the library's
  /// own.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAssets(
    of collection: AssetCollection, in library: PhotoLibrary, options: FetchOptions = FetchOptions()
  ) throws(PhotosError) -> FetchResult<Asset> {
    if let kind = collection.smartAlbum { return try library.fetch(.assets(.smartAlbum(kind), options)) }
    return try library.fetch(.assets(.album(collection.localIdentifier), options))
  }
}

extension AssetCollection {
  /// Returns the albums of a library, in the order in which they were made. None when reading is not allowed.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func fetchAlbums(in library: PhotoLibrary) throws(PhotosError) -> FetchResult<AssetCollection> {
    try library.fetch(.albums(nil))
  }

  /// Returns the albums with these identifiers; unknown identifiers are passed over.
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
