import Foundation
import TestSupport
import Testing

/// The independent checker `Tests/Tools/check_pair.py`.
enum PairChecker {
  /// The numbers of the rules that a pair breaks.
  static func failures(_ still: String, _ movie: String, _ options: [String] = []) throws -> [String] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Tools/check_pair.py").path
    let run = try ForeignTool.python.attempt(["-B", script, still, movie, "--json"] + options)
    let rules = try #require(
      try JSONSerialization.jsonObject(with: Data(run.bytes)) as? [[String: String]], "\(run.errors)")
    return rules.filter { $0["status"] == "FAIL" }.compactMap { $0["rule"] }
  }
}

/// Real phones' files, where there are any.
enum PhoneFiles {
  /// The folder that `LIVECAM_FIXTURES` names; says so when there is none.
  static func folder() -> String? {
    let folder = ProcessInfo.processInfo.environment["LIVECAM_FIXTURES"]
    if folder == nil { print("skipped: LIVECAM_FIXTURES names no folder with files of phones") }
    return folder
  }

  /// The pairs in a folder, by equal stems: paths of still and movie.
  static func pairs(in folder: String) throws -> [(still: String, movie: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return names.filter { $0.lowercased().hasSuffix(".mov") }.compactMap { movie in
      let stem = movie.dropLast(3)
      let still = names.first { $0.hasPrefix(stem) && ["heic", "jpg"].contains($0.dropFirst(stem.count).lowercased()) }
      return still.map { (folder + "/" + $0, folder + "/" + movie) }
    }
  }
}
