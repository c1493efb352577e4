import ByteCoding
public import FileStorage
import LivePhotoFiles
import MediaCore
import MovieCoding
public import PhotoLibrary
import StillCoding

/// Gives files of a photo library away: copies of originals or of what was made of them, in the forms that others take.
public struct LibraryExporter: Sendable {
  /// The forms of a Live Photo.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A still and a movie of one name, as phones give them away.
    case pair
    /// A `.pvt` folder, which AirDrop keeps together.
    case bundle
    /// Android's Motion Photo.
    case motionphoto
    /// A ZIP archive.
    case zip
  }

  /// The library.
  public let library: PhotoLibrary
  /// What is written.
  public var format = Format.pair
  /// Whether originals are given away even where there are edited forms: as ``Format/pair``, the files that were imported,
  /// byte for byte.
  public var isOriginal = false
  private let folders: any FileTree
  private let store: any FileStore

  /// An exporter out of a library.
  public init(from library: PhotoLibrary, folders: any FileTree = DiskFiles(), store: any FileStore = DiskFiles()) {
    (self.library, self.folders, self.store) = (library, folders, store)
  }

  /// Writes an asset into a folder, which is made if it is not there; returns the paths. Nothing is overwritten: a name that
  /// is taken gets a number.
  /// - Throws: `PhotosError` when the asset or its files are gone; `FileStoreError` when a file cannot be written;
  ///   `LivePhotoError` when no Motion Photo can be made of it. Then nothing of it is there.
  public func export(_ asset: Asset, to folder: String) throws -> [String] {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    guard let main = shown(resources, [.fullSizePhoto, .fullSizeVideo], [.photo, .photoProxy, .video]) else {
      throw PhotosError(.missingResource, context: asset.localIdentifier, message: "The asset has no file to export.")
    }
    let movie = try movie(of: main, resources)
    let imported = imported(resources)
    try folders.makeFolder(folder)
    // An edited form is called as the original is.
    let original = resources.first { [.photo, .photoProxy, .video].contains($0.type) } ?? main
    let stem = FileNames.stem(of: Self.harmless(original.originalFilename))
    for number in 0..<10_000 {
      let mark = number == 0 ? "" : " (\(number))"
      do {
        guard imported.isEmpty else { return try writeImported(imported, to: folder, mark) }
        return try write(asset, main, movie, alternates(resources), FileNames.path(folder, stem + mark))
      } catch let error as FileStoreError where error.code == .existing { continue }
    }
    throw PhotosError(
      .internalError, context: folder, message: "Every name like \(stem) is taken. Choose another folder.")
  }

  private func shown(_ resources: [AssetResource], _ edited: [ResourceType], _ originals: [ResourceType])
    -> AssetResource?
  {
    ((isOriginal ? [] : edited) + originals).lazy.compactMap { type in resources.first { $0.type == type } }.first
  }

  /// The movie that plays behind a still: an edited still without one of its own may be none of a Live Photo's any more.
  private func movie(of main: AssetResource, _ resources: [AssetResource]) throws -> AssetResource? {
    guard let movie = shown(resources, [.fullSizePairedVideo], [.pairedVideo]) else { return nil }
    guard main.type == .fullSizePhoto, movie.type == .pairedVideo else { return movie }
    let identifier = try StillFile.read(open(main)).contentIdentifier
    return try identifier != nil && identifier == MovieReader().read(open(movie)).contentIdentifier ? movie : nil
  }

  /// The files as they were imported, where those of the asset were made of them, and the format takes them.
  private func imported(_ resources: [AssetResource]) -> [AssetResource] {
    guard isOriginal, resources.contains(where: \.type.isImported) else { return [] }
    if let file = resources.first(where: { $0.type == .importedFile }) {
      let isMotionPhoto = file.uniformTypeIdentifier != "public.zip-archive"
      return format == .pair || format == .motionphoto && isMotionPhoto ? [file] : []
    }
    func first(_ types: [ResourceType]) -> AssetResource? {
      types.lazy.compactMap { type in resources.first { $0.type == type } }.first
    }
    guard format == .pair else { return [] }
    return [first([.importedPhoto, .photo]), first([.importedPairedVideo, .pairedVideo])].compactMap { $0 }
      + alternates(resources)
  }

  private func alternates(_ resources: [AssetResource]) -> [AssetResource] {
    resources.filter { $0.type == .alternatePhoto }
  }

  private static let mostBytes = 200

  /// A name that stays in its folder and is no hidden one, whoever gave it.
  static func harmless(_ name: String) -> String {
    let scalars = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f && $0 != "/" }
    let kept = String(String.UnicodeScalarView(scalars.drop { $0 == "." }))
    // Room for a number and an extension below what file systems take.
    var short = kept.isEmpty ? "photo" : kept
    while FileNames.stem(of: short).utf8.count > mostBytes { short = String(FileNames.stem(of: short).dropLast()) }
    return short
  }

  private func write(
    _ asset: Asset, _ main: AssetResource, _ movie: AssetResource?, _ alternates: [AssetResource], _ path: String
  ) throws -> [String] {
    switch format {
    case .pair: return try writeFiles([main] + [movie].compactMap { $0 } + alternates, path)
    case .bundle:
      guard let movie else { return try writeFiles([main] + alternates, path) }
      return [try writeBundle([main, movie], path + ".pvt")]
    case .motionphoto:
      guard let movie else { return try writeFiles([main] + alternates, path) }
      let rope = try MotionPhoto.rope(still: open(main), movie: open(movie))
      let place = MotionPhoto.name(stem: path, isHEIC: main.uniformTypeIdentifier == "public.heic")
      try store.create(place) { write in try rope.write(write) }
      return [place]
    case .zip:
      let name = FileNames.name(of: path)
      let entries = try ([main] + [movie].compactMap { $0 } + alternates).map { resource in
        ZipWriter.Entry(
          name + suffix(of: resource), ByteRope(try open(resource)),
          date: asset.creationDate ?? asset.modificationDate)
      }
      let archive = try ZipWriter(entries)
      try store.create(path + ".zip") { write in try archive.write(write) }
      return [path + ".zip"]
    }
  }

  private func open(_ resource: AssetResource) throws -> FileBytes {
    do { return try library.environment.files.open(resource.path) } catch {
      throw PhotosError(
        .missingResource, context: resource.originalFilename,
        message: "Its file is not in the library. 'livecam library check' tells more.", cause: error)
    }
  }

  private func suffix(of resource: AssetResource) -> String {
    "." + FileNames.fileExtension(of: resource.path).uppercased()
  }

  private func writeFiles(_ resources: [AssetResource], _ path: String) throws -> [String] {
    try writeFiles(resources.map { ($0, path + suffix(of: $0)) })
  }

  private func writeFiles(_ files: [(resource: AssetResource, path: String)]) throws -> [String] {
    let drafts = try files.map { file in
      let rope = ByteRope(try open(file.resource))
      return FileDraft(file.path) { write in try rope.write(write) }
    }
    try store.createAll(drafts)
    return drafts.map(\.path)
  }

  /// Writes files under the names that they came with.
  private func writeImported(_ resources: [AssetResource], to folder: String, _ mark: String) throws -> [String] {
    try writeFiles(
      resources.map { resource in
        let name = Self.harmless(resource.originalFilename)
        return (resource, FileNames.path(folder, FileNames.stem(of: name) + mark + FileNames.tail(of: name)))
      })
  }

  /// Writes a folder that appears with all its files.
  private func writeBundle(_ resources: [AssetResource], _ path: String) throws -> String {
    let name = FileNames.stem(of: path)
    let temporary = FileNames.path(
      FileNames.folder(of: path), ".livecam-" + library.environment.makeIdentifier() + ".tmp")
    guard !folders.exists(path) else {
      throw FileStoreError(path: path, operation: "rename", errno: 17, message: "there is something of this name")
    }
    try folders.makeFolder(temporary)
    do {
      for resource in resources {
        let rope = ByteRope(try open(resource))
        try folders.write(temporary + "/" + name + suffix(of: resource)) { write in try rope.write { try write($0) } }
      }
      try folders.write(temporary + "/metadata.plist") { write in
        try Array(Self.bundleList.utf8).withUnsafeBytes { try write($0) }
      }
      try folders.syncFolder(temporary)
      try folders.rename(temporary, to: path)
    } catch {
      // What stays is a hidden folder with a name that says whose it is.
      for file in (try? folders.names(in: temporary)) ?? [] { try? folders.remove(temporary + "/" + file) }
      try? folders.removeFolder(temporary)
      throw error
    }
    return path
  }

  private static let bundleList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>PFVideoComplementMetadataVersionKey</key><string>1</string></dict></plist>

    """
}
