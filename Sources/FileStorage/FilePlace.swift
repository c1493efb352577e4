/// The true place of a file or folder, by whatever path it was reached.
public struct FilePlace: Sendable, Hashable {
  /// The path from the root on, without links.
  public var path: String
  /// The disk that it lies on.
  public var device: UInt64
  /// The file's number on the disk.
  public var inode: UInt64

  /// Creates a place from its parts.
  public init(path: String, device: UInt64, inode: UInt64) {
    (self.path, self.device, self.inode) = (path, device, inode)
  }
}
