/// Joins what the names of files have left open: within their folder, and in the end between folders.
struct UnitSorter {
  private var folder: [PairFinder.Candidate] = []
  private var others = WaitingHalves()

  /// Takes in what may belong to files of other names in its folder.
  mutating func add(_ candidates: [PairFinder.Candidate]) { folder += candidates }

  /// The units of a folder that has come to its end. Halves whose identifier may be that of a file in another folder
  /// wait.
  mutating func endFolder() -> [ArchiveUnit] {
    defer { folder = [] }
    let found = PairFinder(folder)
    for half in found.alone where half.identifier != nil { others.add(half) }
    let left = found.alone.filter { $0.identifier == nil && !$0.isExtra }
    return found.pairs.map(\.unit) + left.map(\.unit)
  }

  /// The units among all that has waited, each made when it is asked for.
  mutating func end() -> AnyIterator<ArchiveUnit> {
    let waiting = others
    others = WaitingHalves()
    let (pairs, alone) = waiting.joined()
    let left = alone.lazy.map { waiting[$0] }.filter { !$0.isExtra }.map(\.unit)
    var (first, second) = (pairs.makeIterator(), left.makeIterator())
    return AnyIterator { first.next()?.unit ?? second.next() }
  }
}

extension PairFinder.Pair {
  var unit: ArchiveUnit { .pair(still: still, movie: movie, foundBy: foundBy) }
}
