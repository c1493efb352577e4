/// Halves whose partner may lie in any other folder, in as little memory as they need: an archive may have a million
/// stills that have lost their movies.
struct WaitingHalves {
  private struct Half {
    /// Stands for the identifier.
    let identifier: Int
    let folder: UInt32
    let name: Range<Int>
    let isStill: Bool
    let isMotionPhoto: Bool
    let isExtra: Bool
  }

  private var halves: [Half] = []
  private var folders: [String] = []
  private var names: [UInt8] = []

  /// The number of halves that wait.
  var count: Int { halves.count }

  /// Takes in a half that carries an identifier.
  mutating func add(_ candidate: PairFinder.Candidate) {
    let path = candidate.path.utf8
    let split = path.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex
    if folders.last.map({ !$0.utf8.elementsEqual(path[..<split]) }) ?? true {
      folders.append(String(decoding: path[..<split], as: UTF8.self))
    }
    let start = names.count
    names += path[split...]
    halves.append(
      Half(
        identifier: candidate.identifier.hashValue, folder: UInt32(folders.count - 1), name: start..<names.count,
        isStill: candidate.isStill, isMotionPhoto: candidate.isMotionPhoto, isExtra: candidate.isExtra))
  }

  /// A half that waits, by its place among them. Its identifier is a number that stands for the one that it carries.
  subscript(index: Int) -> PairFinder.Candidate {
    let half = halves[index]
    return PairFinder.Candidate(
      path: folders[Int(half.folder)] + String(decoding: names[half.name], as: UTF8.self), isStill: half.isStill,
      identifier: "\(half.identifier)", isMotionPhoto: half.isMotionPhoto, isExtra: half.isExtra)
  }

  /// The pairs among them, and the places of those that have no partner, in their order.
  func joined() -> (pairs: [PairFinder.Pair], alone: [Int]) {
    var sides: [Int: (still: Bool, movie: Bool)] = [:]
    for half in halves {
      let known = sides[half.identifier] ?? (false, false)
      sides[half.identifier] = (known.still || half.isStill, known.movie || !half.isStill)
    }
    let open = halves.indices.filter { sides[halves[$0].identifier].map { $0.still && $0.movie } ?? false }
    let found = PairFinder(open.map { self[$0] })
    let left = Set(found.alonePlaces.map { open[$0] })
    let matched = Set(open).subtracting(left)
    return (found.pairs, halves.indices.filter { !matched.contains($0) })
  }
}
