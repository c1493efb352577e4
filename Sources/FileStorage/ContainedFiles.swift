/// Files below some folders, and nothing that links in them lead to elsewhere.
package struct ContainedFiles: ForwardingFiles {
  package let forwarded: any FileTree
  /// The real paths of the folders, and of files that stand for themselves.
  private let roots: [String]

  /// Creates a view of what lies at some paths, or below them.
  package init(_ files: any FileTree = DiskFiles(), below paths: [String]) {
    forwarded = files
    // What leads nowhere has nothing below it.
    roots = paths.compactMap { files.place(of: $0)?.path }
  }

  /// Opens a file.
  /// - Throws: ``FileStoreError`` also when a link on its path leads out of the folders.
  package func open(_ path: String) throws(FileStoreError) -> FileBytes {
    try check(path)
    return try forwarded.open(path)
  }

  /// Returns the kind of what a path leads to.
  /// - Throws: ``FileStoreError`` also when a link on it leads out of the folders.
  package func kind(of path: String) throws(FileStoreError) -> PathKind {
    try check(path)
    return try forwarded.kind(of: path)
  }

  package func isLink(_ path: String) -> Bool { forwarded.isLink(path) }

  package func place(of path: String) -> FilePlace? { forwarded.place(of: path) }

  private func check(_ path: String) throws(FileStoreError) {
    // Whoever goes on is told why a path leads nowhere.
    guard let place = forwarded.place(of: path)?.path else { return }
    let isInside = roots.contains { root in
      place == root || root == "/" || place.utf8.starts(with: (root + "/").utf8)
    }
    guard isInside else {
      throw FileStoreError(
        .system, path: path, operation: "open",
        message: "it is a link that leads out of the folder, to \(place), and is not followed; name that itself")
    }
  }
}
