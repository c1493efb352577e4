import Glibc
import SystemCalls

/// The folder of the program itself.
enum OwnFolder {
  /// The folder; `nil` if the system does not say.
  static var path: String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    return "/" + String(systemPath: own).split(separator: "/").dropLast().joined(separator: "/")
  }
}
