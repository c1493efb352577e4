import Glibc
import SystemCalls

extension DiskFiles: FileSource {
  /// Opens a file for reading.
  public func open(_ path: String) throws(FileStoreError) -> FileBytes { try FileBytes(path) }

  /// Whether there is anything under that name.
  public func exists(_ path: String) -> Bool { Folder.holds(path) }

  /// What a path leads to.
  public func kind(of path: String) throws(FileStoreError) -> PathKind {
    switch try about(path, try Folder.status(of: path)).st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The names in a folder.
  public func names(in folder: String) throws(FileStoreError) -> [String] {
    try about(folder, try Folder.names(in: folder))
  }
}
