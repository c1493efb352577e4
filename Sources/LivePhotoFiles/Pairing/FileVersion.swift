package import FileStorage

/// The properties that identify a file's version: hardly any change of its bytes leaves all of them as they are.
///
/// Which disk it lies on is left out: one that is plugged in again has another number.
package struct FileVersion: Sendable, Hashable {
  /// Its path.
  package let path: String
  private let size: Int
  /// The date of its last change, in nanoseconds since 1970 UTC.
  package let modificationNanoseconds: Int64
  private let inode: UInt64

  /// The version of a file as it is now; `nil` for one that cannot be opened.
  package init?(of path: String, in source: any FileSource) {
    // Why it cannot be opened is told by whoever reads it.
    guard let file = try? source.open(path) else { return nil }
    (self.path, size, inode) = (path, file.count, file.inode)
    modificationNanoseconds = file.modificationNanoseconds
  }

  /// The version on one line of a journal.
  package var entry: String { "\(size) \(modificationNanoseconds) \(inode) \(path)" }
}
