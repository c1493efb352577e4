import Testing

/// The rules of the house, held against this repository.
@Suite struct ArchitectureTests {
  private let repository = Repository()

  private func checker() throws -> LayerChecker {
    LayerChecker(table: try repository.layerTable(), manifest: PackageManifest(try repository.text("Package.swift")))
  }

  @Test("imports are declared, files, functions and types are short, and nobody reads clocks, sleeps or prints")
  func sources() throws {
    let checker = try checker()
    var fileCount = 0
    var sources: [String: [String: SwiftSource]] = [:]
    for target in try repository.sourceFolders() {
      for path in try repository.swiftFiles(of: target) {
        fileCount += 1
        let source = SwiftSource(try repository.text(path))
        report(checker.violations(in: source, target: target, path: path))
        sources[target, default: [:]][path] = source
      }
    }
    report(checker.violations(of: sources))
    #expect(fileCount > 50, "the files of Sources were not found")
  }

  @Test("tests import what the manifest lists for them")
  func testImports() throws {
    let manifest = try checker().manifest
    #expect(manifest.testDependencies.count > 10, "the tests of Package.swift were not found")
    for (target, dependencies) in manifest.testDependencies {
      for path in try repository.swiftFiles(in: "Tests/\(target)") {
        for (module, line) in SwiftSource(try repository.text(path)).imports
        where manifest.dependencies[module] != nil && !dependencies.contains(module) {
          Issue.record("\(path):\(line): \(target) imports \(module), which Package.swift does not list for it")
        }
      }
    }
  }

  @Test("tests start programs one at a time")
  func processes() throws {
    for path in try repository.swiftFiles(in: "Tests") where path != "Tests/TestSupport/Process+Starting.swift" {
      for line in SwiftSource(try repository.text(path)).lines(with: "Process(") {
        Issue.record("\(path):\(line): use Process.starting: two programs that start at once may never end")
      }
    }
  }

  @Test("dependencies go down only, each C library is its wrappers', and every folder of Sources has its floor")
  func table() throws {
    let checker = try checker()
    report(checker.violationsOfTable())
    #expect(try repository.sourceFolders() == checker.table.targets.keys.sorted())
  }

  /// One issue for each violation, so that the report names every place.
  private func report(_ violations: [Violation]) {
    for violation in violations { Issue.record("\(violation)") }
  }
}
