import FoundationEssentials
import Glibc
import KioskWeb
import SystemCalls

extension KioskReport.System {
  /// The machine that this program runs on.
  static let ofThisMachine = KioskReport.System(
    kernel: kernel, distribution: value(of: "PRETTY_NAME", separator: "=", in: "/etc/os-release"),
    processor: [architecture, value(of: "model name", separator: ":", in: "/proc/cpuinfo")].compactMap { $0 }
      .joined(separator: ", "),
    processorCount: ProcessInfo.processInfo.activeProcessorCount)

  private static var kernel: String {
    let release = lines(of: "/proc/sys/kernel/osrelease").first.map { " \($0)" } ?? ""
    return "Linux\(release)"
  }

  private static var architecture: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    return withUnsafeBytes(of: names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Returns the value of a line such as `NAME="Debian"`, without its quotation marks; `nil` if the file has none.
  private static func value(of name: String, separator: Character, in path: String) -> String? {
    for line in lines(of: path) {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, parts[0].trimmed == name else { continue }
      return parts[1].trimmed
    }
    return nil
  }

  private static func lines(of path: String) -> [Substring] {
    // A file that a machine does not have, or does not show, tells nothing.
    guard let bytes = try? Descriptor(opening: path, O_RDONLY).readToEnd() else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0 }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let isKept = { (character: Character) in !character.isWhitespace && character != "\"" }
    guard let first = firstIndex(where: isKept), let last = lastIndex(where: isKept) else { return "" }
    return String(self[first...last])
  }
}
