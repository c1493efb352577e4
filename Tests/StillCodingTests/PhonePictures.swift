import ByteCoding
import Foundation

/// Pictures of real phones are not part of the project; `LIVECAM_FIXTURES` names a folder that holds some.
enum PhonePictures {
  /// The paths of those with one of the extensions; none, and a word about it, without a folder.
  static func paths(_ extensions: String...) throws -> [String] {
    guard let folder = ProcessInfo.processInfo.environment["LIVECAM_FIXTURES"] else {
      print("skipped: LIVECAM_FIXTURES names no folder with phone pictures")
      return []
    }
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .filter { name in extensions.contains { name.lowercased().hasSuffix("." + $0) } }.map { folder + "/" + $0 }
  }

  /// A file in memory.
  static func bytes(_ path: String) throws -> ArrayBytes {
    ArrayBytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), name: path)
  }
}
