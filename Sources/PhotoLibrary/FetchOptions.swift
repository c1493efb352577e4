public import MediaCore

/// Which assets are meant. Stands for the predicates that `PHFetchOptions` understands.
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

/// What assets are put in order by. Stands for the sort descriptors that `PHFetchOptions` understands.
public struct AssetSortDescriptor: Sendable, Hashable {
  /// A property with an order.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// When it was taken; assets without a date come first.
    case creationDate
    /// When it was added to the library.
    case addedOrder = "id"
    /// When it was last changed.
    case modificationDate
    /// Its type.
    case mediaType
    /// Pixels in a row.
    case pixelWidth
    /// Rows.
    case pixelHeight
    /// Its length.
    case duration
    /// Whether it is marked; those that are not come first.
    case isFavorite
  }

  /// The property.
  public var key: Key
  /// Whether small values come first.
  public var ascending: Bool

  /// An order by a property.
  public init(_ key: Key, ascending: Bool = true) {
    self.key = key
    self.ascending = ascending
  }
}

/// Where assets come from. Stands for `PHAssetSourceType`.
public struct AssetSourceTypes: OptionSet, Sendable, Hashable {
  /// Apple's bits.
  public let rawValue: Int
  /// The sources with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The user's own library, which is all there is here.
  public static let userLibrary = Self(rawValue: 1)
  /// What others share over a network.
  public static let cloudShared = Self(rawValue: 2)
  /// What another program brought over from a computer.
  public static let iTunesSynced = Self(rawValue: 4)
}

/// Which assets are fetched, and in what order. Stands for `PHFetchOptions`.
public struct FetchOptions: Sendable, Hashable {
  /// Which are meant; `nil` for all.
  public var predicate: AssetPredicate?
  /// Their order: by the first, where that is equal by the second, and so on; at last in the order in which they
  /// were added to the library, or to the album.
  public var sortDescriptors: [AssetSortDescriptor] = []
  /// Whether hidden ones are among them. A fetch by identifiers always has them.
  public var includeHiddenAssets = false
  /// Sources; none means the usual one, the user's library. Of others nothing is ever found.
  public var includeAssetSourceTypes: AssetSourceTypes = []
  /// Whether a fetch by identifiers finds what is in the trash, too. Other fetches never do; the collection
  /// ``AssetCollection/SmartAlbum/recentlyDeleted`` has it.
  public var includeTrashedAssets = false
  /// The most that are fetched; 0 means all.
  public var fetchLimit = 0
  /// How many of the first ones are passed over.
  public var fetchOffset = 0
  /// Whether changes are told index by index. Otherwise whoever shows them loads everything again.
  public var wantsIncrementalChangeDetails = true

  /// The usual options.
  public init() {}
}
