import Foundation

/// A folder of its own for one test, removed with all that is in it when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  /// The folder's path, without links in it.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("livecam-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  // One that is left over does no harm.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder, be it there or not.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, with the folders that lead to it, and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// The bytes of a file.
  public func read(_ name: String) throws -> [UInt8] {
    // By a handle: `Data(contentsOf:)` of an empty file leaks the 4 KiB that it read into.
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path(name)))
    defer { try? handle.close() }
    return [UInt8](try handle.readToEnd() ?? Data())
  }
}
