import FileStorage
import LivePhotoFiles

/// Files that were named one by one, as folders that hold nothing else: so they are looked at with all that a whole
/// folder would tell of them. A name that is a link leads to its file. A folder of a Takeout export has the JSON, too,
/// that lies in the same folder of another part.
struct SelectedFiles: FileSource {
  private let source: any FileSource
  /// The folders that were named, then those that the files lie in.
  private(set) var folders: [String]
  /// The bytes of the files' paths, as a walk through the folders tells them: two names may differ in how an accent is
  /// coded, and nothing else.
  private var paths: Set<[UInt8]> = []
  /// The files' names by the bytes of their folders' paths.
  private var names: [[UInt8]: [String]] = [:]
  private let parts: TakeoutParts

  /// Creates a selection of files beside whole folders: a file that lies below one of these is left to it.
  init(_ files: [String], beside folders: [String], of source: any FileSource) {
    (self.source, self.folders) = (source, folders)
    parts = TakeoutParts(among: folders + files.map { FileNames.folder(of: $0) }, of: source)
    var walk = FolderWalk(of: source, followsLinks: false) { _ in false }
    walk.enter(folders)
    // However a folder is written, it is one.
    var spellings: [FilePlace: String] = [:]
    for file in files {
      let (folder, name) = (FileNames.folder(of: file), FileNames.name(of: file))
      let place = source.place(of: folder)
      if let place, walk.meets(place.path) { continue }
      let spelling = place.map { spellings[$0, default: folder] } ?? folder
      if let place { spellings[place] = spelling }
      let key = Array(spelling.utf8)
      if names[key] == nil { self.folders.append(spelling) }
      // Named twice, it is one.
      guard paths.insert(Array((spelling == "/" ? spelling + name : spelling + "/" + name).utf8)).inserted else {
        continue
      }
      names[key, default: []].append(name)
    }
  }

  func open(_ path: String) throws(FileStoreError) -> FileBytes { try source.open(origin(of: path) ?? path) }

  func exists(_ path: String) -> Bool { source.exists(origin(of: path) ?? path) }

  func kind(of path: String) throws(FileStoreError) -> PathKind { try source.kind(of: origin(of: path) ?? path) }

  func names(in folder: String) throws(FileStoreError) -> [String] {
    let own = try ownNames(in: folder)
    // A part need not have the folder.
    let others = parts.twins(of: folder).flatMap { isGiven($0) ? (try? ownNames(in: $0)) ?? [] : [] }
    guard !others.isEmpty else { return own }
    return own + Set(TakeoutParts.sidecars(among: others, for: own)).sorted()
  }

  private func ownNames(in folder: String) throws(FileStoreError) -> [String] {
    if let names = names[Array(folder.utf8)] { return names }
    return try source.names(in: folder)
  }

  /// Tells whether a folder is one of those that are looked into, or lies below one.
  private func isGiven(_ folder: String) -> Bool {
    folders.contains { given in
      if given.utf8.elementsEqual(folder.utf8) { return true }
      // Of these some files were named, and nothing below.
      guard names[Array(given.utf8)] == nil else { return false }
      return folder.utf8.starts(with: (given.hasSuffix("/") ? given : given + "/").utf8)
    }
  }

  /// Returns where JSON lies that a folder has of another part of its export; `nil` for a file of the folder's own.
  func origin(of path: String) -> String? {
    guard FileNames.fileExtension(of: path) == "json", !source.exists(path) else { return nil }
    return parts.twins(of: path).first { source.exists($0) && isGiven(FileNames.folder(of: $0)) }
  }

  func isLink(_ path: String) -> Bool { !isNamed(path) && source.isLink(origin(of: path) ?? path) }

  /// Tells whether a path is one of the files.
  func isNamed(_ path: String) -> Bool { paths.contains(Array(path.utf8)) }

  func place(of path: String) -> FilePlace? { source.place(of: origin(of: path) ?? path) }
}
