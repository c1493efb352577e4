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
    let known = Set(wanted.values.compactMap(place))
    var present: Set<String> = []
    for path in existing(below: folder) {
      guard let place = place(of: path) else { continue }
      let relative = String(path.dropFirst(folder.count + 1))
      if let resource = wanted[relative], self.place(of: resource) == place {
        present.insert(relative)
        report.kept += 1
      } else if known.contains(place) {
        try files.remove(path)
        report.removed += 1
      }
    }
    for (relative, resource) in wanted.sorted(by: { $0.key < $1.key }) where !present.contains(relative) {
      let path = folder + "/" + relative
      try files.makeFolder(FileNames.folder(of: path))
      guard try files.link(resource, to: path) else {
        throw FileStoreError(
          path: folder, operation: "link", errno: 18,
          message: "it is on another disk than the library, or on one without links; choose a folder on the library's disk")
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
      default: ""
      }
    return mark + "." + FileNames.fileExtension(of: resource.path).uppercased()
  }

  private func place(of path: String) -> Place? {
    files.attributes(of: path).flatMap { $0.isRegular ? Place(device: UInt64($0.device), inode: UInt64($0.inode)) : nil }
  }

  private func existing(below folder: String) -> [String] {
    // What cannot be listed holds no links of this tree's making.
    ((try? files.names(in: folder)) ?? []).sorted().flatMap { name -> [String] in
      let path = folder + "/" + name
      guard let found = files.attributes(of: path) else { return [] }
      return found.isRegular ? [path] : (try? files.kind(of: path)) == .folder && !files.isLink(path) ? existing(below: path) : []
    }
  }
}
