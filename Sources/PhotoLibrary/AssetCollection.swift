/// An album, as it was when it was fetched, or a collection that the library itself makes. Stands for
/// `PHAssetCollection`.
public struct AssetCollection: LibraryObject, Hashable {
  /// The collections that follow from what assets are. Stands for `PHAssetCollectionSubtype`.
  public enum SmartAlbum: Int, Sendable, Hashable, CaseIterable {
    /// Movies.
    case videos = 202
    /// Assets that the user has marked.
    case favorites = 203
    /// The hidden assets, which are shown all the same.
    case hidden = 205
    /// Everything.
    case userLibrary = 209
    /// Live Photos.
    case livePhotos = 213
    /// Photos with the samples of a sensor.
    case raw = 217
    /// Photos of which something is missing, or whose finished photo is still to come.
    case unfinished = 218
    /// Assets in the trash.
    case recentlyDeleted = 1_000_000_201
  }

  /// Names it in its library, for ever.
  public let localIdentifier: String
  /// The name that the user has given the collection.
  public let title: String
  /// The kind of a collection that the library itself makes; `nil` for albums.
  public let smartAlbum: SmartAlbum?

  /// Returns whether both are the same collection, be it as it was at different times.
  public static func == (left: AssetCollection, right: AssetCollection) -> Bool {
    left.localIdentifier == right.localIdentifier
  }

  /// Adds the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(localIdentifier) }

  /// One of the library's own collections; it is always there, if empty.
  public static func smartAlbum(_ kind: SmartAlbum) -> AssetCollection {
    AssetCollection(localIdentifier: "smart-\(kind.rawValue)/L0/040", title: kind.title, smartAlbum: kind)
  }
}

extension AssetCollection.SmartAlbum {
  var title: String { traits.title }
  var predicate: AssetPredicate? { traits.predicate }

  private var traits: (title: String, predicate: AssetPredicate?) {
    switch self {
    case .videos: ("Videos", .mediaType(.video))
    case .favorites: ("Favorites", .isFavorite(true))
    case .hidden: ("Hidden", .isHidden(true))
    case .userLibrary: ("Library", nil)
    case .livePhotos: ("Live Photos", .mediaSubtypes(.photoLive))
    case .raw: ("RAW", .hasRaw(true))
    case .unfinished: ("Unfinished", .isUnfinished(true))
    case .recentlyDeleted: ("Recently Deleted", nil)
    }
  }
}
