import FileStorage
import MediaCore

/// The files beside given ones whose names differ from theirs only by what pairing ignores.
struct Namesakes {
  /// Lists that go to and fro between a few folders have each of these listed once.
  private static let mostNames = 1 << 16

  private struct Listing {
    let folder: String
    let names: [String: [String]]
    let count: Int
  }

  private let files: any FileSource
  /// The folders that were asked for, the latest one last.
  private var listings: [Listing] = []

  init(of files: any FileSource) { self.files = files }

  /// The paths of such files beside one, with its own, sorted; none where its folder cannot be listed.
  mutating func paths(beside path: String) -> [String] {
    let folder = FileNames.folder(of: path)
    // As the path has it: a name by itself has no folder.
    let start = path.unicodeScalars.lastIndex(of: "/").map { String(path.unicodeScalars[...$0]) } ?? ""
    return listing(of: folder).names[PairFinder.key(of: path)]?.map { start + $0 } ?? []
  }

  private mutating func listing(of folder: String) -> Listing {
    let known = listings.firstIndex { $0.folder.utf8.elementsEqual(folder.utf8) }
    let listing = known.map { listings.remove(at: $0) } ?? list(folder)
    listings.append(listing)
    while listings.count > 1, listings.reduce(0, { $0 + $1.count }) > Self.mostNames { listings.removeFirst() }
    return listing
  }

  private func list(_ folder: String) -> Listing {
    // Without a list of its folder a file is looked at by itself; it may be readable all the same.
    let names = ((try? files.names(in: folder)) ?? []).filter { $0.utf8.first != UInt8(ascii: ".") }.sorted()
    return Listing(
      folder: folder, names: Dictionary(grouping: names) { PairFinder.key(of: FileNames.path(folder, $0)) },
      count: names.count)
  }
}
