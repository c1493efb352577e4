/// A change of a library. Its effect on objects that were fetched is found out when it is asked for. Stands for
/// `PHChange`.
public struct LibraryChange: Sendable {
  let library: PhotoLibrary

  /// Returns the changes of assets that were fetched; `nil` if nothing about them has changed.
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

  /// Returns the changes of albums that were fetched; `nil` if nothing about them has changed.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public func changeDetails(
    for result: FetchResult<AssetCollection>
  ) throws(PhotosError) -> FetchResultChangeDetails<AssetCollection>? {
    let after: FetchResult<AssetCollection> = try library.fetch(result.query)
    return FetchResultChangeDetails(from: result, to: after) { $0.title == $1.title }
  }

  /// Returns the changes of one asset; `nil` if nothing about it has changed.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public func changeDetails(for asset: Asset) throws(PhotosError) -> ObjectChangeDetails<Asset>? {
    let after = try Asset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], in: library).firstObject
    if after?.isUnchanged(since: asset) == true { return nil }
    return ObjectChangeDetails(objectBeforeChanges: asset, objectAfterChanges: after)
  }
}

/// The changes of one object. Stands for `PHObjectChangeDetails`.
public struct ObjectChangeDetails<Object: LibraryObject>: Sendable {
  /// The object as it was.
  public let objectBeforeChanges: Object
  /// The object as it is; `nil` once it is deleted.
  public let objectAfterChanges: Object?
  /// A Boolean value that indicates whether the object is deleted.
  public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

extension ObjectChangeDetails where Object == Asset {
  /// A Boolean value that indicates whether the asset's pictures are others than they were, so that what was drawn of
  /// it must be drawn anew: a proxy was replaced by its finished photo. `false` for a change of its description alone,
  /// and once the asset is deleted.
  public var assetContentChanged: Bool {
    objectAfterChanges.map { $0.contentVersion != objectBeforeChanges.contentVersion } ?? false
  }
}
