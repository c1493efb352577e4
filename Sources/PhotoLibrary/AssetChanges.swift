import MediaCore
import Synchronization

/// What an asset is to be, besides what its files say. `nil` leaves a thing as it is.
struct AssetChanges: Sendable {
  var creationDate: WallTime?
  /// A place, or `.some(nil)` for none.
  var location: GeoLocation??
  var isFavorite: Bool?
  var isHidden: Bool?
  var isTrashed: Bool?
  /// What is missing of the asset, and why; empty for nothing.
  var remark: String?
  /// Whether an asset is left out whose files are in the library already.
  var skipsDuplicates = false
  /// Where the request finds the asset that the new one turned out to be a duplicate of.
  var outcome: Outcome?

  final class Outcome: Sendable {
    private let duplicate = Mutex<String?>(nil)
    var value: String? {
      get { duplicate.withLock { $0 } }
      set { duplicate.withLock { $0 = newValue } }
    }
  }
}
