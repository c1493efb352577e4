import FileStorage
import LivePhotoFiles

/// The parts of a Google Takeout export that was unpacked into several folders: a picture's JSON may lie in another
/// part, under the same path below `Takeout`.
struct TakeoutParts {
  /// The paths of the folders `Takeout`, without a slash at the end.
  private let roots: [String]

  private static let name = "Takeout"
  /// Takeout cuts names to some 46 letters before extension and number, and JSON's with theirs.
  private static let comparedLength = 40

  /// Finds the folders in which exports lie: among the given ones, above them, and up to two folders below them.
  init(among folders: [String], of source: any FileSource) {
    var roots: [String] = []
    for folder in folders {
      if let root = Self.root(above: folder) {
        roots.append(root)
        continue
      }
      // What cannot be looked into is told by the walk through it.
      let names = ((try? source.names(in: folder)) ?? []).sorted()
      // As the walk writes them.
      let start = folder.hasSuffix("/") ? folder : folder + "/"
      roots += ([""] + names.map { $0 + "/" }).map { start + $0 + Self.name }.filter { source.exists($0) }
    }
    var known: Set<FilePlace> = []
    self.roots = roots.filter { root in source.place(of: root).map { known.insert($0).inserted } ?? true }
  }

  private static func root(above folder: String) -> String? {
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    guard let index = parts.lastIndex(where: { $0 == name }) else { return nil }
    return parts[...index].joined(separator: "/")
  }

  /// Returns the same place in the other parts; empty for what lies in no part.
  func twins(of path: String) -> [String] {
    guard roots.count > 1, let own = roots.first(where: { Self.lies(path, below: $0) }) else { return [] }
    let rest = String(decoding: path.utf8.dropFirst(own.utf8.count), as: UTF8.self)
    return roots.filter { !$0.utf8.elementsEqual(own.utf8) }.map { $0 + rest }
  }

  private static func lies(_ path: String, below root: String) -> Bool {
    guard path.utf8.starts(with: root.utf8) else { return false }
    let next = path.utf8.dropFirst(root.utf8.count).first
    return next == nil || next == UInt8(ascii: "/")
  }

  /// Returns the names of JSON in another part that may tell of what lies in a folder: of a file there, or of the
  /// folder as an album.
  static func sidecars(among others: [String], for names: [String]) -> [String] {
    let known = Set(names.map { Array($0.utf8) })
    var begins: Set<String> = []
    for name in names where FileNames.fileExtension(of: name) != "json" {
      let stem = FileNames.stem(of: name).lowercased()
      // `IMG_1(2).jpg` has `IMG_1.jpg(2).json`, and `IMG_1-edited.jpg` the original's.
      let marks: [Character] = ["(", "-"]
      let cuts = [stem.endIndex] + marks.compactMap { stem.lastIndex(of: $0) }
      for cut in cuts { begins.insert(String(stem[..<cut].prefix(comparedLength))) }
    }
    begins.remove("")
    return others.filter { name in
      guard FileNames.fileExtension(of: name) == "json", name.utf8.first != UInt8(ascii: "."),
        !known.contains(Array(name.utf8))
      else { return false }
      let stem = FileNames.stem(of: name).lowercased()
      return !stem.contains(".")
        || stem.indices.prefix(comparedLength + 1).contains { begins.contains(String(stem[..<$0])) }
    }
  }
}
