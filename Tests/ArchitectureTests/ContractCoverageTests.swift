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
      for before in parts.dropLast() {
        // What stands between the test before and this one: its attributes.
        let attributes = before.suffix(200).components(separatedBy: "\n\n").last ?? ""
        #expect(attributes.contains("@Test"), "\(name) is no test")
        #expect(!attributes.contains(".disabled") && !attributes.contains(".enabled"), "\(name) may be skipped")
      }
    }
  }
}
