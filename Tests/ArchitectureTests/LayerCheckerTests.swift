import Foundation
import Testing

/// The checker must object: each rule is shown a text that breaks it.
@Suite struct LayerCheckerTests {
  private static let json = """
    {
      "targets": {
        "CThing": { "floor": 0 }, "Low": { "floor": 1 }, "High": { "floor": 3 }
      },
      "cModules": { "CThing": ["Low"] },
      "packages": { "Logging": { "minimumFloor": 3 } },
      "systemModules": { "Glibc": { "minimumFloor": 0 }, "Foundation": { "minimumFloor": 3 } },
      "bannedWords": [
        { "word": "Date()", "allowedIn": [] }, { "word": ".shared", "allowedIn": [] },
        { "word": ".random(", "allowedIn": [] },
        { "word": "print(", "allowedIn": ["High"] }, { "word": "sleep(", "allowedIn": [] }
      ],
      "limits": {
        "fileLines": 100, "functionLines": 10, "commentColumns": 80, "typeLines": 5, "longTypes": { "Long": 8 },
        "uniqueNamesBelowFloor": 3, "repeatedNames": ["Twice"]
      },
      "closures": { "High": ["CThing"] }
    }
    """
  private static let manifest = """
    func module(_ name: String) -> Target { .target(name: name) }
    .systemLibrary(name: "CThing", providers: [.apt(["thing-dev"])]),
    module("Low", ["CThing"]),  // module("Comment")
    .executableTarget(name: "High", dependencies: ["Low"]),
    tests("LowTests", ["Low"]),
    """

  private func checker(_ old: String = "", _ new: String = "") throws -> LayerChecker {
    let table = Self.json.replacingOccurrences(of: old, with: new)
    return LayerChecker(
      table: try JSONDecoder().decode(LayerTable.self, from: Data(table.utf8)),
      manifest: PackageManifest(Self.manifest.replacingOccurrences(of: old, with: new)))
  }

  private func complaints(about text: String, in target: String) throws -> [String] {
    try checker().violations(in: SwiftSource(text), target: target, path: "File.swift").map(\.description)
  }

  @Test(
    "an upward import is found however it is written",
    arguments: [
      "import High", "public import High", "  import High", "@preconcurrency import High  // C",
      "@_exported public import High", "import struct High.Thing", "import High.Part", "import High; import Glibc",
    ])
  func upwardImports(line: String) throws {
    let found = try complaints(about: "import Glibc\n\(line)\n", in: "Low")
    #expect(found == ["File.swift:2: Low imports High, which Package.swift does not list for it"])
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

  @Test(
    "a manifest that declares what no floor allows is refused, and one that differs from the table",
    arguments: [
      ("\"Low\", [\"CThing\"]", "\"Low\", [\"High\"]"),  // upward
      ("\"Low\", [\"CThing\"]", "\"Low\", [\"Low\"]"),  // itself
      ("dependencies: [\"Low\"]", "dependencies: [\"Low\", \"CThing\"]"),  // past the wrapper
      ("\"Low\", [\"CThing\"]", "\"Low\", [\"CThing\", .product(name: \"Logging\", package: \"swift-log\")]"),
      ("dependencies: [\"Low\"]", "dependencies: [\"Low\", \"Nothing\"]"),  // unknown
      ("\"CThing\": [\"Low\"]", "\"CThing\": [\"Gone\"]"),  // a wrapper that is none
      ("module(\"Low\"", "module(\"Lower\""),  // on no floor
      ("\"Low\", [\"CThing\"]", "\"Low\", []"),  // a closure that has shrunk
      ("\"High\": [\"CThing\"]", "\"High\": []"),  // a closure that has grown
    ])
  func wrongManifests(old: String, new: String) throws {
    #expect(try checker().violationsOfTable() == [])
    #expect(try !checker(old, new).violationsOfTable().isEmpty)
  }

  @Test("a product of a package is a dependency, and its package is none")
  func products() {
    let product = "module(\"A\", [.product(name: \"Logging\", package: \"swift-log\")])"
    #expect(PackageManifest(product).dependencies == ["A": ["Logging"]])
  }

  @Test("types are counted over all their files, and names that two targets have are found")
  func types() throws {
    let checker = try checker()
    let long = "@frozen public final class Long: Thing {\n  a\n}\n\nextension Long {\n  b\n  c\n}\n"
    let twice = "enum Twice {}\nprivate struct Mine {}\n"
    func complaints(_ low: [String: String], _ middle: String = twice) -> [String] {
      let sources = ["Low": low.mapValues { SwiftSource($0) }, "CThing": ["Other.swift": SwiftSource(middle)]]
      return checker.violations(of: sources).map(\.description).sorted()
    }
    let files = ["A/Long.swift": long, "A/Twice.swift": twice]
    func adding(_ path: String, _ text: String) -> [String] { complaints(files.merging([path: text]) { $1 }) }
    #expect(complaints(files) == [])
    #expect(adding("B/Long+More.swift", "\n") == ["Low.Long: a type of 9 lines, more than 8"])
    #expect(adding("Mixed.swift", "extension Long.Part {\n}\n") == ["Low.Long: a type of 10 lines, more than 8"])
    #expect(adding("Mixed.swift", "protocol Big {\n\n\n\n\n}\n").first == "Low.Big: a type of 6 lines, more than 5")
    #expect(complaints(files, twice + "actor Long {}\n") == ["Long: a type's name in CThing and Low"])
    #expect(
      complaints(["Long.swift": "struct Long {\n}\n"], "") == [
        "layers.json: longTypes: Long is short by now; take it out",
        "layers.json: repeatedNames: Twice is no more; take it out",
      ])
  }

