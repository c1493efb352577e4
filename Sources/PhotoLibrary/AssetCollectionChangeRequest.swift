import Synchronization

/// A new album, or changes to one that is there, in a change block. Stands for `PHAssetCollectionChangeRequest`.
public final class AssetCollectionChangeRequest: Sendable {
  private let identifier: String
  private let isNew: Bool
  private let changes: Mutex<AlbumChanges>
  private let guarding: RequestGuard

  private init(_ library: PhotoLibrary, identifier: String, isNew: Bool, title: String?, _ operation: String) {
    self.identifier = identifier
    self.isNew = isNew
    changes = Mutex(AlbumChanges(title: title))
    guarding = RequestGuard(library, operation)
    guarding.block?.add { .album(identifier, self.changes.withLock { $0 }, isNew: isNew) }
  }

  /// A new album. Outside of a change block of `library` this is a violation of the contract.
  public static func creationRequestForAssetCollection(
    withTitle title: String, in library: PhotoLibrary
  ) -> AssetCollectionChangeRequest {
    AssetCollectionChangeRequest(
      library, identifier: library.environment.makeIdentifier() + "/L0/040", isNew: true, title: title,
      "creationRequestForAssetCollection")
  }

  /// Changes to an album. The library's own collections cannot be changed: the block fails.
  ///
  /// Outside of a change block of `library` this is a violation of the contract.
  public convenience init(for collection: AssetCollection, in library: PhotoLibrary) {
    self.init(
      library, identifier: collection.localIdentifier, isNew: false, title: nil, "AssetCollectionChangeRequest.init")
  }

  /// Removes albums; the assets in them stay.
  public static func deleteAssetCollections(_ collections: [AssetCollection], in library: PhotoLibrary) {
    RequestGuard(library, "deleteAssetCollections").block?.add { .deleteAlbums(collections.map(\.localIdentifier)) }
  }

  /// Stands for the album, in this block and afterwards.
  public var placeholderForCreatedAssetCollection: ObjectPlaceholder? {
    isNew ? ObjectPlaceholder(localIdentifier: identifier) : nil
  }

  /// Gives the album another title.
  public func setTitle(_ title: String) { change("setTitle") { $0.title = title } }

  /// Adds assets, or placeholders of this block, at the end; those that are in the album stay where they are.
  public func addAssets(_ assets: [any LibraryObject]) {
    change("addAssets") { $0.steps += assets.map { ($0.localIdentifier, true) } }
  }

  /// Takes assets out of the album; they stay in the library.
  public func removeAssets(_ assets: [any LibraryObject]) {
    change("removeAssets") { $0.steps += assets.map { ($0.localIdentifier, false) } }
  }

  private func change(_ name: String, _ body: (inout AlbumChanges) -> Void) {
    guard guarding.isOpen(name) else { return }
    changes.withLock { body(&$0) }
  }
}

struct AlbumChanges: Sendable {
  var title: String?
  /// Additions and removals in the order in which they were asked for.
  var steps: [(identifier: String, isAddition: Bool)] = []
}
