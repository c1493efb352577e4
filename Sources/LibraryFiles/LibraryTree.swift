import ByteCoding
public import FileStorage
import LivePhotoFiles
import MediaCore
public import PhotoLibrary

/// A tree of hard links to a library's files, by date and album, for people and backups.
public struct LibraryTree {
  /// What an update has done.
  public struct Report: Sendable, Hashable {
    /// Links that were made.
    public internal(set) var added = 0
    /// Links that belong elsewhere by now, or of assets that are in the trash.
    public internal(set) var removed = 0
    /// Links that were right.
    public internal(set) var kept = 0
  }

  private struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private let library: PhotoLibrary
  private let folder: String
  private let files: any FileTree

  /// A tree of a library in a folder, which must be on the library's disk.
  public init(of library: PhotoLibrary, at folder: String, files: any FileTree = DiskFiles()) {
    (self.library, self.folder, self.files) = (library, folder, files)
  }

  /// Makes the links that are missing, and removes those of files that belong elsewhere by now. Files that are not the
  /// library's are left alone, also those that it had and has deleted: here they have their last name.
  /// - Throws: `PhotosError` when the library cannot be read; `FileStoreError` when the folder takes no links.
  public func update() throws -> Report {
    try files.makeFolder(folder)
    var report = Report()
    let wanted = try wantedLinks()
    var present: Set<String> = []
    for (relative, old) in oldLinks() {
      let path = folder + "/" + relative
      // What somebody has put there in the place of a link is not this tree's.
      guard let place = place(of: path), place == old else { continue }
      if let resource = wanted[relative], self.place(of: resource) == place {
        present.insert(relative)
        report.kept += 1
      } else {
        try files.remove(path)
        report.removed += 1
      }
    }
    try writeList(of: wanted)
    for (relative, resource) in wanted.sorted(by: { $0.key < $1.key }) where !present.contains(relative) {
      let path = folder + "/" + relative
      try files.makeFolder(FileNames.folder(of: path))
      guard try files.link(resource, to: path) else {
        throw FileStoreError(
          path: folder, operation: "link", errno: 18,
          message:
            "it is on another disk than the library, or on one without links; choose a folder on the library's disk")
      }
      report.added += 1
    }
    return report
  }

  /// Links by their paths below the folder, with the files that they lead to.
  private func wantedLinks() throws -> [String: String] {
    var links: [String: String] = [:]
    let assets = try Asset.fetchAssets(in: library)
    func add(_ asset: Asset, below place: String) throws {
      let resources = try AssetResource.assetResources(for: asset, in: library).filter { $0.type != .adjustmentData }
      guard let first = resources.first else { return }
      let stem = FileNames.stem(of: LibraryExporter.harmless(first.originalFilename))
      for number in 0... {
        let name = place + "/" + (number == 0 ? stem : "\(stem) (\(number))")
        let paths = resources.map { name + Self.suffix(of: $0) }
        guard Set(paths).count == paths.count, !paths.contains(where: { links[$0] != nil }) else { continue }
        for (path, resource) in zip(paths, resources) { links[path] = resource.path }
        return
      }
    }
    for asset in assets {
      let date = (asset.creationDate ?? asset.modificationDate).localString().prefix(10)
      try add(asset, below: "\(date.prefix(4))/\(date)")
    }
    for album in try AssetCollection.fetchAlbums(in: library) {
      let title = LibraryExporter.harmless(album.title)
      for asset in try Asset.fetchAssets(of: album, in: library) { try add(asset, below: "Albums/" + title) }
    }
    return links
  }

  /// What a file's name ends in: edited forms and alternates lie beside their originals.
  private static func suffix(of resource: AssetResource) -> String {
    let mark =
      switch resource.type {
      case .fullSizePhoto, .fullSizePairedVideo, .fullSizeVideo: " edited"
      case .adjustmentBasePhoto, .adjustmentBasePairedVideo, .adjustmentBaseVideo: " base"
      case .importedFile, .importedPhoto, .importedPairedVideo: " imported"
      default: ""
      }
    return mark + "." + FileNames.fileExtension(of: resource.path).uppercased()
  }

  private func place(of path: String) -> Place? {
    files.attributes(of: path).flatMap {
      $0.isRegular ? Place(device: UInt64($0.device), inode: UInt64($0.inode)) : nil
    }
  }

  // MARK: The list of links

  /// The tree's list of its links: by it, links of files that the library has lost since are known.
  private var list: String { folder + "/.livecam-links" }

  private func oldLinks() -> [(path: String, place: Place)] {
    // Without a list nothing is known to be a link of this tree's making.
    guard let bytes = try? files.open(list).allBytes() else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
      let path = String(parts[2])
      // The list may have been written by anybody.
      return path.split(separator: "/").contains("..") ? nil : (path, Place(device: device, inode: inode))
    }
  }

  /// Writes the list before the links: a link that is in it and was not made does no harm.
  private func writeList(of links: [String: String]) throws {
    let lines = links.keys.sorted().compactMap { path in
      links[path].flatMap(place).map { "\($0.device) \($0.inode) \(path)\n" }
    }
    let temporary = list + "." + library.environment.makeIdentifier() + ".tmp"
    try files.write(temporary) { write in try Array(lines.joined().utf8).withUnsafeBytes { try write($0) } }
    try files.remove(list)
    try files.rename(temporary, to: list)
  }
}
