/// The targets that `Package.swift` declares, with what each depends on. What only tests use is left out: `.target(…)`
/// outside of `module(…)`, and what lies in a folder of `Tests`.
struct PackageManifest {
  let dependencies: [String: [String]]
  /// What each target of tests depends on.
  let testDependencies: [String: [String]]

  /// Reads the calls `module(…)`, `.executableTarget(…)`, `.systemLibrary(…)` and `tests(…)` of the manifest.
  init(_ text: String) {
    let code = Self.withoutComments(text)
    var (dependencies, testDependencies): ([String: [String]], [String: [String]]) = ([:], [:])
    for call in [".systemLibrary(", "module(", ".executableTarget(", "tests("] {
      var rest = Substring(code)
      while let range = rest.firstRange(of: call) {
        let before = rest[..<range.lowerBound]
        let arguments = Self.arguments(of: rest[range.upperBound...])
        rest = rest[range.upperBound...]
        guard !before.hasSuffix("func "), !arguments.contains("path: \"Tests/") else { continue }
        var names = Self.literals(in: arguments)
        guard !names.isEmpty else { continue }
        let target = names.removeFirst()
        if call == "tests(" {
          testDependencies[target] = names
        } else {
          dependencies[target] = call == ".systemLibrary(" ? [] : names
        }
      }
    }
    self.dependencies = dependencies
    self.testDependencies = testDependencies
  }

  private static func withoutComments(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.firstRange(of: "//").map { isLink(line, $0) ? line : line[..<$0.lowerBound] } ?? line }
      .joined(separator: "\n")
  }

  /// Whether the slashes are those of `https://`.
  private static func isLink(_ line: Substring, _ range: Range<Substring.Index>) -> Bool {
    line[..<range.lowerBound].hasSuffix(":")
  }

  /// What stands between the opening parenthesis before `text` and its closing one.
  private static func arguments(of text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }

  /// The string literals, without those that name the package of a product or what is left out.
  private static func literals(in text: Substring) -> [String] {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.compactMap { index in
      let isName = ["package: ", "exclude: ["].allSatisfy { index % 2 == 1 && !parts[index - 1].hasSuffix($0) }
      return isName ? String(parts[index]) : nil
    }
  }
}
