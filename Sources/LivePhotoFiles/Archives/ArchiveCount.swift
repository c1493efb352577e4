package import FileStorage

/// A count of the files below folders that a walk has to look at, judging by their names alone: no file is opened.
package enum ArchiveCount {
  /// Counts, folder by folder, until `tell`, which gets the number so far, returns `false`.
  package static func count(below folders: [String], of files: any FileSource, tell: (Int) -> Bool) {
    var walk = FolderWalk(of: files, isLeaf: PairFolder.hasName)
    walk.enter(folders)
    var count = 0
    while let folder = walk.next() {
      for entry in folder.entries {
        switch entry.kind {
        case .leaf: count += 1
        case .file where FileKind.isMediaName(entry.path): count += 1
        default: break
        }
      }
      guard tell(count) else { return }
    }
  }
}
