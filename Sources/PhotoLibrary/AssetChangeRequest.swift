public import MediaCore
import Synchronization

/// Changes to an asset that is there, in a change block. Stands for `PHAssetChangeRequest`.
public final class AssetChangeRequest: ChangeRequest {
  private let identifier: String
  private let changes = Mutex(AssetChanges())
  private let asset: Asset
  private let guarding: RequestGuard

  /// Changes to `asset`, which must be in the library when the block has ended.
  ///
  /// Outside of a change block of `library` this breaks the contract (`ContractRule.requestIsInBlock`), and
  /// the request has no effect.
  public init(for asset: Asset, in library: PhotoLibrary) {
    identifier = asset.localIdentifier
    self.asset = asset
    guarding = RequestGuard(library, "AssetChangeRequest.init")
    guarding.block?.add(self)
  }

  /// Removes assets with all their files. Each must be there, else the whole block fails.
  public static func deleteAssets(_ assets: [Asset], in library: PhotoLibrary) {
    RequestGuard(library, "deleteAssets").block?.add(FixedRequest(.delete(assets.map(\.localIdentifier))))
  }

  /// Whether the user has marked it.
  public var isFavorite: Bool {
    get { changes.withLock { $0.isFavorite } ?? asset.isFavorite }
    set { change("isFavorite") { $0.isFavorite = newValue } }
  }

  /// Whether it is left out unless it is asked for.
  public var isHidden: Bool {
    get { changes.withLock { $0.isHidden } ?? asset.isHidden }
    set { change("isHidden") { $0.isHidden = newValue } }
  }

  /// When it was taken; `nil` leaves it as it is.
  public var creationDate: WallTime? {
    get { changes.withLock { $0.creationDate } ?? asset.creationDate }
    set { change("creationDate") { $0.creationDate = newValue } }
  }

  /// Where it was taken; `nil` takes the place away. What the files say of it stays in them.
  public var location: GeoLocation? {
    get { changes.withLock { $0.location } ?? asset.location }
    set { change("location") { $0.location = .some(newValue) } }
  }

  private func change(_ name: String, _ body: (inout AssetChanges) -> Void) {
    guard guarding.isOpen(name) else { return }
    changes.withLock { body(&$0) }
  }

  var operation: ChangeOperation { .change(identifier, changes.withLock { $0 }) }
}

/// A request that is complete when it is made.
struct FixedRequest: ChangeRequest {
  let operation: ChangeOperation
  init(_ operation: ChangeOperation) { self.operation = operation }
}
