import FileStorage

/// Files that are another store's but for what a double does by itself.
protocol ForwardingFiles: FileTree {
  associatedtype Disk: FileTree
  var disk: Disk { get }
}

extension ForwardingFiles {
  func write(_ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    try disk.write(path, body)
  }
  func makeFolder(_ path: String) throws(FileStoreError) { try disk.makeFolder(path) }
  func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool { try disk.link(path, to: newPath) }
  func rename(_ path: String, to newPath: String) throws(FileStoreError) { try disk.rename(path, to: newPath) }
  func syncFolder(_ path: String) throws(FileStoreError) { try disk.syncFolder(path) }
  func remove(_ path: String) throws(FileStoreError) { try disk.remove(path) }
  func removeFolder(_ path: String) throws(FileStoreError) { try disk.removeFolder(path) }
  func open(_ path: String) throws(FileStoreError) -> FileBytes { try disk.open(path) }
  func exists(_ path: String) -> Bool { disk.exists(path) }
  func kind(of path: String) throws(FileStoreError) -> PathKind { try disk.kind(of: path) }
  func names(in folder: String) throws(FileStoreError) -> [String] { try disk.names(in: folder) }
  func attributes(of path: String) -> FileAttributes? { disk.attributes(of: path) }
  func lockFolder(_ path: String) throws(FileStoreError) -> (any FolderLock)? { try disk.lockFolder(path) }
  func checkFolder(of path: String) throws(FileStoreError) { try disk.checkFolder(of: path) }
  func reserve(_ path: String) throws(FileStoreError) -> (any NameReservation)? { try disk.reserve(path) }
  func isReserved(_ path: String) -> Bool { disk.isReserved(path) }
  func releaseAbandoned(_ path: String) { disk.releaseAbandoned(path) }
}
