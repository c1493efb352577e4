import ByteCoding
public import FileStorage
import LivePhotoFiles
import MediaCore
public import PhotoLibrary

/// A tree of hard links to a library's files, by date and album, for people and backups.
public struct LibraryTree {
  /// The outcome of an update.
  public struct Report: Sendable, Hashable {
    /// Links that were made.
    public internal(set) var added = 0
    /// Links that belong elsewhere by now, or of assets that are in the trash.
    public internal(set) var removed = 0
    /// Links that were right.
    public internal(set) var kept = 0
    /// The number of hidden assets, of which there are no links.
    public internal(set) var hiddenAssets = 0
    /// The links that could not be made or removed, and why, in sentences.
    public internal(set) var problems: [String] = []
  }

  private struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private let library: PhotoLibrary
  private let folder: String
  private let files: any FileTree

  /// Creates a tree of a library in a folder, which must be on the library's disk.
  public init(of library: PhotoLibrary, at folder: String, files: any FileTree = DiskFiles()) {
    (self.library, self.folder, self.files) = (library, folder, files)
  }

  /// Makes the links that are missing, and removes those of files that belong elsewhere by now, with the folders that
  /// they leave empty. Files that are not the library's are left alone, also those that it had and has deleted: here
  /// they have their last name. What is in the way of one link keeps no other from being made.
  /// - Throws: `PhotosError` when the library cannot be read, or the folder is its own; `FileStoreError` when the
  ///   folder takes no links.
  ///
  /// `progress` gets the fraction that is done, and may throw to end it; what is linked by then is found the next time.
  public func update(progress: (Double) throws -> Void = { _ in }) throws -> Report {
    try OutsideFolder.check(folder, outside: library, files)
    try files.makeFolder(folder)
    var report = Report()
    var wanted = try wantedLinks { try progress($0 / 2) }
    var hidden = FetchOptions()
    hidden.includeHiddenAssets = true
    report.hiddenAssets =
      try Asset.fetchAssets(in: library, options: hidden).count - Asset.fetchAssets(in: library).count
    let remote = wanted.filter { !library.originals.isLocal($0.value) }
    for path in remote.keys { wanted[path] = nil }
    var present: Set<String> = []
    let identity = try LibraryIdentity.of(library)
    let (owner, old) = oldLinks()
    guard owner == nil || owner == identity else {
      throw FileStoreError(
        .existing, path: folder, operation: "link",
        message:
          "it has the links of another library; choose another folder, or remove \(list) to keep its files as they are")
    }
    // The last name of a file that is lost stays; of one that was deleted on purpose it goes.
    let keepsLastNames = owner == nil || wanted.values.contains { place(of: $0.path) == nil }
    for (relative, old) in old {
      let path = folder + "/" + relative
      // What somebody has put there in the place of a link is not this tree's.
      guard let place = place(of: path), place == old else { continue }
      if let resource = wanted[relative], self.place(of: resource.path) == place {
        present.insert(relative)
        report.kept += 1
      } else if keepsLastNames, files.attributes(of: path)?.linkCount == 1 {
        report.problems.append(
          "\(path): this is the last name of a file that the library does not have any more, and stays. Import it, or, "
            + "if it was deleted on purpose, remove it.")
      } else {
        do throws(FileStoreError) {
          try files.remove(path)
          report.removed += 1
          removeEmptyFolders(above: relative)
        } catch {
          report.problems.append("\(error)")
        }
      }
    }
    try writeList(of: wanted, owner: identity)
    for (index, (relative, resource)) in wanted.sorted(by: { $0.key < $1.key }).enumerated()
    where !present.contains(relative) {
      try progress((1 + Double(index) / Double(wanted.count)) / 2)
      if let problem = try link(resource, at: relative) { report.problems.append(problem) } else { report.added += 1 }
    }
    if !remote.isEmpty { report.problems.append(try words(onRemote: remote.values.map(\.originalFilename).sorted())) }
    return report
  }

  /// Makes a link; returns what is in the way of this one alone.
  private func link(_ resource: AssetResource, at relative: String) throws -> String? {
    let path = folder + "/" + relative
    let isMade: Bool
    do throws(FileStoreError) {
      try files.makeFolder(FileNames.folder(of: path))
      isMade = try files.link(resource.path, to: path)
    } catch {
      switch error.code {
      case .full: throw error
      case .existing:
        return "\(path): another file has this name, and was left as it is. Rename it, and run this again."
      case .notFound where !files.exists(resource.path):
        return "\(resource.originalFilename): its file is gone from the library. Import another copy of it, which puts "
          + "it back."
      default: return "\(error)"
      }
    }
    guard isMade else {
      throw FileStoreError(
        .system, path: folder, operation: "link",
        message:
          "it is on another disk than the library, or on one without links; choose a folder on the library's disk")
    }
    return nil
  }

