import Foundation

/// A folder that lasts as long as this object does.
final class ALSATemporaryFolder: Sendable {
  /// The folder's path.
  let path: String

  /// Makes an empty folder.
  init() throws {
    path = NSTemporaryDirectory() + "/livecam-alsa-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders that lead to it, and returns its path.
  @discardableResult func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}
