import Testing

/// The containers that the example apps are tested in have the libraries that the apps link, and no more.
@Suite struct ContainerTests {
  private let repository = Repository()

  /// The Debian packages that a package needs of those which livecam's products are built against.
  private func needed(by manifest: String) throws -> Set<String> {
    let text = try repository.text("Package.swift")
    let targets = PackageManifest(text).dependencies
    let products = Dictionary(
      uniqueKeysWithValues: text.matches(of: /\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/).map { match in
        (String(match.output.1), match.output.2.matches(of: /\w+/).map { String($0.output) })
      })
    let libraries = Dictionary(
      uniqueKeysWithValues: text.matches(of: /name: "(\w+)", providers: \[\.apt\(\[([^\]]*)\]/).map { match in
        (String(match.output.1), match.output.2.matches(of: /[a-z0-9-]+/).map { String($0.output) })
      })
    #expect(libraries.count > 15 && products.count > 10)
    let imported = try repository.text(manifest).matches(of: /\.product\(name: "(\w+)", package: "livecam"\)/)
    #expect(imported.count > 2)
    var waiting = imported.flatMap { products[String($0.output.1)] ?? [] }
    var reached: Set<String> = []
    while let target = waiting.popLast() {
      if reached.insert(target).inserted { waiting += targets[target] ?? [] }
    }
    return Set(reached.flatMap { libraries[$0] ?? [] })
  }

  @Test(
    "a workflow and a Containerfile install the packages that the manifest's products need",
    arguments: [("Tests/ExampleApp/", 18), ("Tests/ExampleApp/Delegate/", 0)])
  func packages(_ folder: String, count: Int) throws {
    let needed = try needed(by: folder + "Package.swift")
    #expect(needed.count == count)
    for file in [".github/workflows/test.yml", "Containerfile"] {
      let lines = try repository.text(folder + file).split(separator: "\n").map { $0.drop { $0 == " " } }
      let command = lines.drop { !$0.contains("apt-get -q -y install") }.dropFirst()
      let names = command.prefix { $0.wholeMatch(of: /[a-z0-9 -]+\\?/) != nil && !$0.hasPrefix("- ") }
        .flatMap { $0.split { $0 == " " || $0 == "\\" } }.map(String.init)
      #expect(Set(names) == needed && names.count == needed.count, "\(folder)\(file)")
    }
  }
}
