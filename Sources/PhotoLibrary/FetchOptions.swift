/// The selection of the assets that are fetched, and their order. Stands for `PHFetchOptions`.
public struct FetchOptions: Sendable, Hashable {
  /// The condition for the assets; `nil` for all.
  public var predicate: AssetPredicate?
  /// Their order: by the first, where that is equal by the second, and so on; at last in the order in which they
  /// were added to the library, or to the album.
  public var sortDescriptors: [AssetSortDescriptor] = []
  /// A Boolean value that indicates whether hidden assets are found, too. A fetch by identifiers always has them.
  public var includeHiddenAssets = false
  /// Sources; none means the usual one, the user's library. Of others nothing is ever found.
  public var includeAssetSourceTypes: AssetSourceTypes = []
  /// A Boolean value that indicates whether a fetch by identifiers finds what is in the trash, too. Other fetches never
  /// do; the collection ``AssetCollection/SmartAlbum/recentlyDeleted`` has it.
  public var includeTrashedAssets = false
  /// The most that are fetched; 0 means all.
  public var fetchLimit = 0
  /// The number of assets at the beginning that are passed over.
  public var fetchOffset = 0
  /// A Boolean value that indicates whether changes are told index by index. Otherwise whoever shows them loads
  /// everything again.
  public var wantsIncrementalChangeDetails = true

  /// Creates the usual options.
  public init() {}
}
