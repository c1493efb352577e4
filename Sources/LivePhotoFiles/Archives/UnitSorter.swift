/// Joins what the names of files have left open: within their folder, and in the end between folders.
struct UnitSorter {
  /// More halves do not wait for a partner in another folder.
  private static let mostWaiting = 1 << 16

  private var folder: [PairFinder.Candidate] = []
  private var others: [PairFinder.Candidate] = []

  /// Takes in what may belong to files of other names in its folder.
  mutating func add(_ candidates: [PairFinder.Candidate]) { folder += candidates }

  /// The units of a folder that has come to its end. Halves whose identifier may be that of a file in another folder wait.
  mutating func endFolder() -> [ArchiveUnit] {
    defer { folder = [] }
    let found = PairFinder(folder)
    others += found.alone.filter { $0.identifier != nil }
    let left = found.alone.filter { $0.identifier == nil }
    return Self.units(found.pairs, left) + (others.count > Self.mostWaiting ? end() : [])
  }

  /// The units among all that has waited.
  mutating func end() -> [ArchiveUnit] {
    defer { others = [] }
    let found = PairFinder(others)
    return Self.units(found.pairs, found.alone)
  }

  private static func units(_ pairs: [PairFinder.Pair], _ alone: [PairFinder.Candidate]) -> [ArchiveUnit] {
    pairs.map { .pair(still: $0.still, movie: $0.movie, foundBy: $0.foundBy) }
      + alone.filter { !$0.isExtra }.map(\.unit)
  }
}
