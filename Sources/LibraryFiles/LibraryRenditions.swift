import ByteCoding
public import FileStorage
import LivePhotoFiles
import MediaCore
public import PhotoLibrary

/// The files that are made of a library's Live Photos to be given away, kept in its folder `renditions`, which may be
/// deleted at any time.
public struct LibraryRenditions: Sendable {
  /// The forms that a rendition can have.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A ZIP archive of still and movie.
    case zip
    /// Android's Motion Photo.
    case motionphoto
    /// An animation without sound.
    case gif
    /// The part of the movie whose ends are most alike, as MP4.
    case loop
    /// The movie forth and back, as MP4.
    case bounce

    fileprivate var fileExtension: String {
      switch self {
      case .zip: "zip"
      case .motionphoto: "MP.jpg"
      case .gif: "gif"
      case .loop: "loop.mp4"
      case .bounce: "mp4"
      }
    }
  }

  private let library: PhotoLibrary
  private let folders: any FileTree
  private let store: any FileStore

  /// Creates access to a library's renditions; none is made before it is asked for.
  public init(of library: PhotoLibrary, folders: any FileTree = DiskFiles(), store: any FileStore = DiskFiles()) {
    (self.library, self.folders, self.store) = (library, folders, store)
  }

  /// Returns the path of a rendition of an asset as it is shown now; it is made if it is not there. `name` is what
  /// files in an archive are called.
  /// - Throws: `PhotosError` when the asset has no movie; `LivePhotoError` when nothing can be made of it;
  ///   `FileStoreError` when it cannot be written.
  public func path(of kind: Kind, for asset: Asset, named name: String) async throws -> String {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    func first(_ types: [ResourceType]) -> AssetResource? {
      types.lazy.compactMap { type in resources.first { $0.type == type } }.first
    }
    let still = first([.fullSizePhoto, .photo, .photoProxy])
    guard let movie = first([.fullSizePairedVideo, .pairedVideo, .fullSizeVideo, .video]) else {
      throw PhotosError(
        .requestNotSupportedForAsset, context: asset.localIdentifier, message: "The asset has no movie.")
    }
    // The names of files are never used again: another edit has other renditions.
    let stem = FileNames.stem(of: movie.path)
    let folder = library.path + "/renditions/" + stem.prefix(2)
    let path = "\(folder)/\(stem).\(kind.fileExtension)"
    if folders.exists(path) { return path }
    try folders.makeFolder(folder)
    do { try await make(kind, asset, still, movie, name, path) } catch let error as FileStoreError
      where error.code == .existing
    {
      // Another request was faster.
    }
    return path
  }

  private func make(
    _ kind: Kind, _ asset: Asset, _ still: AssetResource?, _ movie: AssetResource, _ name: String, _ path: String
  ) async throws {
    switch kind {
    case .zip:
      let entries = try [still, movie].compactMap { $0 }.map { resource in
        ZipWriter.Entry(
          name + "." + FileNames.fileExtension(of: resource.path).uppercased(),
          ByteRope(try library.open(resource)), date: asset.creationDate ?? asset.modificationDate)
      }
      let archive = try ZipWriter(entries)
      try store.create(path) { write in try archive.write(write) }
    case .motionphoto:
      guard let still else {
        throw PhotosError(
          .requestNotSupportedForAsset, context: asset.localIdentifier, message: "The asset has no still.")
      }
      let rope = try MotionPhoto.rope(still: library.open(still), movie: library.open(movie))
      try store.create(path) { write in try rope.write(write) }
    case .gif, .loop, .bounce:
      var request = ExportRequest(pair: movie.path, format: kind == .gif ? .gif : .mp4)
      request.partner = still?.path
      (request.output, request.name) = (FileNames.folder(of: path), FileNames.stem(of: path))
      request.effect = MovieEffect(rawValue: kind.rawValue)
      if kind == .gif { request.width = 640 }
      _ = try await LivePhotoFiles(store: store).export(request)
    }
  }
}