  /// Removes the folders that a link leaves empty.
  private func removeEmptyFolders(above relative: String) {
    var parts = relative.split(separator: "/").dropLast()
    while !parts.isEmpty {
      // One that cannot be removed does no harm.
      try? files.removeFolder(folder + "/" + parts.joined(separator: "/"))
      parts = parts.dropLast()
    }
  }

  private func words(onRemote names: [String]) throws(PhotosError) -> String {
    let some = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) others" : "")
    let store = try library.originals.storeURL() ?? "the store"
    return
      "\(some): not linked, as only \(store) has them. 'livecam library check' fetches all files; then run this again."
  }

  /// Links by their paths below the folder, with the resources that they lead to.
  private func wantedLinks(_ progress: (Double) throws -> Void) throws -> [String: AssetResource] {
    var links: [String: AssetResource] = [:]
    let assets = try Asset.fetchAssets(in: library)
    func add(_ asset: Asset, below place: String) throws {
      let resources = try AssetResource.assetResources(for: asset, in: library).filter { !$0.type.isDescription }
      guard let first = resources.first else { return }
      let stem = FileNames.stem(of: LibraryExporter.harmless(first.originalFilename))
      for number in 0... {
        let name = place + "/" + (number == 0 ? stem : "\(stem) (\(number))")
        let paths = resources.map { name + Self.suffix(of: $0) }
        guard Set(paths).count == paths.count, !paths.contains(where: { links[$0] != nil }) else { continue }
        for (path, resource) in zip(paths, resources) { links[path] = resource }
        return
      }
    }
    for (index, asset) in assets.enumerated() {
      try progress(Double(index) / Double(assets.count))
      let date = (asset.creationDate ?? asset.modificationDate).localString().prefix(10)
      try add(asset, below: "\(date.prefix(4))/\(date)")
    }
    for album in try AssetCollection.fetchAlbums(in: library) {
      let title = LibraryExporter.harmless(album.title)
      for asset in try Asset.fetchAssets(of: album, in: library) {
        try progress(1)
        try add(asset, below: "Albums/" + title)
      }
    }
    return links
  }

  /// Returns the end of a file's name: edited forms and alternates lie beside their originals.
  private static func suffix(of resource: AssetResource) -> String {
    let mark =
      switch resource.type {
      case .fullSizePhoto, .fullSizePairedVideo, .fullSizeVideo: " edited"
      case .adjustmentBasePhoto, .adjustmentBasePairedVideo, .adjustmentBaseVideo: " base"
      case .importedFile, .fileBeside, .importedPhoto, .importedPairedVideo: " imported"
      case .importedFullSizePhoto, .importedFullSizePairedVideo, .importedFullSizeVideo: " edited before"
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

  /// The library's identity and the links; no identity in lists of older versions.
  private func oldLinks() -> (owner: String?, links: [(path: String, place: Place)]) {
    // Without a list nothing is known to be a link of this tree's making.
    guard let bytes = try? files.open(list).allBytes() else { return (nil, []) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let owner = lines.first.flatMap { $0.hasPrefix(Self.owner) ? String($0.dropFirst(Self.owner.count)) : nil }
    let links = lines.compactMap { line -> (path: String, place: Place)? in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
      let path = String(parts[2])
      // The list may have been written by anybody.
      return path.split(separator: "/").contains("..") ? nil : (path, Place(device: device, inode: inode))
    }
    return (owner, links)
  }

  private static let owner = "library "

  /// Writes the list before the links: a link that is in it and was not made does no harm.
  private func writeList(of links: [String: AssetResource], owner: String?) throws {
    let lines =
      (owner.map { ["\(Self.owner)\($0)\n"] } ?? [])
      + links.keys.sorted().compactMap { path in
        links[path].flatMap { place(of: $0.path) }.map { "\($0.device) \($0.inode) \(path)\n" }
      }
    let temporary = list + "." + library.environment.makeIdentifier() + ".tmp"
    try files.write(temporary, Array(lines.joined().utf8))
    try files.remove(list)
    try files.rename(temporary, to: list)
  }
}
