import Foundation
import Testing

/// The capture contract has 90 cases, and each is a test that bears its number and is not switched off.
@Suite struct ContractCoverageTests {
  @Test("every case of the capture contract is a test of its name")
  func everyCase() throws {
    let repository = Repository()
    let folders = ["LiveCaptureTests", "PhotoLibraryTests", "MediaCoreTests", "DiagnosticsTests"]
    let paths = try folders.flatMap { try repository.swiftFiles(in: "Tests/\($0)") }
    let text = try paths.map { try repository.text($0) }.joined(separator: "\n")
    for number in 1...90 {
      let name = "case" + (number < 10 ? "0" : "") + "\(number)_"
      let parts = text.components(separatedBy: "func \(name)")
      #expect(parts.count > 1, "\(name) is missing")
      for body in parts.dropFirst() {
        #expect(Self.expectsSomething(body), "\(name) expects nothing")
      }
      for before in parts.dropLast() {
        // What stands between the test before and this one: its attributes.
        let attributes = before.suffix(200).components(separatedBy: "\n\n").last ?? ""
        #expect(attributes.contains("@Test"), "\(name) is no test")
        let skips = [".disabled", ".enabled", ".sweep", ".foreignPrograms"]
        #expect(!skips.contains(where: attributes.contains), "\(name) may be skipped")
      }
    }
  }

  /// Whether the function whose text begins here, behind its name, has an expectation or calls what does.
  private static func expectsSomething(_ text: String) -> Bool {
    // In the tests' style a function ends with the first brace at its own indentation.
    let body = text.components(separatedBy: "\n  }").first ?? ""
    let code = body.split(separator: "\n").dropFirst().filter {
      !$0.drop { $0 == " " }.hasPrefix("//")
    }.joined(separator: "\n")
    return ["#expect(", "#require(", "#expect {", "expect", "check"].contains { word in
      code.ranges(of: word).contains { range in
        // A whole call: `expectLivePhoto(`, `checkBadge(`, not a variable's name.
        word.hasPrefix("#") || code[range.upperBound...].drop { $0.isLetter }.hasPrefix("(")
      }
    }
  }

