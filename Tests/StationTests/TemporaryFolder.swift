import Foundation

/// Calls `body` with the path of a new folder, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("livecam-station-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }  // a folder left over does no harm
  return try await body(folder.path)
}

/// The names of all files in a folder, hidden ones too, in order.
func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// Makes an empty file.
func touch(_ path: String) throws { try Data().write(to: URL(fileURLWithPath: path)) }
