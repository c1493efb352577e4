/// Holds Swift files and the manifest against the ``LayerTable``. Pure: it is given texts, so that its own
/// judgement can be tested on planted ones.
struct LayerChecker {
  let table: LayerTable
  let manifest: PackageManifest

  /// Everything wrong with one file of a target.
  func violations(in source: SwiftSource, target: String, path: String) -> [Violation] {
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
    for line in source.unexplainedTrust {
      found.append(Violation(place: "\(path):\(line)", message: "no comment says why the compiler may trust this"))
    }
    for line in source.unexplainedDrops {
      found.append(Violation(place: "\(path):\(line)", message: "no comment says why this error may be dropped"))
    }
    for line in source.undocumentedThrows {
      found.append(Violation(place: "\(path):\(line)", message: "its comment does not say what it throws"))
    }
    for line in source.partlyDocumentedParameters {
      found.append(Violation(place: "\(path):\(line)", message: "its comment describes some parameters, and not all"))
    }
    for (line, count) in source.functions where count > table.limits.functionLines {
      found.append(
        Violation(
          place: "\(path):\(line)", message: "a function of \(count) lines, more than \(table.limits.functionLines)"))
    }
    // The formatter breaks code alone.
    for line in source.comments(longerThan: table.limits.commentColumns) {
      found.append(
        Violation(place: "\(path):\(line)", message: "a comment of more than \(table.limits.commentColumns) columns"))
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
    guard manifest.dependencies[target]?.contains(module) == true else {
      return "\(target) imports \(module), which Package.swift does not list for it"
    }
    return nil
  }

  /// Everything wrong with the manifest and the table: dependencies that no floor allows, wrappers that are none,
  /// targets that only one of the two has, and closures other than listed.
  func violationsOfTable() -> [Violation] {
    var found: [Violation] = []
    for (name, dependencies) in manifest.dependencies {
      let place = "Package.swift: \(name)"
      guard let target = table.targets[name] else {
        found.append(Violation(place: place, message: "not in Configs/layers.json"))
        continue
      }
      for module in dependencies {
        guard let message = tableObjection(to: module, in: name, floor: target.floor) else { continue }
        found.append(Violation(place: place, message: message))
      }
    }
    for name in table.targets.keys where manifest.dependencies[name] == nil {
      found.append(Violation(place: "layers.json: \(name)", message: "not a target of Package.swift"))
    }
    for (library, wrappers) in table.cModules {
      for name in [library] + wrappers where table.targets[name] == nil {
        found.append(Violation(place: "layers.json: cModules", message: "\(name) is no target"))
      }
    }
    for (name, listed) in table.closures {
      let difference = closure(of: name).symmetricDifference(listed).sorted().joined(separator: ", ")
      guard !difference.isEmpty else { continue }
      found.append(
        Violation(place: "layers.json: closures: \(name)", message: "pulls other than is listed: \(difference)"))
    }
    return found
  }

  /// The C libraries and packages that a target pulls, itself and by way of others.
  private func closure(of target: String) -> Set<String> {
    var (seen, waiting) = (Set<String>(), [target])
    while let next = waiting.popLast() {
      waiting += (manifest.dependencies[next] ?? []).filter { seen.insert($0).inserted }
    }
    return seen.filter { table.cModules[$0] != nil || table.packages[$0] != nil }
  }

  /// Everything wrong with types as a whole, which lie in many files: `sources` are each target's, by path.
  ///
  /// A type's lines are those of all files that are named after it, and of what stands in others.
  func violations(of sources: [String: [String: SwiftSource]]) -> [Violation] {
    var found: [Violation] = []
    var owners: [String: Set<String>] = [:]
    var long: Set<String> = []
    for (target, files) in sources {
      let areNamesShared = table.targets[target].map { $0.floor >= table.limits.uniqueNamesBelowFloor } ?? false
      var lines: [String: Int] = [:]
      for (path, source) in files {
        let owner = path.split(separator: "/").last?.prefix { $0 != "+" && $0 != "." }
        if let owner { lines[String(owner), default: 0] += source.lines.count - 1 }
        for part in source.types {
          if part.isDeclaration, !part.isPrivate, !areNamesShared { owners[part.name, default: []].insert(target) }
          let type = part.name.prefix { $0 != "." }
          if type != owner { lines[String(type), default: 0] += part.lines }
        }
      }
      for (name, lines) in lines where lines > table.limits.typeLines {
        long.insert(name)
        let limit = table.limits.longTypes[name] ?? table.limits.typeLines
        guard lines > limit else { continue }
        found.append(Violation(place: "\(target).\(name)", message: "a type of \(lines) lines, more than \(limit)"))
      }
    }
    let repeated = Set(owners.filter { $0.value.count > 1 }.keys)
    for name in repeated.subtracting(table.limits.repeatedNames) {
      let targets = owners[name, default: []].sorted().joined(separator: " and ")
      found.append(Violation(place: name, message: "a type's name in \(targets)"))
    }
    for name in Set(table.limits.repeatedNames).subtracting(repeated) {
      found.append(Violation(place: "layers.json: repeatedNames", message: "\(name) is no more; take it out"))
    }
    for name in Set(table.limits.longTypes.keys).subtracting(long) {
      found.append(Violation(place: "layers.json: longTypes", message: "\(name) is short by now; take it out"))
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
}