  @Test("an empty test of a case would be found")
  func teeth() {
    #expect(!Self.expectsSomething("a() {\n  }"))
    #expect(
      !Self.expectsSomething("a() {\n    // #expect(true)\n    let expected = 1\n  }\n  func b() { #expect(true)\n  }"))
    #expect(Self.expectsSomething("a() {\n    #expect(1 == 2)\n  }"))
    #expect(Self.expectsSomething("a() {\n    try await expectRule(3)\n  }"))
  }

  @Test("every rule of the contract is looked at by the sources, and broken by a test")
  func everyRule() throws {
    let repository = Repository()
    let declaration = "Sources/Diagnostics/ContractRule.swift"
    let cases = try repository.text(declaration).components(separatedBy: "public var clause")[0]
    let names = cases.matches(of: /case (\w+) = "/).map { String($0.output.1) }
    #expect(names.count > 40)
    func text(_ folder: String, without left: [String]) throws -> String {
      try repository.swiftFiles(in: folder).filter { !left.contains($0) }.map { try repository.text($0) }.joined()
    }
    let sources = try text("Sources", without: [declaration])
    // `RuleTests` breaks all but the library's, and lists those.
    let list = "Tests/LiveCaptureTests/RuleTests.swift"
    let (broken, others) = (try repository.text(list), try text("Tests", without: [list]))
    let library = broken.components(separatedBy: "libraryRules: [ContractRule] = [").last?.components(separatedBy: "]")[
      0]
    for name in names {
      let isLookedAt = sources.contains(".\(name)")
      #expect(isLookedAt, "\(name) is looked at by nobody")
      let isLibrarys = library?.contains(".\(name)") == true
      let isBroken = (isLibrarys ? others : broken).contains(".\(name)")
      #expect(isBroken, "\(name) is broken by no test")
    }
  }

  /// The types whose members the sections of the contract's table list; other types may be named anywhere.
  private static let owners = [
    "1.1": ["CaptureSession", "SessionEvent"],
    "1.2": ["CaptureDevice", "DeviceSystem", "DeviceInput", "CaptureConnection", "Flash"],
    "1.3": ["PhotoOutput"],
    "1.4": ["PhotoSettings", "PhotoOutput"],
    "1.5": ["ResolvedPhotoSettings", "CapturePhoto"],
  ]

  @Test("every name in the contract's table of members is declared for apps, by the type that the section is about")
  func everyMember() throws {
    let repository = Repository()
    let article = try repository.text("Sources/LiveCapture/LiveCapture.docc/Contract.md")
    let rows = article.components(separatedBy: "### Members").last?.split(separator: "\n").filter { $0.hasPrefix("| ") }
    var (types, members): (Set<String>, [String: Set<String>]) = ([], [:])
    for path in try ["LiveCapture", "CaptureDevices", "MediaCore"].flatMap({ try repository.swiftFiles(of: $0) }) {
      let names = Self.publicNames(try repository.text(path))
      types.formUnion(names.types)
      // Files are named after the type that they are about, `PhotoOutput+Features.swift`; others extend it beside
      // theirs.
      let stem = path.split(separator: "/").last?.prefix { $0.isLetter } ?? ""
      let extended = try repository.text(path).matches(of: /\nextension (\w+)/).map(\.output.1)
      for owner in Set([stem] + extended) { members[String(owner), default: []].formUnion(names.members) }
    }
    var (count, section) = (0, "")
    for row in rows ?? [] {
      if let heading = row.firstMatch(of: /\*\*(\d\.\d)/) { section = String(heading.output.1) }
      let cells = row.split(separator: "|").map(String.init)
      guard cells.count > 1, let owners = Self.owners[section] else { continue }
      let ofSection = owners.reduce(into: types) { $0.formUnion(members[$1] ?? []) }
      // What follows "because" may name what V4L2 or Apple calls a thing.
      let here = cells[1].components(separatedBy: "not here, because")[0]
      // Apple's names, which are cut short there, are none of ours.
      for name in here.matches(of: /`(\w+)[^`…]*`/).map({ String($0.output.1) }) {
        let isPublic = ofSection.contains(name)
        #expect(isPublic, "\(name) is no public member of \(owners.joined(separator: ", "))")
        count += 1
      }
    }
    #expect(count > 100)
  }

  /// What a text declares as `public`, with the requirements of protocols and the cases of an `enum`.
  private static func publicNames(_ text: String) -> (types: Set<String>, members: Set<String>) {
    func names(_ matches: [Regex<(Substring, Substring)>.Match]) -> Set<String> {
      Set(matches.map { String($0.output.1) })
    }
    var members = names(text.matches(of: /\bpublic [^=\n]*?\b(?:func|var|let) (\w+)/))
    if text.contains("public init") { members.insert("init") }
    if text.contains("public enum") { members.formUnion(names(text.matches(of: /\n {2,}case (\w+)/))) }
    if text.contains("public protocol") { members.formUnion(names(text.matches(of: /\n {2,}(?:func|var) (\w+)/))) }
    return (
      names(text.matches(of: /\bpublic (?:final )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/)), members
    )
  }

  @Test("a name in a comment, a private one and a local one would be found to be no public one")
  func teethForNames() {
    let names = Self.publicNames(
      """
      /// Not `isSpoken`, and not `isShouted`.
      public final class Output {
        public private(set) var isPublic = false
        public static func make(_ isLabel: Bool) { let isLocal = true }
        private var isPrivate = false
        var isInternal: Bool { isPrivate }
      }
      """)
    #expect(names.types == ["Output"] && names.members == ["isPublic", "make"])
  }
}
