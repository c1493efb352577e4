import Glibc

/// Tells a device's file from one of the same name that was there before or comes after.
struct FileIdentity: Hashable, Sendable {
  let system: UInt64
  /// The file's number there. The kernel's own file system for devices never gives one twice, nor does that of a
  /// container.
  let number: UInt64
  let device: UInt64
}

extension FileIdentity {
  /// The identity of the file at a path; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(system: UInt64(status.st_dev), number: UInt64(status.st_ino), device: UInt64(status.st_rdev))
  }
}
