/// Files that are another tree's, but for what a conforming type does by itself.
package protocol ForwardingFiles: FileTree {
  /// The tree that everything else is asked of.
  var forwarded: any FileTree { get }
}

extension ForwardingFiles {
  package func write(_ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    try forwarded.write(path, body)
  }
  package func makeFolder(_ path: String) throws(FileStoreError) { try forwarded.makeFolder(path) }
  package func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool {
    try forwarded.link(path, to: newPath)
  }
  package func rename(_ path: String, to newPath: String) throws(FileStoreError) {
    try forwarded.rename(path, to: newPath)
  }
  package func syncFolder(_ path: String) throws(FileStoreError) { try forwarded.syncFolder(path) }
  package func remove(_ path: String) throws(FileStoreError) { try forwarded.remove(path) }
  package func removeFolder(_ path: String) throws(FileStoreError) { try forwarded.removeFolder(path) }
  package func open(_ path: String) throws(FileStoreError) -> FileBytes { try forwarded.open(path) }
  package func exists(_ path: String) -> Bool { forwarded.exists(path) }
  package func kind(of path: String) throws(FileStoreError) -> PathKind { try forwarded.kind(of: path) }
  package func names(in folder: String) throws(FileStoreError) -> [String] { try forwarded.names(in: folder) }
  package func attributes(of path: String) -> FileAttributes? { forwarded.attributes(of: path) }
  package func setDate(of path: String, nanoseconds: Int64) throws(FileStoreError) {
    try forwarded.setDate(of: path, nanoseconds: nanoseconds)
  }
  package func lockFolder(_ path: String) throws(FileStoreError) -> (any FolderLock)? { try forwarded.lockFolder(path) }
  package func checkFolder(of path: String) throws(FileStoreError) { try forwarded.checkFolder(of: path) }
  package func reserve(_ path: String) throws(FileStoreError) -> (any NameReservation)? { try forwarded.reserve(path) }
  package func isReserved(_ path: String) -> Bool { forwarded.isReserved(path) }
  package func releaseAbandoned(_ path: String) { forwarded.releaseAbandoned(path) }
}
