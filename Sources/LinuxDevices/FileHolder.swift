import Glibc
import SystemCalls

/// A process that has a device's file open.
package struct FileHolder: Sendable, Hashable {
  /// Its number.
  package let process: Int32
  /// Its program, as the kernel names it.
  package let name: String

  /// Creates a holder from its parts.
  package init(process: Int32, name: String) {
    self.process = process
    self.name = name
  }

  /// The processes that have a file open, by number, this one left out.
  ///
  /// Other users' processes show their files to root alone.
  static func holders(of path: String, processes root: String = "/proc") -> [FileHolder] {
    let file = Folder.resolved(path) ?? path
    return DeviceFiles.names(in: root).compactMap { Int32($0) }.filter { $0 != getpid() }.sorted().compactMap {
      process in
      let folder = "\(root)/\(process)"
      let isOpen = DeviceFiles.names(in: "\(folder)/fd").contains { target(of: "\(folder)/fd/\($0)") == file }
      return isOpen ? FileHolder(process: process, name: DeviceFiles.firstLine(of: "\(folder)/comm") ?? "?") : nil
    }
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink(link.systemPath, &bytes, bytes.count - 1) > 0 else { return nil }
    return bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(systemPath: $0) } }
  }
}
