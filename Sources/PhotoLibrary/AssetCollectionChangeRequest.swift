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

  /// Returns a new album. Outside of a change block of `library` this is a violation of the contract.
  ///
  /// The block fails with 3300 for a title that shows nothing, holds control characters, or has more than 255 bytes.
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

  /// Gives the album another title, which is as that of a new album has to be.
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

  private static let longestTitle = 255

  /// Makes sure that people can tell an album by its title, on one line.
  static func check(_ title: String) throws(PhotosError) {
    let scalars = title.unicodeScalars
    func isOrder(_ scalar: Unicode.Scalar) -> Bool {
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    func isSeen(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "."
        && scalar != "/"
    }
    let fault: String
    if scalars.contains(where: isOrder) {
      fault = "It holds control characters, or more than one line."
    } else if !scalars.contains(where: isSeen) {
      fault = "There is nothing to read in it."
    } else if title.utf8.count > longestTitle {
      fault = "It has \(title.utf8.count) bytes, and \(longestTitle) are the most."
    } else {
      return
    }
    let shown = String(String.UnicodeScalarView(scalars.filter { !isOrder($0) }.prefix(64)))
    throw PhotosError(
      .changeNotSupported, context: "'\(shown)'", message: "This is no title of an album. \(fault) Give another.")
  }
}
