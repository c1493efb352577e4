public import MediaCore

/// A condition that selects assets. Stands for the predicates that `PHFetchOptions` understands.
public indirect enum AssetPredicate: Sendable, Hashable {
  /// Assets of a type.
  case mediaType(AssetMediaType)
  /// Assets with all of these subtypes.
  case mediaSubtypes(MediaSubtypes)
  /// Assets that are marked, or that are not.
  case isFavorite(Bool)
  /// Assets that are hidden, or that are not. Hidden ones must be asked for besides:
  /// ``FetchOptions/includeHiddenAssets``.
  case isHidden(Bool)
  /// Assets that were taken at an instant or later.
  case takenFrom(WallTime)
  /// Assets that were taken before an instant.
  case takenBefore(WallTime)
  /// Assets at least as long as this.
  case lasting(MediaTime)
  /// Assets of which something is missing, or that are not finished: a proxy stands for their photo, or their movie has
  /// failed; or assets that are whole.
  case isUnfinished(Bool)
  /// Assets with the samples of a sensor, or without.
  case hasRaw(Bool)
  /// Assets of which all of these hold; every asset if there are none.
  case all([AssetPredicate])
  /// Assets of which one of these holds; no asset if there are none.
  case any([AssetPredicate])
  /// Assets of which this does not hold.
  case not(AssetPredicate)
}

/// An order of assets by one of their properties. Stands for the sort descriptors that `PHFetchOptions` understands.
public struct AssetSortDescriptor: Sendable, Hashable {
  /// A property with an order.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// The date at which an asset was taken; assets without a date come first.
    case creationDate
    /// The order in which assets were added to the library.
    case addedOrder = "id"
    /// The date at which an asset was last changed.
    case modificationDate
    /// The type of an asset.
    case mediaType
    /// The number of pixels in a row.
    case pixelWidth
    /// The number of rows.
    case pixelHeight
    /// The length of an asset.
    case duration
    /// The user's mark; assets without it come first.
    case isFavorite
  }

  /// The property.
  public var key: Key
  /// A Boolean value that indicates whether small values come first.
  public var ascending: Bool

  /// An order by a property.
  public init(_ key: Key, ascending: Bool = true) {
    self.key = key
    self.ascending = ascending
  }
}

/// The sources that assets come from. Stands for `PHAssetSourceType`.
public struct AssetSourceTypes: OptionSet, Sendable, Hashable {
  /// Apple's bits.
  public let rawValue: Int
  /// The sources with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The user's own library, which is all there is here.
  public static let userLibrary = Self(rawValue: 1)
  /// Assets that others share over a network.
  public static let cloudShared = Self(rawValue: 2)
  /// Assets that another program brought over from a computer.
  public static let iTunesSynced = Self(rawValue: 4)
}

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

  /// The usual options.
  public init() {}
}
