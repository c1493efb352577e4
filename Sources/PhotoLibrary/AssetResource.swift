import GRDB

/// A file of an asset. Stands for `PHAssetResource`.
public struct AssetResource: Sendable, Hashable {
  /// What part of the asset it is.
  public let type: ResourceType
  /// What it was called when it came: for whoever gives it away again. It may contain anything but slashes.
  public let originalFilename: String
  /// What kind of file it is, such as `public.jpeg`.
  public let uniformTypeIdentifier: String
  /// The asset; empty for a Live Photo that was made of files.
  public let assetLocalIdentifier: String
  /// Pixels in a row as it is seen upright; 0 if it has none.
  public let pixelWidth: Int
  /// Rows as it is seen upright.
  public let pixelHeight: Int
  /// The number of bytes.
  public let byteCount: Int64
  let path: String

  /// The files of an asset: photo before movie, originals before what was made of them. None when the asset is gone,
  /// or must not be read.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public static func assetResources(
    for asset: Asset, in library: PhotoLibrary
  ) throws(PhotosError) -> [AssetResource] {
    // An asset that may not be seen any more has no files either.
    guard try !Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], in: library).isEmpty else { return [] }
    let sql = """
      SELECT resource.type, resource.originalFilename, resource.uniformTypeIdentifier, resource.pixelWidth,
        resource.pixelHeight, resource.byteCount, resource.fileName
      FROM resource JOIN asset ON asset.id = resource.assetID WHERE asset.localIdentifier = ? ORDER BY resource.type
      """
    return try library.read { db in
      try Row.fetchAll(db, sql: sql, arguments: [asset.localIdentifier]).compactMap { row in
        func number(_ index: Int) throws -> Int { Int(clamping: max(0, try row.decode(Int64.self, atIndex: index))) }
        guard let type = ResourceType(rawValue: try number(0)),
          let path = library.folder.path(of: try row.decode(String.self, atIndex: 6))
        else { return nil }
        return AssetResource(
          type: type, originalFilename: try row.decode(String.self, atIndex: 1),
          uniformTypeIdentifier: try row.decode(String.self, atIndex: 2),
          assetLocalIdentifier: asset.localIdentifier, pixelWidth: try number(3), pixelHeight: try number(4),
          byteCount: Int64(try number(5)), path: path)
      }
    }
  }

  /// The two files of a Live Photo; none for a placeholder.
  public static func assetResources(for livePhoto: LivePhoto) -> [AssetResource] { livePhoto.resources }
}
