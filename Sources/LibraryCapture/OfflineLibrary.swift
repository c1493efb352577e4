public import FileStorage
import LiveCapture
public import PhotoLibrary
import Shooting

/// A library beside one whose catalogue is on a server, in its folder `offline`: captures go there while the server is
/// away, and move into the shared library when it is back.
public struct OfflineLibrary: Sendable {
  /// The library that captures wait in.
  public let library: PhotoLibrary

  /// Returns the path at which captures of a shared library wait, whose files are in `folder`.
  public static func path(in folder: String) -> String { folder + "/offline" }

  /// Returns whether a shared library, whose files are in `folder`, has an offline library: captures wait there, or
  /// once did.
  public static func exists(in folder: String, _ files: any FileSource = DiskFiles()) -> Bool {
    files.exists(path(in: folder) + "/library.sqlite")
  }

  /// Opens the library, or makes it. The user is not asked for permission, because the program accesses only its own
  /// photos.
  /// - Throws: `PhotosError` when it cannot be written.
  public init(in folder: String, environment: LibraryEnvironment) throws(PhotosError) {
    var environment = environment
    environment.authorization = .fixed(.authorized)
    environment.openStore = nil
    library = try PhotoLibrary(at: Self.path(in: folder), environment: environment)
  }

  /// Returns the number of captures that wait.
  /// - Throws: `PhotosError` when the library cannot be read.
  public func waitingCount() throws(PhotosError) -> Int { try Asset.fetchAssets(in: library).count }

  /// The same draft with second names of its files, in this library's folder.
  func spare(_ draft: LibraryDraft, from shared: PhotoLibrary) throws(PhotosError) -> LibraryDraft {
    var spare = draft
    spare.resources = try draft.resources.map { resource throws(PhotosError) in
      let path = library.stagingPath(extension: String(resource.path.split(separator: ".").last ?? "dat"))
      do throws(FileStoreError) {
        guard try shared.environment.files.link(resource.path, to: path) else {
          throw FileStoreError(
            .system, path: path, operation: "link",
            message: "the library's file system has no second names of files")
        }
      } catch {
        throw PhotosError(.internalError, context: path, message: "A file could not be kept.", cause: error)
      }
      return LibraryDraft.Resource(resource.type, at: path, name: resource.name)
    }
    return spare
  }

  /// Moves captures into the shared library, a few at a time: each is in one of them whatever ends the process, and
  /// never twice in the shared one. Another process that is at it is left to it. Returns how many were moved.
  /// - Throws: `PhotosError` 3169 when the server is away again; what has not been moved goes on waiting.
  @discardableResult
  public func move(to shared: PhotoLibrary) throws -> Int {
    let files = library.environment.files
    guard let lock = try files.lockFolder(library.path + "/resources") else { return 0 }
    defer { withExtendedLifetime(lock) {} }
    try moveDeferred(to: shared, files)
    var count = 0
    var options = FetchOptions()
    options.includeHiddenAssets = true
    try Asset.forEachPage(of: .smartAlbum(.userLibrary), in: library, options: options, pageSize: Self.batchSize) {
      assets in
      let drafts = try assets.map { asset in
        var draft = LibraryDraft(
          try AssetResource.assetResources(for: asset, in: library).map {
            LibraryDraft.Resource($0.type, at: $0.path, name: $0.originalFilename)
          }, remark: asset.remark)
        draft.creationDate = asset.creationDate
        draft.isFavorite = asset.isFavorite
        return draft
      }
      // A process that died after this has them twice, until the next one finds the duplicates.
      try LibraryDraft.addAndWait(drafts, to: shared, skippingDuplicates: true)
      try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets(assets, in: library) }
      // Their stills are finished in the shared library.
      try library.forget(library.deletedProxies())
      count += assets.count
    }
    return count
  }

  private static let batchSize = 16

  /// Moves the files that stills are finished from later into the shared library, along with their proxies.
  private func moveDeferred(to shared: PhotoLibrary, _ files: any FileTree) throws {
    let (old, new) = (LibraryPairs.deferredFolder(of: library), LibraryPairs.deferredFolder(of: shared))
    guard files.exists(old) else { return }
    try files.makeFolder(new)
    for name in try files.names(in: old) where name.hasSuffix("." + FolderDeferredStorage.fileExtension) {
      try files.rename(old + "/" + name, to: new + "/" + name)
    }
    try files.syncFolder(new)
  }
}
