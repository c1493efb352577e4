import CaptureDevices
import Glibc
import SystemCalls

/// A namespace for reading the kernel's small files and folders about devices, of which any may be gone at any time.
enum DeviceFiles {
  /// The names in a folder, in no order; none if it cannot be read.
  static func names(in folder: String) -> [String] { (try? Folder.names(in: folder)) ?? [] }  // as without such devices

  /// The first line of a small file without trailing space; `nil` if it is empty or cannot be read.
  static func firstLine(of path: String) -> String? {
    guard let line = Descriptor.bytes(of: path)?.prefix(while: { $0 != 0x0a }),
      let last = line.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    return String(decoding: line[...last], as: UTF8.self)
  }

  /// The number that a file begins with; `nil` if it has none or cannot be read.
  static func number(in path: String) -> UInt64? {
    let digits = Descriptor.bytes(of: path, limit: 32)?.prefix { (0x30...0x39).contains($0) }
    return digits.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
  }

  /// Tells whether this process may open a device's file. Access is denied only if the file's permissions say so:
  /// opening the file tells whatever else is wrong.
  static func access(to path: String) -> DeviceAccess {
    guard faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0 else { return .granted }
    return errno == EACCES || errno == EPERM ? .denied : .granted
  }
}
