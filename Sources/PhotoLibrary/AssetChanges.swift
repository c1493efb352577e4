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
  /// Where the request finds what came of it.
  var outcome: Outcome?

  final class Outcome: Sendable {
    private struct State {
      var duplicate: ChangeExecutor.Duplicate?
      var paths: [String] = []
    }

    private let state = Mutex(State())
    /// The asset that the new one turned out to be a duplicate of.
    var duplicate: String? { state.withLock { $0.duplicate?.identifier } }
    /// Whether that asset has got the new one's edited forms.
    var gotEdits: Bool { state.withLock { $0.duplicate?.gotEdits == true } }
    /// Where the asset's files are, in the order in which they were added.
    var paths: [String] { state.withLock(\.paths) }

    func set(duplicate: ChangeExecutor.Duplicate?, paths: [String]) {
      state.withLock { $0 = State(duplicate: duplicate, paths: paths) }
    }
  }
}
