public import MediaCore
import Synchronization

/// Changes to an asset that is there, in a change block. Stands for `PHAssetChangeRequest`.
///
/// Unchecked because it has a subclass: what that adds is locked as well.
public class AssetChangeRequest: @unchecked Sendable {
  let identifier: String
  /// The asset as it is; `nil` for one that is to be made.
  private let asset: Asset?
  private let changes = Mutex(AssetChanges())
  private let guarding: RequestGuard

  init(_ library: PhotoLibrary, _ call: String, identifier: String, asset: Asset?) {
    self.identifier = identifier
    self.asset = asset
    guarding = RequestGuard(library, call)
    guarding.block?.add { self.operation }
  }

  /// Changes to `asset`, which must be in the library when the block has ended.
  ///
  /// Outside of a change block of `library` this breaks the contract (`ContractRule.requestIsInBlock`), and
  /// the request has no effect.
  public convenience init(for asset: Asset, in library: PhotoLibrary) {
    self.init(library, "AssetChangeRequest.init", identifier: asset.localIdentifier, asset: asset)
  }

  /// Removes assets with all their files. Each must be there, else the whole block fails.
  public static func deleteAssets(_ assets: [Asset], in library: PhotoLibrary) {
    RequestGuard(library, "deleteAssets").block?.add { .delete(assets.map(\.localIdentifier)) }
  }

  /// Gives an asset a date and a place that its files do not tell, and a mark, in a change block. What somebody has set
  /// stays, and a revert brings back these.
  package static func supplement(
    _ asset: Asset, date: WallTime?, location: GeoLocation?, isFavorite: Bool, in library: PhotoLibrary
  ) {
    RequestGuard(library, "supplement").block?.add {
      var changes = AssetChanges()
      changes.otherwise = (date, location)
      if isFavorite { changes.isFavorite = true }
      return .change(asset.localIdentifier, changes)
    }
  }

  /// A Boolean value that indicates whether the user has marked the asset.
  public var isFavorite: Bool {
    get { changes.withLock { $0.isFavorite } ?? asset?.isFavorite ?? false }
    set { change("isFavorite") { $0.isFavorite = newValue } }
  }

  /// A Boolean value that indicates whether the asset is left out unless it is asked for.
  public var isHidden: Bool {
    get { changes.withLock { $0.isHidden } ?? asset?.isHidden ?? false }
    set { change("isHidden") { $0.isHidden = newValue } }
  }

  /// A sentence for people that says what is missing of the asset and why; `nil` for nothing.
  public var remark: String? {
    get { changes.withLock { $0.remark }.map { $0.isEmpty ? nil : $0 } ?? asset?.remark }
    set { change("remark") { $0.remark = newValue ?? "" } }
  }

  /// The date at which the asset was taken. Setting `nil` leaves it as it is; a new asset then gets the date that its
  /// files say, and the present if they say nothing.
  public var creationDate: WallTime? {
    get { changes.withLock { $0.creationDate } ?? asset?.creationDate }
    set { change("creationDate") { $0.creationDate = newValue } }
  }

  /// The place where the asset was taken. Setting `nil` takes the place away, and what the files say of it stays in
  /// them; a new asset that is given no place has the one that its files say.
  public var location: GeoLocation? {
    get { changes.withLock { $0.location } ?? asset?.location }
    set { change("location") { $0.location = .some(newValue) } }
  }

  private func change(_ name: String, _ body: (inout AssetChanges) -> Void) {
    if isOpen(name) { changes.withLock { body(&$0) } }
  }

  func isOpen(_ call: String) -> Bool { guarding.isOpen(call) }

  /// The operation that the request asks for, with all changes that were made to it.
  final var operation: ChangeOperation { operation(changes.withLock { $0 }) }

  func operation(_ changes: AssetChanges) -> ChangeOperation { .change(identifier, changes) }
}
