/// Holds Swift files and the manifest against the ``LayerTable``. Pure: it is given texts, so that its own
/// judgement can be tested on planted ones.
struct LayerChecker {
  let table: LayerTable

  /// Everything wrong with one file of a target.
  func violations(in text: String, target: String, path: String) -> [Violation] {
    let source = SwiftSource(text)
    var found: [Violation] = []
    for (module, line) in source.imports {
      guard let message = objection(to: module, in: target) else { continue }
      found.append(Violation(place: "\(path):\(line)", message: message))
    }
    for banned in table.bannedWords where !banned.allowedIn.contains(target) {
      for line in source.lines(with: banned.word) {
        found.append(Violation(place: "\(path):\(line)", message: "\(target) may not say \(banned.word)"))
      }
    }
    for (line, count) in source.functions where count > table.limits.functionLines {
      found.append(
        Violation(
          place: "\(path):\(line)", message: "a function of \(count) lines, more than \(table.limits.functionLines)"))
    }
    let lineCount = source.lines.count - (source.lines.last?.isEmpty == true ? 1 : 0)
    if lineCount > table.limits.fileLines, !path.hasSuffix("Tables.swift") {
      found.append(
        Violation(place: path, message: "a file of \(lineCount) lines, more than \(table.limits.fileLines)"))
    }
    return found
  }

  /// What is wrong with importing `module` in `target`, or `nil`.
  func objection(to module: String, in target: String) -> String? {
    guard let importer = table.targets[target] else { return "\(target) is not in Configs/layers.json" }
    if let system = table.systemModules[module] {
      return importer.floor >= system.minimumFloor ? nil : "\(target) stands too low to import \(module)"
    }
    guard importer.imports.contains(module) else {
      return "\(target) imports \(module), which Configs/layers.json does not list for it"
    }
    return nil
  }

  /// Everything wrong with the table itself: floors, wrappers, and imports that no floor allows.
  func violationsOfTable() -> [Violation] {
    var found: [Violation] = []
    for (name, target) in table.targets {
      for module in target.imports {
        guard let message = tableObjection(to: module, in: name, floor: target.floor) else { continue }
        found.append(Violation(place: "layers.json: \(name)", message: message))
      }
    }
    for (library, wrappers) in table.cModules {
      for name in [library] + wrappers where table.targets[name] == nil {
        found.append(Violation(place: "layers.json: cModules", message: "\(name) is no target"))
      }
    }
    return found
  }

  private func tableObjection(to module: String, in target: String, floor: Int) -> String? {
    if let package = table.packages[module] {
      return floor >= package.minimumFloor ? nil : "\(target) stands too low for the package \(module)"
    }
    guard let imported = table.targets[module] else { return "\(module) is neither a target nor a listed package" }
    if imported.floor >= floor { return "floor \(floor) may not import \(module), which is on floor \(imported.floor)" }
    if let wrappers = table.cModules[module], !wrappers.contains(target) {
      return "only \(wrappers.joined(separator: " and ")) may import \(module)"
    }
    return nil
  }

  /// Every difference between the table and the manifest.
  func violations(of manifest: PackageManifest) -> [Violation] {
    var found: [Violation] = []
    for (name, dependencies) in manifest.dependencies {
      guard let target = table.targets[name] else {
        found.append(Violation(place: "Package.swift: \(name)", message: "not in Configs/layers.json"))
        continue
      }
      let difference = Set(dependencies).symmetricDifference(target.imports).sorted().joined(separator: ", ")
      if !difference.isEmpty {
        found.append(
          Violation(place: "Package.swift: \(name)", message: "declared other than in layers.json: \(difference)"))
      }
    }
    for name in table.targets.keys where manifest.dependencies[name] == nil {
      found.append(Violation(place: "layers.json: \(name)", message: "not a target of Package.swift"))
    }
    return found
  }
}
