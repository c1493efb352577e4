import Glibc

/// A namespace for the room that a disk has.
public enum FreeSpace {
  /// Returns the bytes that this user may still write to the disk of a file or folder; `nil` if the system does not
  /// say.
  public static func bytes(at path: String) -> Int? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    let (count, isOver) = Int(clamping: facts.f_bavail).multipliedReportingOverflow(by: Int(clamping: facts.f_frsize))
    return isOver ? .max : count
  }
}