  @Test(
    "banned words are found in code, not in comments, strings or longer names",
    arguments: [
      ("let now = Date()", 1), ("let now = Date( )", 0), ("let x = Session.shared", 1), ("let x = a.sharedThing", 0),
      ("let x = UInt64.random(in: 0...9)", 1), ("let x = SecretToken.random", 0), ("random(1)", 0),
      ("print(1)", 1), ("fingerprint(1)", 0), ("Self.print(1)", 0), ("func print(_ x: Int) {}", 0),
      ("usleep(1)", 1), ("try await Task.sleep(for: x)", 1), ("// print(1)", 0), ("let s = \"print(1)\"", 0),
      ("let s = \"a \\(f(\"print(\")) b\"; print(1)", 1), ("let s = #\"\"print(\"#", 0),
    ] as [(String, Int)])
  func bannedWords(line: String, count: Int) throws {
    #expect(try complaints(about: line, in: "Low").count == count)
  }

  @Test("a word is allowed where the table allows it")
  func allowedWords() throws { #expect(try complaints(about: "print(1)", in: "High") == []) }

  @Test(
    "what the compiler cannot check has its reason beside it",
    arguments: [
      ("final class A: @unchecked Sendable {", 1), ("final class A: @unchecked Sendable {  // locked", 0),
      ("// Unchecked: locked.\nfinal class A: @unchecked Sendable {", 0),
      ("// It is.\n\n@preconcurrency import Glibc", 1),
      ("/// A thing.\nfinal class A: @unchecked Sendable {", 1),
      ("/// A thing. Unchecked as its superclass is.\nfinal class A: @unchecked Sendable {", 0),
      ("// Of one queue.\n/// A thing.\nnonisolated(unsafe) let a: A\nnonisolated(unsafe) var b = 1", 0),
      ("nonisolated(unsafe) let a: A\nlet x = 1  // one\nnonisolated(unsafe) var b = 1", 2),
      ("let f = unsafeBitCast(a, to: F.self)", 1), ("let a = b.unsafelyUnwrapped  // never empty", 0),
      ("let a = b!", 1), ("let a = b()!.c", 1), ("let a = b as! C", 1), ("let a = try! b()", 1), ("let a = !b != c", 0),
      ("let a = b!  // set above", 0), ("fatalError()", 1), ("preconditionFailure(\"no such stream\")", 0),
      ("let a = [Int](unsafeUninitializedCapacity: 3) { _, _ in }", 1), ("// Of f.\nlet a = u.takeRetainedValue()", 0),
    ] as [(String, Int)])
  func reasons(text: String, count: Int) throws { #expect(try complaints(about: text, in: "Low").count == count) }

  @Test(
    "an error that is dropped has its reason beside it",
    arguments: [
      ("let a = try? b()", 1), ("let a = try? b()  // optional", 0), ("// Optional.\nlet a = try? b()", 0),
      ("// Optional.\n\nlet a = try? b()", 1), ("/// Optional.\nvar a: A? { try? b() }", 1),
      ("let a = entry?.b", 0), ("// try? b()", 0), ("let a = \"try? b()\"", 0), ("a(\"// \"); try? b()", 1),
      // A statement's first line, and those that go on with it.
      ("// Gone.\nguard let a,\n  let b = try? c()\nelse { return }", 0),
      ("guard let a,  // gone\n  let b = try? c()\nelse { return }", 0),
      ("// Gone.\nif a {\n  try? b()\n}", 1), ("// Gone.\nlet a = b\nlet c = try? d()", 1),
      ("// Gone.\nlet a = b\n  .map { try? $0.c() }", 0),
      // Rows.
      ("// Gone.\ntry? a()\ntry? b()", 0), ("try? a()  // gone\ntry? b()", 1),
      // Blocks that look at the error, and those that do not.
      ("do { try a() } catch { throw B(error.number) }", 0), ("do { try a() } catch { b(\"\\(error)\") }", 0),
      ("do { try a() } catch { b() }", 1), ("do { try a() } catch _ { b() }", 1), ("do { try a() } catch is B {}", 0),
      ("do { try a() } catch { b() }  // gone", 0), ("// Gone.\ndo { try a() } catch { b() }", 0),
      ("do {\n  try a()\n} catch {\n  // No error of ours.\n  b()\n}", 0),
      ("do {\n  try a()\n} catch {\n  errors += 1\n}", 1), ("do {\n  try a()\n} catch {}", 1),
      ("catchAll { b() }", 0),
    ] as [(String, Int)])
  func droppedErrors(text: String, count: Int) throws { #expect(try complaints(about: text, in: "Low").count == count) }

  @Test(
    "what throws for everybody says so",
    arguments: [
      ("public func a() throws {}", 1), ("/// - Throws: `B`.\npublic func a() throws(B) {}", 0),
      ("/// - Throws: `B`.\n@inlinable\npublic func a() throws(B) {}", 0), ("/// A.\npublic init() throws {}", 1),
      ("/// - Throws: `B`.\n\npublic init?() throws {}", 1), ("func a() throws {}", 0),
      ("  public static func a(\n    b: Int\n  ) async throws(C) -> Int {", 1),
      ("public func a(_ b: () throws -> Int) -> Int {", 0), ("public func a(_ b: () throws -> Int) rethrows {", 0),
      ("public func a() -> (Int) throws -> Int { b }", 0), ("public func a() { throws() }", 0),
      ("public protocol A {\n  func b() throws\n}\nextension A {\n  func c() throws {}\n}", 1),
      ("protocol A {\n  func b() throws\n}", 0),
    ] as [(String, Int)])
  func undocumentedThrows(text: String, count: Int) throws {
    #expect(try complaints(about: text, in: "Low").count == count)
  }

  @Test(
    "a comment that describes one parameter describes all",
    arguments: [
      ("/// - Parameter b: C.\npublic func a(_ b: Int) {}", 0),
      ("/// - Parameter b: C.\npublic func a(_ b: Int, c d: [Int: Int] = [:]) {}", 1),
      ("/// - Parameters:\n///   - b: C.\n///   - d: E.\npublic init(\n  b: (Int, Int), c d: Int\n) {}", 0),
      ("/// - Parameters:\n///   - b: C.\npublic init(\n  b: (Int, Int), c d: Int\n) {}", 1),
      ("/// A.\npublic func a(_ b: Int) {}", 0), ("/// - Parameter b: C.\nfunc a(_ b: Int, c: Int) {}", 0),
    ] as [(String, Int)])
  func partlyDocumentedParameters(text: String, count: Int) throws {
    #expect(try complaints(about: text, in: "Low").count == count)
  }

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

  @Test("comments that are too long are found; long code is the formatter's, and a long name cannot be broken")
  func comments() throws {
    let long = String(repeating: "word ", count: 17)
    let text = "/// \(long)\n  // \(long)\n// short\nlet x = \"\(long)\"\n/// \(String(repeating: "x", count: 90))\n"
    let message = "a comment of more than 80 columns"
    #expect(try complaints(about: text, in: "Low") == ["File.swift:1: \(message)", "File.swift:2: \(message)"])
  }

  @Test("long files are found, and tables may be long")
  func files() throws {
    let checker = try checker()
    let text = String(repeating: "let x = 1\n", count: 101)
    #expect(checker.violations(in: SwiftSource(text), target: "Low", path: "Thing.swift").count == 1)
    #expect(checker.violations(in: SwiftSource(text), target: "Low", path: "ThingTables.swift") == [])
    let shorter = SwiftSource(String(text.dropLast(10)))
    #expect(checker.violations(in: shorter, target: "Low", path: "Thing.swift") == [])
  }
}
