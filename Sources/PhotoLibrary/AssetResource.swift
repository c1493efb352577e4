/// A file of an asset. Stands for `PHAssetResource`.
public struct AssetResource: Sendable, Hashable {
  /// The part of the asset that the resource is.
  public let type: ResourceType
  /// The name that the file had when it came, for whoever gives it away again. The name may contain anything but
  /// slashes.
  public let originalFilename: String
  /// The kind of file, such as `public.jpeg`.
  public let uniformTypeIdentifier: String
  /// The asset; empty for a Live Photo that was made of files.
  public let assetLocalIdentifier: String
  /// Pixels in a row as it is seen upright; 0 if it has none.
  public let pixelWidth: Int
  /// Rows as it is seen upright.
  public let pixelHeight: Int
  /// The number of bytes.
  public let byteCount: Int64
  /// The SHA-256 that its bytes had when it was added, in hexadecimal digits; `nil` if it was added before hashes were
  /// kept, and for files that are in no library.
  public let sha256: String?
  /// The place of the file. It is opaque, and gone when the asset is.
  package let path: String

  /// The files of an asset: photo before movie, originals before what was made of them. None when the asset is gone,
  /// or must not be read.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func assetResources(
    for asset: Asset, in library: PhotoLibrary
  ) throws(PhotosError) -> [AssetResource] {
    // An asset that may not be seen any more has no files either.
    var options = FetchOptions()
    options.includeTrashedAssets = true
    let found = try Asset.fetchAssets(
      withLocalIdentifiers: [asset.localIdentifier], in: library, options: options)
    guard !found.isEmpty else { return [] }
    return try library.read { db in
      try db.rows(
        of: """
          SELECT resource.type, resource.originalFilename, resource.uniformTypeIdentifier, resource.pixelWidth,
            resource.pixelHeight, resource.byteCount, resource.fileName, resource.sha256
          FROM resource JOIN asset ON asset.id = resource.assetID
          WHERE asset.localIdentifier = \(asset.localIdentifier) ORDER BY resource.type
          """
      ) { row -> AssetResource? in
        func number(_ index: Int) throws -> Int { Int(clamping: max(0, try row.integer(index))) }
        guard let type = ResourceType(rawValue: try number(0)), let path = library.folder.path(of: try row.text(6))
        else { return nil }
        return AssetResource(
          type: type, originalFilename: try row.text(1), uniformTypeIdentifier: try row.text(2),
          assetLocalIdentifier: asset.localIdentifier, pixelWidth: try number(3), pixelHeight: try number(4),
          byteCount: Int64(try number(5)), sha256: try row.optionalText(7), path: path)
      }.compactMap { $0 }
    }
  }

  /// Returns the two files of a Live Photo; none for a placeholder.
  public static func assetResources(for livePhoto: LivePhoto) -> [AssetResource] { livePhoto.resources }
}
