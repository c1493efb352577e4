/// Where files are read from.
public protocol FileSource: Sendable {
  /// Opens a file for reading.
  /// - Throws: ``FileStoreError`` when there is none, it is a folder, a pipe or a device, or it may not be read.
  func open(_ path: String) throws(FileStoreError) -> FileBytes
  /// Whether there is anything under that name, be it a link to nowhere.
  func exists(_ path: String) -> Bool
  /// What a path leads to, links followed.
  /// - Throws: ``FileStoreError`` when it leads nowhere, or may not be looked at.
  func kind(of path: String) throws(FileStoreError) -> PathKind
  /// The names in a folder, in no order.
  /// - Throws: ``FileStoreError`` when it is none, or cannot be read.
  func names(in folder: String) throws(FileStoreError) -> [String]
}

/// What lies under a path.
public enum PathKind: Sendable, Hashable {
  /// Bytes that stay as they are read.
  case file
  /// A folder.
  case folder
  /// A pipe, a device, a socket.
  case other
}
