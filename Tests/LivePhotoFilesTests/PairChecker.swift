import Foundation
import TestSupport
import Testing

/// The independent checker `Tests/Tools/check_pair.py`.
enum PairChecker {
  /// The numbers of the rules that a pair breaks.
  static func failures(_ still: String, _ movie: String, _ options: [String] = []) throws -> [String] {
    let script = Project.path("Tests/Tools/check_pair.py")
    let run = try ForeignTool.python.attempt(["-B", script, still, movie, "--json"] + options)
    let rules = try #require(
      try JSONSerialization.jsonObject(with: Data(run.bytes)) as? [[String: String]], "\(run.errors)")
    return rules.filter { $0["status"] == "FAIL" }.compactMap { $0["rule"] }
  }
}
