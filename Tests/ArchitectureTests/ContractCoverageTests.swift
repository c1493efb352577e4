import Foundation
import Testing

/// The capture contract has 90 cases, and each is a test that bears its number and is not switched off.
@Suite struct ContractCoverageTests {
  @Test("every case of the capture contract is a test of its name")
  func everyCase() throws {
    let repository = Repository()
    let folders = ["LiveCaptureTests", "PhotoLibraryTests", "MediaCoreTests"]
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
        #expect(!attributes.contains(".disabled") && !attributes.contains(".enabled"), "\(name) may be skipped")
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
}
