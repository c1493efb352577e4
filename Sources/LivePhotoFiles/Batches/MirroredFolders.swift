/// Folders below an output folder that are named and nested as those of the originals.
///
/// What lies in one given folder comes to lie in the output folder itself; with several, each has its name there. Of
/// paths that were named one by one all folders are mirrored, as `tar` does it: from behind a leading slash, and behind
/// `..`.
package struct MirroredFolders: Sendable {
  private let output: String
  private let roots: [(parts: [Substring.UnicodeScalarView], name: [Substring.UnicodeScalarView])]

  /// Folders below `output` for what lies below `roots`, or elsewhere.
  package init(below output: String, of roots: [String]) {
    self.output = output
    self.roots = roots.map { root in
      let parts = Self.parts(of: root)
      return (parts, roots.count > 1 ? Array(Self.afterParent(parts).suffix(1)) : [])
    }
  }

  /// The folder for what is made of a file.
  package func folder(for path: String) -> String {
    let parts = Self.parts(of: FileNames.folder(of: path))
    let root = roots.filter { parts.starts(with: $0.parts, by: { $0.elementsEqual($1) }) }
      .max { $0.parts.count < $1.parts.count }
    let mirrored = root.map { $0.name + parts.dropFirst($0.parts.count) } ?? Self.afterParent(parts)
    return mirrored.reduce(output) { FileNames.path($0, String($1)) }
  }

  /// The names in a path, `/` as an empty first one.
  private static func parts(of path: String) -> [Substring.UnicodeScalarView] {
    let scalars = path.unicodeScalars
    let names = scalars.split(separator: "/").filter { !$0.elementsEqual(".".unicodeScalars) }
    return scalars.first == "/" ? [scalars[scalars.startIndex..<scalars.startIndex]] + names : names
  }

  private static func afterParent(_ parts: [Substring.UnicodeScalarView]) -> [Substring.UnicodeScalarView] {
    let parent = parts.lastIndex { $0.isEmpty || $0.elementsEqual("..".unicodeScalars) }
    return Array(parts[(parent.map { $0 + 1 } ?? 0)...])
  }
}
