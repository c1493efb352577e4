import Glibc
import SystemCalls

extension DiskFiles: FileSource {
  /// Opens a file for reading.
  /// - Throws: ``FileStoreError`` when it cannot be opened, or is no file.
  public func open(_ path: String) throws(FileStoreError) -> FileBytes { try FileBytes(path) }

  /// Tells whether anything exists under that name.
  public func exists(_ path: String) -> Bool { Folder.holds(path) }

  /// Returns what a path leads to.
  /// - Throws: ``FileStoreError`` when there is nothing, or it cannot be looked at.
  public func kind(of path: String) throws(FileStoreError) -> PathKind {
    switch try about(path, try Folder.status(of: path)).st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// Returns the names in a folder.
  /// - Throws: ``FileStoreError`` when it cannot be listed.
  public func names(in folder: String) throws(FileStoreError) -> [String] {
    try about(folder, try Folder.names(in: folder))
  }

  /// Tells whether a path itself is a link.
  public func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the file or folder that a path leads to.
  public func place(of path: String) -> FilePlace? {
    // Why it leads nowhere is told by whoever opens it.
    guard let resolved = Folder.resolved(path), let status = try? Folder.status(of: path) else { return nil }
    return FilePlace(path: resolved, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
