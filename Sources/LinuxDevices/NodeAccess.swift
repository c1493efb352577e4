import CaptureDevices
import Glibc

/// Whether this process may open a device's file.
enum NodeAccess {
  /// Denied only if the file's permissions say so: whatever else is wrong, opening it will tell.
  static func access(to path: String) -> DeviceAccess {
    guard faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0 else { return .granted }
    return errno == EACCES || errno == EPERM ? .denied : .granted
  }
}
