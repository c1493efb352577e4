import Foundation
import Testing

/// The checker must object: each rule is shown a text that breaks it.
@Suite struct LayerCheckerTests {
  private static let json = """
    {
      "targets": {
        "CThing": { "floor": 0, "imports": [] },
        "Low": { "floor": 1, "imports": ["CThing"] },
        "High": { "floor": 3, "imports": ["Low"] }
      },
      "cModules": { "CThing": ["Low"] },
      "packages": { "Logging": { "minimumFloor": 3 } },
      "systemModules": { "Glibc": { "minimumFloor": 0 }, "Foundation": { "minimumFloor": 3 } },
      "bannedWords": [
        { "word": "Date()", "allowedIn": [] }, { "word": ".shared", "allowedIn": [] },
        { "word": "print(", "allowedIn": ["High"] }, { "word": "sleep(", "allowedIn": [] }
      ],
      "limits": { "fileLines": 100, "functionLines": 10 }
    }
    """

  private func checker(_ edit: (String) -> String = { $0 }) throws -> LayerChecker {
    LayerChecker(table: try JSONDecoder().decode(LayerTable.self, from: Data(edit(Self.json).utf8)))
  }

  private func complaints(about text: String, in target: String) throws -> [String] {
    try checker().violations(in: text, target: target, path: "File.swift").map(\.description)
  }

  @Test(
    "an upward import is found however it is written",
    arguments: [
      "import High", "public import High", "  import High", "@preconcurrency import High",
      "@_exported public import High", "import struct High.Thing", "import High.Part", "import High; import Glibc",
    ])
  func upwardImports(line: String) throws {
    let found = try complaints(about: "import Glibc\n\(line)\n", in: "Low")
    #expect(found == ["File.swift:2: Low imports High, which Configs/layers.json does not list for it"])
  }

  @Test("allowed imports pass, and words that only look like imports do too")
  func allowedImports() throws {
    let text = "import Low\nimport Glibc\nimport Foundation\n// import Nowhere\nlet x = \"import Nowhere\"\n"
    #expect(try complaints(about: text, in: "High") == [])
    #expect(try complaints(about: "/* a\nimport Nowhere\n/* b */ import Nowhere */\n", in: "High") == [])
    #expect(try complaints(about: "\"\"\"\nimport Nowhere\n\"\"\"\n", in: "High") == [])
  }

  @Test("a C library is for its one wrapper, and Foundation is not for low floors")
  func otherImports() throws {
    #expect(try complaints(about: "import CThing", in: "High").count == 1)
    #expect(try complaints(about: "import Foundation", in: "Low").count == 1)
    #expect(try complaints(about: "import Low", in: "Unknown").count == 1)
  }

  @Test("a table that allows what no floor allows is refused")
  func wrongTables() throws {
    #expect(try checker().violationsOfTable() == [])
    let edits: [(String, String)] = [
      ("\"imports\": [\"CThing\"]", "\"imports\": [\"High\"]"),  // upward
      ("\"imports\": [\"CThing\"]", "\"imports\": [\"Low\"]"),  // itself
      ("\"imports\": [\"Low\"]", "\"imports\": [\"CThing\"]"),  // past the wrapper
      ("\"imports\": [\"CThing\"]", "\"imports\": [\"Logging\"]"),  // a package below its floor
      ("\"imports\": [\"Low\"]", "\"imports\": [\"Nothing\"]"),  // unknown
      ("\"CThing\": [\"Low\"]", "\"CThing\": [\"Gone\"]"),  // a wrapper that is none
    ]
    for (old, new) in edits {
      let checker = try checker { $0.replacingOccurrences(of: old, with: new) }
      #expect(!checker.violationsOfTable().isEmpty, "\(new)")
    }
  }

  @Test("the manifest and the table must tell the same")
  func manifests() throws {
    let manifest = """
      func module(_ name: String) -> Target { .target(name: name) }
      .systemLibrary(name: "CThing", providers: [.apt(["thing-dev"])]),
      module("Low", ["CThing"]),  // module("Comment")
      .executableTarget(name: "High", dependencies: ["Low"]),
      tests("LowTests", ["Low"]),
      """
    let checker = try checker()
    #expect(checker.violations(of: PackageManifest(manifest)) == [])
    let edits = [
      ("[\"CThing\"]", "[]"), ("\"Low\", [\"CThing\"]", "\"Lower\", [\"CThing\"]"),
      ("[\"Low\"]),\ntests", "[\"Low\", \"CThing\"]),\ntests"),
      ("[\"Low\"]),\ntests", "[\"Low\", .product(name: \"Logging\", package: \"swift-log\")]),\ntests"),
    ]
    for (old, new) in edits {
      let changed = PackageManifest(manifest.replacingOccurrences(of: old, with: new))
      #expect(!checker.violations(of: changed).isEmpty, "\(new)")
    }
    let product = "module(\"A\", [.product(name: \"Logging\", package: \"swift-log\")])"
    #expect(PackageManifest(product).dependencies == ["A": ["Logging"]])
  }

  @Test(
    "banned words are found in code, not in comments, strings or longer names",
    arguments: [
      ("let now = Date()", 1), ("let now = Date( )", 0), ("let x = Session.shared", 1), ("let x = a.sharedThing", 0),
      ("print(1)", 1), ("fingerprint(1)", 0), ("Self.print(1)", 0), ("func print(_ x: Int) {}", 0),
      ("usleep(1)", 1), ("try await Task.sleep(for: x)", 1), ("// print(1)", 0), ("let s = \"print(1)\"", 0),
      ("let s = \"a \\(f(\"print(\")) b\"; print(1)", 1), ("let s = #\"\"print(\"#", 0),
    ] as [(String, Int)])
  func bannedWords(line: String, count: Int) throws {
    #expect(try complaints(about: line, in: "Low").count == count)
  }

  @Test("a word is allowed where the table allows it")
  func allowedWords() throws { #expect(try complaints(about: "print(1)", in: "High") == []) }

  @Test("long functions are found, wherever their brace stands, and requirements without a body are not")
  func functions() throws {
    let body = String(repeating: "  x += 1\n", count: 9)
    #expect(try complaints(about: "func f() {\n\(body)}\n", in: "Low").count == 1)
    #expect(try complaints(about: "func f(\n  a: Int = { 1 }()\n) -> [Int] {\n\(body)}\n", in: "Low").count == 1)
    #expect(try complaints(about: "init?(x: Int) {\n\(body)}\n", in: "Low").count == 1)
    #expect(try complaints(about: "func f() {\n\(body.dropLast(9))}\n", in: "Low") == [])
    #expect(try complaints(about: "protocol P {\n  func f()\n  var x: Int { get }\n\(body)}\n", in: "Low") == [])
    #expect(try complaints(about: "func f() { \"}\" }\n\(body)\(body)", in: "Low") == [])
  }

  @Test("long files are found, and tables may be long")
  func files() throws {
    let checker = try checker()
    let text = String(repeating: "let x = 1\n", count: 101)
    #expect(checker.violations(in: text, target: "Low", path: "Thing.swift").count == 1)
    #expect(checker.violations(in: text, target: "Low", path: "ThingTables.swift") == [])
    #expect(checker.violations(in: String(text.dropLast(10)), target: "Low", path: "Thing.swift") == [])
  }
}
