import FoundationEssentials
import MediaCore
import StillCoding

/// What a request asks for, once its block has ended.
enum ChangeOperation: Sendable {
  case create(AssetDraft)
  case change(String, AssetChanges)
  case delete([String])
  case replaceProxy(String, ResourceDraft)
  case createAlbum(String, AlbumChanges)
  case changeAlbum(String, AlbumChanges)
  case deleteAlbums([String])

  /// Whether being allowed to add is enough.
  var isAddition: Bool {
    if case .create = self { return true }
    return false
  }
}

/// What an asset is to be, besides what its files say. `nil` leaves a thing as it is.
struct AssetChanges: Sendable {
  var creationDate: WallTime?
  /// A place, or `.some(nil)` for none.
  var location: GeoLocation??
  var isFavorite: Bool?
  var isHidden: Bool?
}

/// An asset to be made.
struct AssetDraft: Sendable {
  let localIdentifier: String
  var resources: [ResourceDraft] = []
  var changes = AssetChanges()
}

/// A file that is to become part of an asset.
struct ResourceDraft: Sendable {
  enum Source: Sendable {
    case data([UInt8])
    case file(URL)
  }

  let type: ResourceType
  let source: Source
  let options: AssetResourceCreationOptions
}

/// What an album is to be.
struct AlbumChanges: Sendable {
  var title: String?
  /// Additions and removals in the order in which they were asked for.
  var steps: [(identifier: String, isAddition: Bool)] = []
}

/// What is said about a resource that is added. Stands for `PHAssetResourceCreationOptions`.
public struct AssetResourceCreationOptions: Sendable, Hashable {
  /// The file's name; by default the last part of its URL, or one that is made up. Folders in it are left out.
  public var originalFilename: String?
  /// What kind of file it is; by default what it shows to be. One that contradicts the file makes the change fail.
  public var uniformTypeIdentifier: String?
  /// Whether the file at the URL is taken instead of copied: nothing is duplicated on the same disk, and the old name
  /// goes once the change has been made, never before. A file with several names cannot be moved.
  public var shouldMoveFile = false

  /// The usual options: a copy under the name that it has.
  public init() {}
}
