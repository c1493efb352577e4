import MediaCore
import Synchronization

/// The properties that an asset is to have, besides what its files say. `nil` leaves a property as it is.
struct AssetChanges: Sendable {
  var creationDate: WallTime?
  /// A place, or `.some(nil)` for none.
  var location: GeoLocation??
  /// The date and the place of a new asset, if neither its files nor the request tell; of one that is there, unless
  /// somebody has given it others.
  var otherwise: (date: WallTime?, location: GeoLocation?) = (nil, nil)
  /// The date of a new asset, if nothing else tells one.
  var guess: AssetDateGuess?
  var isFavorite: Bool?
  var isHidden: Bool?
  var isTrashed: Bool?
  /// A sentence that says what is missing of the asset, and why; empty for nothing.
  var remark: String?
  /// Indicates whether an asset is left out whose files are in the library already.
  var skipsDuplicates = false
  /// The object in which the request finds what came of it.
  var outcome: Outcome?

  final class Outcome: Sendable {
    private struct State {
      var duplicate: ChangeExecutor.Duplicate?
      var versionOf: String?
      var mended: [String] = []
      var paths: [String] = []
      var dateSource: AssetDateSource?
    }

    private let state = Mutex(State())
    /// The asset that the new one turned out to be a duplicate of.
    var duplicate: ChangeExecutor.Duplicate? { state.withLock(\.duplicate) }
    /// The asset with the same original files and other edited forms, which the new one is a version of.
    var versionOf: String? { state.withLock(\.versionOf) }
    /// The names of the duplicate's files that were gone or damaged, and have been put back.
    var mended: [String] { state.withLock(\.mended) }
    /// The paths of the asset's files, in the order in which they were added.
    var paths: [String] { state.withLock(\.paths) }
    /// What tells the new asset's date; `nil` for its main file.
    var dateSource: AssetDateSource? { state.withLock(\.dateSource) }

    func set(
      duplicate: ChangeExecutor.Duplicate?, versionOf: String?, mended: [String], paths: [String],
      dateSource: AssetDateSource?
    ) {
      state.withLock {
        $0 = State(
          duplicate: duplicate, versionOf: versionOf, mended: mended, paths: paths, dateSource: dateSource)
      }
    }
  }
}
