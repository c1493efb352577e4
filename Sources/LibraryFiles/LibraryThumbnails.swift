public import ByteCoding
public import FileStorage
import LivePhotoFiles
import MediaCore
public import PhotoLibrary

/// Small pictures of a library's assets, kept in its folder `thumbnails`, which may be deleted at any time.
public struct LibraryThumbnails: Sendable {
  private let library: PhotoLibrary
  private let folders: any FileTree
  private let store: any FileStore

  /// Creates access to a library's thumbnails; none is made before it is asked for.
  public init(of library: PhotoLibrary, folders: any FileTree = DiskFiles(), store: any FileStore = DiskFiles()) {
    (self.library, self.folders, self.store) = (library, folders, store)
  }

  /// Returns the path of a JPEG of an asset as it is shown now, upright, in a square of `side` pixels; it is made if it
  /// is not there. Of a movie it is the first picture.
  /// - Throws: `PhotosError` when the asset has no file, or one without a picture that is read here, such as a RAW
  ///   photo alone, or when the library cannot be changed; `FileStoreError` when it cannot be written.
  public func path(for asset: Asset, side: Int = 512) throws -> String {
    let shown = try shown(asset)
    let path = path(of: shown, side)
    if folders.exists(path) { return path }
    let jpeg = try jpeg(of: shown, side)
    guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
    try keep(jpeg, at: path)
    return path
  }

  /// Returns the bytes of the JPEG that ``path(for:side:)`` has, and its path, also where it cannot be kept: in a
  /// library that cannot be changed, and on a full disk.
  /// - Throws: `PhotosError` as that; `FileStoreError` when the store of the originals does not answer.
  public func bytes(for asset: Asset, side: Int = 512) throws -> (path: String, source: any ByteSource) {
    let shown = try shown(asset)
    let path = path(of: shown, side)
    if folders.exists(path) { return (path, try folders.open(path)) }
    let jpeg = try jpeg(of: shown, side)
    // One that is not kept is made again when it is asked for.
    if !library.isReadOnly { try? keep(jpeg, at: path) }
    return (path, ArrayBytes(jpeg, name: path))
  }

  private func shown(_ asset: Asset) throws -> AssetResource {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    let types: [ResourceType] = [.fullSizePhoto, .fullSizeVideo, .photo, .photoProxy, .video]
    guard let shown = types.lazy.compactMap({ type in resources.first { $0.type == type } }).first else {
      throw PhotosError(.missingResource, context: asset.localIdentifier, message: "The asset has no file to show.")
    }
    return shown
  }

  /// The names of files are never used again: another edit has another thumbnail.
  private func path(of shown: AssetResource, _ side: Int) -> String {
    let name = FileNames.stem(of: shown.path)
    return "\(library.path)/thumbnails/\(name.prefix(2))/\(name)-\(side).jpg"
  }

  private func jpeg(of shown: AssetResource, _ side: Int) throws -> [UInt8] {
    do {
      let source = try library.open(shown)
      return [.video, .fullSizeVideo].contains(shown.type)
        ? try PosterPicture.jpeg(ofMovie: source, side: side) : try PosterPicture.jpeg(ofStill: source, side: side)
    } catch {
      // A store that does not answer, or refuses, says nothing of the file.
      if let error = error as? FileStoreError, [.unreachable, .accessDenied].contains(error.code) { throw error }
      throw PhotosError(
        .requestNotSupportedForAsset, context: shown.originalFilename, message: "No small picture can be made of it.",
        cause: error)
    }
  }

  private func keep(_ jpeg: [UInt8], at path: String) throws {
    try folders.makeFolder(FileNames.folder(of: path))
    do { try store.create(path, jpeg) } catch let error as FileStoreError where error.code == .existing {
      // Another program was faster.
    }
  }
}
