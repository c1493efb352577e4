import FileStorage
import LivePhotoFiles

/// Files that were named one by one, as folders that hold nothing else: so they are looked at with all that a whole
/// folder would tell of them. A name that is a link leads to its file.
struct SelectedFiles: FileSource {
  private let source: any FileSource
  /// The folders that were named, then those that the files lie in.
  private(set) var folders: [String]
  /// The bytes of the files' paths, as a walk through the folders tells them: two names may differ in how an accent is
  /// coded, and nothing else.
  private var paths: Set<[UInt8]> = []
  /// The files' names by the bytes of their folders' paths.
  private var names: [[UInt8]: [String]] = [:]

  /// Creates a selection of files beside whole folders: a file that lies below one of these is left to it.
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
      let key = Array(spelling.utf8)
      if names[key] == nil { self.folders.append(spelling) }
      // Named twice, it is one.
      guard paths.insert(Array((spelling == "/" ? spelling + name : spelling + "/" + name).utf8)).inserted else {
        continue
      }
      names[key, default: []].append(name)
    }
  }

  func open(_ path: String) throws(FileStoreError) -> FileBytes { try source.open(path) }

  func exists(_ path: String) -> Bool { source.exists(path) }

  func kind(of path: String) throws(FileStoreError) -> PathKind { try source.kind(of: path) }

  func names(in folder: String) throws(FileStoreError) -> [String] {
    if let names = names[Array(folder.utf8)] { return names }
    return try source.names(in: folder)
  }

  func isLink(_ path: String) -> Bool { !isNamed(path) && source.isLink(path) }

  /// Tells whether a path is one of the files.
  func isNamed(_ path: String) -> Bool { paths.contains(Array(path.utf8)) }

  func place(of path: String) -> FilePlace? { source.place(of: path) }
}
