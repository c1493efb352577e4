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
  /// What it is.
  public let mediaType: AssetMediaType
  /// What is special about it; ``MediaSubtypes/photoLive`` for Live Photos.
  public let mediaSubtypes: MediaSubtypes
  /// How it is shown.
  public let playbackStyle: PlaybackStyle
  /// Pixels in a row, as it is seen upright.
  public let pixelWidth: Int
  /// Rows, as it is seen upright.
  public let pixelHeight: Int
  /// When it was taken: the start of its exposure, or of its first picture. `nil` if nobody knows.
  public let creationDate: WallTime?
  /// When it was last changed in the library.
  public let modificationDate: WallTime
  /// How long it is; 0 for photos, also for Live Photos.
  public let duration: MediaTime
  /// Where it was taken, if that is told.
  public let location: GeoLocation?
  /// Whether the user has marked it.
  public let isFavorite: Bool
  /// Whether it is left out unless it is asked for.
  public let isHidden: Bool
  /// When it was put into the trash; `nil` if it is not there.
  public let trashedDate: WallTime?
  /// What is missing of it and why, such as a movie that failed; `nil` if nothing is.
  public let remark: String?
  /// Whether its photo is still the proxy of one that is finished later.
  public let isUnfinished: Bool
  /// Whether it has the samples of a sensor, alone or beside its photo.
  public let hasRaw: Bool
  /// Its number in the database.
  let id: Int64
  /// Whether it is among those that a program with limited access may see.
  let isSelected: Bool
  /// How often its files were replaced.
  let contentVersion: Int64

  /// Whether it is a Live Photo.
  public var isLivePhoto: Bool { mediaSubtypes.contains(.photoLive) }

  /// Whether both are the same asset, be it as it was at different times.
  public static func == (left: Asset, right: Asset) -> Bool { left.localIdentifier == right.localIdentifier }

  /// Whether this is the asset that the placeholder stood for.
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
  /// What the new thing will be called, and is, once the change has been made.
  public let localIdentifier: String

  /// Whether this stood for the asset.
  public static func == (placeholder: ObjectPlaceholder, asset: Asset) -> Bool { asset == placeholder }

  /// Whether this stood for the collection.
  public static func == (placeholder: ObjectPlaceholder, collection: AssetCollection) -> Bool {
    placeholder.localIdentifier == collection.localIdentifier
  }
}
