/// That a library has changed. What it means for something that was fetched is found out when it is asked for.
/// Stands for `PHChange`.
public struct LibraryChange: Sendable {
  let library: PhotoLibrary

  /// What has become of assets that were fetched; `nil` if nothing about them has changed.
  ///
  /// The new result is the library's present state: when several changes follow each other, the first one that is
  /// asked may tell all of them, and for the others there is nothing left to tell.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public func changeDetails(
    for result: FetchResult<Asset>
  ) throws(PhotosError) -> FetchResultChangeDetails<Asset>? {
    let after: FetchResult<Asset> = try library.fetch(result.query)
    return FetchResultChangeDetails(from: result, to: after) { $0.isUnchanged(since: $1) }
  }

  /// What has become of albums that were fetched; `nil` if nothing about them has changed.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public func changeDetails(
    for result: FetchResult<AssetCollection>
  ) throws(PhotosError) -> FetchResultChangeDetails<AssetCollection>? {
    let after: FetchResult<AssetCollection> = try library.fetch(result.query)
    return FetchResultChangeDetails(from: result, to: after) { $0.title == $1.title }
  }

  /// What has become of one asset; `nil` if nothing about it has changed.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public func changeDetails(for asset: Asset) throws(PhotosError) -> ObjectChangeDetails<Asset>? {
    let after = try Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], in: library).firstObject
    if after?.isUnchanged(since: asset) == true { return nil }
    return ObjectChangeDetails(objectBeforeChanges: asset, objectAfterChanges: after)
  }
}

/// What has become of one object. Stands for `PHObjectChangeDetails`.
public struct ObjectChangeDetails<Object: LibraryObject>: Sendable {
  /// As it was.
  public let objectBeforeChanges: Object
  /// As it is; `nil` once it is deleted.
  public let objectAfterChanges: Object?
  /// Whether it is gone.
  public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

extension ObjectChangeDetails where Object == Asset {
  /// Whether its pictures are others than they were, so that what was drawn of it must be drawn anew: a proxy was
  /// replaced by its finished photo. `false` for what only its description tells, and once it is deleted.
  public var assetContentChanged: Bool {
    objectAfterChanges.map { $0.contentVersion != objectBeforeChanges.contentVersion } ?? false
  }
}
