import Glibc
import SystemCalls

/// The facts that are known of a file without opening it.
public struct FileAttributes: Sendable, Hashable {
  /// The number of bytes.
  public var size: Int64
  /// The disk that it lies on.
  public var device: UInt64
  /// The file's number on the disk, which does not depend on its name.
  public var inode: UInt64
  /// The number of names that it has.
  public var linkCount: UInt64
  /// The instant of its last change, in nanoseconds since 1970 UTC.
  public var modificationNanoseconds: Int64
  /// A Boolean value that indicates whether the file belongs to this user or to root, and no other user may write to
  /// it.
  public var isProtected: Bool
  /// A Boolean value that indicates whether the file is an ordinary one: no folder, no link, no device.
  public var isRegular: Bool

  /// Creates the attributes of a file that lies on no disk of this machine.
  package init(remoteFileOf size: Int64) {
    self.size = size
    (device, inode, linkCount, modificationNanoseconds, isProtected, isRegular) = (0, 0, 1, 0, false, true)
  }

  /// Creates the attributes of what lies at a path, links not followed; `nil` if there is nothing.
  init?(of path: String) {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    size = Int64(status.st_size)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    linkCount = UInt64(status.st_nlink)
    modificationNanoseconds = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    isProtected = [geteuid(), 0].contains(status.st_uid) && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
