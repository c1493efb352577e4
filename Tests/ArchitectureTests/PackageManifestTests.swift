import Testing

/// What the manifest's reader takes for a target and its dependencies.
@Suite struct PackageManifestTests {
  @Test("modules, executables, system libraries and tests are read; comments and products' packages are not")
  func reading() {
    let manifest = PackageManifest(
      """
      // module("Commented", "Other"),
      func module(_ name: String, _ dependencies: String...) -> Target { .target(name: name) }
      let package = Package(
        dependencies: [.package(url: "https://example.org/a.git", from: "1.0.0")],  // a link is no comment
        targets: [
          .systemLibrary(name: "CThing"),
          module("Low"),
          module("High", "Low", "CThing", .product(name: "Thing", package: "thing-package"), settings: [(1, (2))]),
          .executableTarget(name: "tool", dependencies: ["High"]),
          .executableTarget(name: "bench", dependencies: ["High"], path: "Tests/Bench"),
          tests("HighTests", "High"),
        ])
      """)
    #expect(
      manifest.dependencies == ["CThing": [], "Low": [], "High": ["Low", "CThing", "Thing"], "tool": ["High"]])
    #expect(manifest.testDependencies == ["HighTests": ["High"]])
  }
}
