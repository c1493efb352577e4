import Testing

/// The rules of the house, held against this repository.
@Suite struct ArchitectureTests {
  private let repository = Repository()

  @Test("imports go down only, files and functions are short, and nobody reads clocks, sleeps or prints")
  func sources() throws {
    let checker = LayerChecker(table: try repository.layerTable())
    var fileCount = 0
    for target in try repository.sourceFolders() {
      for path in try repository.swiftFiles(of: target) {
        fileCount += 1
        report(checker.violations(in: try repository.text(path), target: target, path: path))
      }
    }
    #expect(fileCount > 50, "the files of Sources were not found")
  }

  @Test("the table of floors contradicts neither itself nor the manifest, and has every folder of Sources")
  func table() throws {
    let table = try repository.layerTable()
    let checker = LayerChecker(table: table)
    report(checker.violationsOfTable())
    report(checker.violations(of: PackageManifest(try repository.text("Package.swift"))))
    #expect(try repository.sourceFolders() == table.targets.keys.sorted())
  }

  /// One issue for each violation, so that the report names every place.
  private func report(_ violations: [Violation]) {
    for violation in violations { Issue.record("\(violation)") }
  }
}
