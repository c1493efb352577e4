import FoundationEssentials

/// A file that a program writes beside its standard output, removed when nobody holds it any more.
final class SideFile {
  /// Its path, at which there is nothing yet.
  let path = FileManager.default.temporaryDirectory.appending(path: "livecam-probe-\(UUID().uuidString)").path

  // A program that failed may have left none.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// What the program has written.
  /// - Throws: ``ProbeError`` with `.unexpectedOutput` when it wrote nothing.
  func read(of file: String, tool: String) throws(ProbeError) -> Data {
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ProbeError(
        code: .unexpectedOutput, tool: tool, file: file, underlying: error, message: "A part of the output is missing.")
    }
  }
}
