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

  @Test("every name in the contract's table of members is one of livecam's")
  func everyMember() throws {
    let repository = Repository()
    let article = try repository.text("Sources/LiveCapture/LiveCapture.docc/Contract.md")
    let rows = article.components(separatedBy: "### Members").last?.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let paths = try ["LiveCapture", "CaptureDevices"].flatMap { try repository.swiftFiles(of: $0) }
    let sources = try paths.map { try repository.text($0) }.joined(separator: "\n")
    let words = Set(sources.matches(of: /\w+/).map { String($0.output) })
    var count = 0
    for row in rows ?? [] {
      let cells = row.split(separator: "|").map(String.init)
      guard cells.count > 1 else { continue }
      // What follows "because" may name what V4L2 or Apple calls a thing.
      let here = cells[1].components(separatedBy: "not here, because")[0]
      for name in here.matches(of: /`(\w+)[^`]*`/).map({ String($0.output.1) }) {
        #expect(name == "init" || words.contains(name), "\(name) is nowhere")
        count += 1
      }
    }
    #expect(count > 100)
  }
}
