import FileStorage

/// The files that lie in a library's folder, and in its store.
struct LibraryInventory {
  /// The files in the places of originals, by their names.
  private(set) var originals: Set<String> = []
  /// The originals that the store has; empty where there is none.
  private(set) var remote: Set<String> = []
  /// The names of originals that are on their way.
  private(set) var marks: Set<String> = []
  /// The paths of files and folders that are none of the library's parts.
  private(set) var strays: [String] = []
  private let folder: LibraryFolder
  /// The folder's own files: what the store has is listed apart.
  private let disk: any FileTree

  /// The folders of a library by how deep their files lie; 0 is any depth, of folders that are somebody's own.
  private static let folders = [
    "resources": 2, "incoming": 2, "uploads": 1, "recovered": 0, "thumbnails": 2, "renditions": 2,
    "imports": 1, "deferred": 1, "shown": 1, "templates": 0,
    // The system's own, where a disk is the library's.
    "lost+found": 0,
  ]
  private static let files: Set<String> = Set(
    ["", "-wal", "-shm", "-journal", "-changes"].map { "library.sqlite" + $0 } + [
      "identifier", "reserve", "booth.json", "booth.json.new", "booth.lock",
    ])

  /// Lists everything.
  /// - Throws: ``PhotosError`` when the folder cannot be read, or the store cannot be reached.
  init(of library: PhotoLibrary) throws(PhotosError) {
    folder = library.folder
    disk = library.spool?.disk ?? library.folder.files
    try list(root: folder.path)
    if let spool = library.spool {
      // Looked up before and after: another process may be removing them.
      let doomed = spool.doomed
      let keys = try fileAccess(spool.store.name) { try spool.store.keys(beginningWith: "resources/") }
      remote = Set(keys.compactMap { spool.name(at: folder.path + "/" + $0) })
      originals.formUnion(remote.subtracting(doomed).subtracting(spool.doomed))
    }
    // Behind the originals: a process marks a file before it is there, and takes the mark away when the database has
    // it. The other way round, one that comes in between would be nobody's.
    let incoming = folder.path + "/" + Self.incoming
    if isFolder(incoming) { try list(incoming, Self.folders[Self.incoming] ?? 2, in: Self.incoming, of: folder.path) }
  }

  private static let incoming = "incoming"

  /// Sorts what lies in a library's folder, or in that of the library beside it, which takes captures while the server
  /// is away.
  private mutating func list(root: String) throws(PhotosError) {
    for name in try names(in: root).sorted() {
      let path = root + "/" + name
      if name == "offline", root == folder.path, isFolder(path) {
        try list(root: path)
      } else if name == Self.incoming, root == folder.path, isFolder(path) {
        continue
      } else if let depth = Self.folders[name], isFolder(path) {
        if depth > 0 { try list(path, depth, in: name, of: root) }
      } else if !Self.files.contains(name) || isFolder(path) {
        strays.append(path)
      }
    }
  }

  /// Returns whether the program gives such names to files in one of the library's folders.
  private static func isName(_ name: String, in part: String) -> Bool {
    let parts = name.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
    switch part {
    // Names that begin so are reservations, and files on their way.
    case "deferred": return name.hasSuffix(".livecam-deferred") || name.hasPrefix(".livecam-")
    case "imports": return name.hasSuffix(".journal")
    case "uploads":
      return LibraryFolder.isName(parts[0]) && (parts.count == 1 || ["sent", "gone", "taken"].contains(parts[1]))
        && parts.count <= 2
    // A booth's stills that wait for the library: `IMG_0001~live~IDENTIFIER`.
    case "shown": return parts.count == 3 && ["live", "photo"].contains(parts[1]) && LibraryFolder.isName(parts[2])
    default: return true
    }
  }

  private func names(in folder: String) throws(PhotosError) -> [String] {
    do throws(FileStoreError) { return try disk.names(in: folder) } catch {
      // Another process may just have removed it.
      if error.code == .notFound { return [] }
      throw PhotosError(of: error, context: folder)
    }
  }

  /// Returns whether a path leads to a folder, also by a link: originals may lie on another disk.
  private func isFolder(_ path: String) -> Bool {
    // What has gone meanwhile is none.
    (try? disk.kind(of: path)) == .folder
  }

  /// Sorts what lies in one of the library's folders, whose files are so many folders further down.
  private mutating func list(_ path: String, _ depth: Int, in part: String, of root: String) throws(PhotosError) {
    for name in try names(in: path).sorted() {
      let entry = path + "/" + name
      if depth > 1 {
        if isFolder(entry) { try list(entry, depth - 1, in: part, of: root) } else { note(stray: entry) }
      } else if disk.attributes(of: entry)?.isRegular != true || !Self.isName(name, in: part) {
        note(stray: entry)
      } else if root != folder.path {
        continue
      } else if part == Self.incoming {
        marks.insert(name)
      } else if part == "resources" {
        if folder.path(of: name) == entry { originals.insert(name) } else { strays.append(entry) }
      }
    }
  }

  private mutating func note(stray path: String) {
    // What a living process has removed meanwhile is nowhere.
    if disk.exists(path) { strays.append(path) }
  }
}
