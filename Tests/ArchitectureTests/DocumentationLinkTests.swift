import Testing

/// What the README, CONTRIBUTING and the articles name is there.
@Suite struct DocumentationLinkTests {
  private let repository = Repository()

  /// The texts that a reader sees, by path.
  private func texts() throws -> [(path: String, text: String)] {
    let articles = try repository.files(in: "Sources", endingWith: ".md")
    #expect(articles.count > 20)
    return try (["README.md", ".github/CONTRIBUTING.md"] + articles).map { ($0, try repository.text($0)) }
  }

  @Test("the README's table has each product that a package may depend on")
  func products() throws {
    let names = try repository.text("Package.swift").matches(of: /\.library\(\s*name: "(\w+)", targets/).map(\.1)
    #expect(names.count > 15)
    let rows = try repository.text("README.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    for name in names { #expect(rows.contains { $0.prefix { $0 != "." }.contains("`\(name)`") }, "no row for \(name)") }
  }

  @Test("links of the README lead to files, and each article is linked there or in the table of targets")
  func readme() throws {
    let readme = try repository.text("README.md")
    let targets = Dictionary(
      readme.matches(of: /(?m)^\[(\w+)\]: ([^\s#]+)(?:#\S+)?$/).map { (String($0.output.1), String($0.output.2)) },
      uniquingKeysWith: { first, _ in first })
    for match in readme.matches(of: /\]\[(\w+)\]/) {
      #expect(targets[String(match.output.1)] != nil, "[\(match.output.1)] leads nowhere")
    }
    let table = try repository.text("Sources/README.md")
    let paths =
      targets.values + readme.matches(of: /\]\(([^)#]+)\)/).map { String($0.output.1) }
      + table.matches(of: /\]\(([^)]+)\)/).map { "Sources/" + $0.output.1 }
    for path in paths { #expect(repository.exists(path), "\(path) is not there") }
    let covers = ["livecam", "CaptureScripts", "LiveCaptureTesting"]  // Links lead to their articles.
    for article in try repository.files(in: "Sources", endingWith: ".md") where !paths.contains(article) {
      #expect(covers.contains { article.hasSuffix("/\($0).md") }, "no README links \(article)")
    }
  }

  @Test("the table of targets names each of them at its floor, but for the C libraries, which have one row")
  func targets() throws {
    let layers = try repository.layerTable()
    let rows = try repository.text("Sources/README.md").matches(of: /(?m)^\| (\d+) \| `(\w+)` \|/)
    let floors = Dictionary(uniqueKeysWithValues: rows.map { (String($0.output.2), Int($0.output.1)) })
    #expect(floors == layers.targets.filter { $0.key.prefixMatch(of: /C[A-Z]/) == nil }.mapValues(\.floor))
  }

  @Test("links between articles lead to an article of the same catalogue")
  func articles() throws {
    let articles = Set(try repository.files(in: "Sources", endingWith: ".md"))
    for (path, text) in try texts() {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      for match in text.matches(of: /<doc:(\w+)/) {
        #expect(articles.contains("\(folder)/\(match.output.1).md"), "\(path): \(match.output.1) is no article")
      }
    }
  }

  @Test("functions that articles and comments link to are declared with these labels")
  func functions() throws {
    let sources = try repository.files(in: "Sources", endingWith: ".swift").map { ($0, try repository.text($0)) }
    let declared = sources.reduce(into: Set<String>()) { $0.formUnion(SwiftSource($1.1).signatures) }
    var count = 0
    for (path, text) in try sources + texts() {
      for match in text.matches(of: /``(?:\w+\/)*(\w+\([\w:]*\))``/) {
        let isDeclared = declared.contains(String(match.output.1))
        #expect(isDeclared, "\(path): there is no \(match.output.1)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test("files and folders that are named are there, and so are commands")
  func names() throws {
    let sources = try repository.swiftFiles(of: "livecam").map(repository.text).joined()
    let commands = Set(sources.matches(of: /commandName: "(\w+)"/).map(\.output.1))
    #expect(commands.count >= 13)
    var count = 0
    for (path, text) in try texts() {
      // What goes on with "…" names any of many.
      for match in text.matches(of: /\b(?:Sources|Tests|Scripts|Configs)\/[\w.\/+-]++(?!…)/) {
        let named = match.output.last == "." ? match.output.dropLast() : match.output
        // An article's example apps have folders of their own.
        let places = ["", "Tests/ExampleApp/", "Tests/ExampleApp/Delegate/", "Tests/ExampleApp/Viewfinder/"]
        #expect(places.contains { repository.exists($0 + named) }, "\(path): there is no \(named)")
        count += 1
      }
      // Every other piece stands between fences.
      for code in text.split(separator: "```", omittingEmptySubsequences: false).enumerated() where code.offset % 2 == 1
      {
        for match in code.element.matches(of: /(?m)^(?:\$ |Scripts\/)?livecam ([a-z]+)/) {
          #expect(commands.contains(match.output.1), "\(path): there is no command \(match.output.1)")
        }
      }
    }
    #expect(count > 60)
  }

  @Test("types that are named are in the sources, or in the tests")
  func types() throws {
    var words: Set<String> = []
    for folder in ["Sources", "Tests"] {
      for path in try repository.files(in: folder, endingWith: "") where !path.contains("/.") {
        // Files and targets are named, too.
        words.formUnion(path.split { $0 == "/" || $0 == "." || $0 == "+" }.map(String.init))
        guard path.hasSuffix(".swift") else { continue }
        let text = try repository.text(path)
        words.formUnion(
          text.utf8.split { !(65...90).contains($0) && !(97...122).contains($0) && !(48...57).contains($0) && $0 != 95 }
            .map { String(Substring($0)) })
      }
    }
    var count = 0
    // The contract's first column has Apple's names, and a test of its own.
    for (path, text) in try texts() where !path.hasSuffix("/Contract.md") {
      for match in text.matches(of: /`([A-Z][a-z]+[A-Z]\w*)/) {
        #expect(words.contains(String(match.output.1)), "\(path): there is no \(match.output.1)")
        count += 1
      }
    }
    #expect(count > 300)
  }
}
