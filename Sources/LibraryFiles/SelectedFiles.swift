import FileStorage
import LivePhotoFiles

/// Files that were named one by one, as folders that hold nothing else: so they are looked at with all that a whole
/// folder would tell of them. A name that is a link leads to its file.
struct SelectedFiles: FileSource {
  private let source: any FileSource
  /// The folders that were named, then those that the files lie in.
  private(set) var folders: [String]
  /// The paths of the files, as a walk through the folders tells them.
  private(set) var paths: Set<String> = []
  /// The files' names by their folders.
  private var names: [String: Set<String>] = [:]

  /// A selection of files beside whole folders: a file that lies below one of these is left to it.
  init(_ files: [String], beside folders: [String], of source: any FileSource) {
    (self.source, self.folders) = (source, folders)
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
      if names[spelling] == nil { self.folders.append(spelling) }
      names[spelling, default: []].insert(name)
      paths.insert(spelling == "/" ? spelling + name : spelling + "/" + name)
    }
  }

  func open(_ path: String) throws(FileStoreError) -> FileBytes { try source.open(path) }

  func exists(_ path: String) -> Bool { source.exists(path) }

  func kind(of path: String) throws(FileStoreError) -> PathKind { try source.kind(of: path) }

  func names(in folder: String) throws(FileStoreError) -> [String] {
    if let names = names[folder] { return Array(names) }
    return try source.names(in: folder)
  }

  func isLink(_ path: String) -> Bool { !paths.contains(path) && source.isLink(path) }

  func place(of path: String) -> FilePlace? { source.place(of: path) }
}
