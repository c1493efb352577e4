/// A place that files are read from.
public protocol FileSource: Sendable {
  /// Opens a file for reading.
  /// - Throws: ``FileStoreError`` when there is none, it is a folder, a pipe or a device, or it may not be read.
  func open(_ path: String) throws(FileStoreError) -> FileBytes
  /// Tells whether anything exists under that name, even if it is a link to nowhere.
  func exists(_ path: String) -> Bool
  /// Returns the kind of what a path leads to, links followed.
  /// - Throws: ``FileStoreError`` when it leads nowhere, or may not be looked at.
  func kind(of path: String) throws(FileStoreError) -> PathKind
  /// The names in a folder, in no order.
  /// - Throws: ``FileStoreError`` when it is none, or cannot be read.
  func names(in folder: String) throws(FileStoreError) -> [String]
  /// Tells whether a path itself is a link, whatever it leads to.
  func isLink(_ path: String) -> Bool
  /// Returns the place of the file or folder that a path leads to, links followed; `nil` where it leads nowhere, or
  /// where files have no places.
  func place(of path: String) -> FilePlace?
}

extension FileSource {
  /// Returns `false`: a source that is no disk has no links.
  public func isLink(_ path: String) -> Bool { false }

  /// Returns `nil`: without links a path is the only way to a file.
  public func place(of path: String) -> FilePlace? { nil }
}
