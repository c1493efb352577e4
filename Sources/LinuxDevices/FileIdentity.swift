import SystemCalls

/// Tells a device's file from one of the same name that was there before or comes after.
struct FileIdentity: Hashable, Sendable {
  let system: UInt64
  /// The file's number there. The kernel's own file system for devices never gives one twice, nor does that of a
  /// container.
  let number: UInt64
  let device: UInt64
}

extension FileIdentity {
  /// Creates the identity of the file at a path; `nil` if there is none that could be looked at.
  init?(path: String) {
    guard let status = try? Folder.status(of: path) else { return nil }  // gone, or as good as gone
    self.init(system: UInt64(status.st_dev), number: UInt64(status.st_ino), device: UInt64(status.st_rdev))
  }
}
