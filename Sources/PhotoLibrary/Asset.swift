public import MediaCore

/// Something in a library that has an identifier: an asset, a collection, or the placeholder of one to come.
///
/// Stands for `PHObject`. Two of them are equal when their identifiers are, whatever else is known of them.
public protocol LibraryObject: Sendable {
  /// Names it in its library, for ever.
  var localIdentifier: String { get }
}

/// A photo, Live Photo or movie of a library, as it was when it was fetched. Stands for `PHAsset`.
public struct Asset: LibraryObject, Hashable {
  /// Names it in its library, for ever.
  public let localIdentifier: String
  /// Whether the asset is a photo or a movie.
  public let mediaType: AssetMediaType
  /// The special properties of the asset; ``MediaSubtypes/photoLive`` for Live Photos.
  public let mediaSubtypes: MediaSubtypes
  /// The manner in which the asset is shown.
  public let playbackStyle: PlaybackStyle
  /// Pixels in a row, as it is seen upright.
  public let pixelWidth: Int
  /// Rows, as it is seen upright.
  public let pixelHeight: Int
  /// The date at which the asset was taken: the start of its exposure, or of its first picture. `nil` if nobody knows.
  public let creationDate: WallTime?
  /// What tells ``creationDate``, where the asset's still or movie does not; `nil` where it does, and where somebody
  /// has given the asset its date.
  public let dateSource: AssetDateSource?
  /// The date at which the asset was last changed in the library.
  public let modificationDate: WallTime
  /// The length of the asset; 0 for photos, also for Live Photos.
  public let duration: MediaTime
  /// The place where the asset was taken; `nil` if nothing tells it.
  public let location: GeoLocation?
  /// A Boolean value that indicates whether the user has marked the asset.
  public let isFavorite: Bool
  /// A Boolean value that indicates whether the asset is left out unless it is asked for.
  public let isHidden: Bool
  /// The date at which the asset was put into the trash; `nil` if it is not there.
  public let trashedDate: WallTime?
  /// A sentence that says what is missing of the asset and why, such as a movie that failed; `nil` if nothing is.
  public let remark: String?
  /// A Boolean value that indicates whether the asset's photo is still the proxy of one that is finished later.
  public let isUnfinished: Bool
  /// A Boolean value that indicates whether the asset has the samples of a sensor, alone or beside its photo.
  public let hasRaw: Bool
  /// A Boolean value that indicates whether an edited form of the asset is shown.
  public let hasAdjustments: Bool
  /// The date and place that the asset came with; `nil` if nobody has given it others.
  package let origin: AssetOrigin?
  /// Its number in the database.
  let id: Int64
  /// Indicates whether the asset is among those that a program with limited access may see.
  let isSelected: Bool
  /// The number of times that the asset's files were replaced.
  let contentVersion: Int64

  /// A Boolean value that indicates whether the asset is a Live Photo.
  public var isLivePhoto: Bool { mediaSubtypes.contains(.photoLive) }

  /// Returns whether both are the same asset, be it as it was at different times.
  public static func == (left: Asset, right: Asset) -> Bool { left.localIdentifier == right.localIdentifier }

  /// Returns whether this is the asset that the placeholder stood for.
  public static func == (asset: Asset, placeholder: ObjectPlaceholder) -> Bool {
    asset.localIdentifier == placeholder.localIdentifier
  }

  /// Adds the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(localIdentifier) }

  func isUnchanged(since other: Asset) -> Bool {
    localIdentifier == other.localIdentifier && mediaType == other.mediaType && mediaSubtypes == other.mediaSubtypes
      && pixelWidth == other.pixelWidth && pixelHeight == other.pixelHeight && creationDate == other.creationDate
      && modificationDate == other.modificationDate && duration == other.duration && location == other.location
      && isFavorite == other.isFavorite && isHidden == other.isHidden && contentVersion == other.contentVersion
      && trashedDate == other.trashedDate && remark == other.remark && isUnfinished == other.isUnfinished
      && hasRaw == other.hasRaw
  }
}

/// Stands for an asset or a collection from its request on, before it is there. Stands for `PHObjectPlaceholder`.
public struct ObjectPlaceholder: LibraryObject, Hashable {
  /// The identifier that the new object will have, and has once the change has been made.
  public let localIdentifier: String

  /// Returns whether this placeholder stood for the asset.
  public static func == (placeholder: ObjectPlaceholder, asset: Asset) -> Bool { asset == placeholder }

  /// Returns whether this placeholder stood for the collection.
  public static func == (placeholder: ObjectPlaceholder, collection: AssetCollection) -> Bool {
    placeholder.localIdentifier == collection.localIdentifier
  }
}
