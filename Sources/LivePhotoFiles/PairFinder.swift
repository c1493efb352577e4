/// Tells which of many files belong together: by their identifiers first, then by their names.
struct PairFinder {
  /// A still or a movie, as far as pairing needs to know it.
  struct Candidate: Sendable, Hashable {
    let path: String
    let isStill: Bool
    let identifier: String?
    var isMotionPhoto = false
    /// Indicates whether the file is of interest only as the partner of another one.
    var isExtra = false
  }

  struct Pair: Sendable, Hashable {
    let still: String
    let movie: String
    let foundBy: PairClue
    /// The identifier that the still carries.
    var identifier: String?
  }

  private(set) var pairs: [Pair] = []
  /// The places of those that are no part of a pair, in their order.
  private(set) var alonePlaces: [Int] = []
  /// The candidates that are no part of a pair, in the order in which they were given.
  var alone: [Candidate] { alonePlaces.map { candidates[$0] } }
  private let candidates: [Candidate]
  /// Those that have a partner, by their places. Not by their paths: two that differ are equal as texts if they differ
  /// in the composition of their characters alone.
  private var used: Set<Int> = []

  init(_ candidates: [Candidate]) {
    self.candidates = candidates
    pairByIdentifier()
    pairByName()
    alonePlaces = candidates.indices.filter { !used.contains($0) }
    pairs.sort { ($0.still, $0.movie) < ($1.still, $1.movie) }
  }

  private mutating func pairByIdentifier() {
    let named = candidates.indices.filter { !(candidates[$0].identifier ?? "").isEmpty }
    for group in Dictionary(grouping: named, by: { candidates[$0].identifier ?? "" }).values where group.count > 1 {
      // A Motion Photo may carry the identifier of the pair that it was made of.
      let stills =
        group.filter { candidates[$0].isStill && !candidates[$0].isMotionPhoto }
        + group.filter { candidates[$0].isMotionPhoto }
      let movies = group.filter { !candidates[$0].isStill }
      // Copies lie beside their own partner, or have its name.
      pair(stills, movies, .identifier) { Self.key(of: $0.path) }
      pair(stills, movies, .identifier) { FileNames.folder(of: $0.path) }
      pair(stills, movies, .identifier) { _ in "" }
    }
  }

  private mutating func pairByName() {
    let left = candidates.indices.filter { !used.contains($0) && !candidates[$0].isMotionPhoto }
    pair(left.filter { candidates[$0].isStill }, left.filter { !candidates[$0].isStill }, .name) {
      Self.key(of: $0.path)
    }
  }

  /// Gives each still the first movie that is left of those with the same key.
  private mutating func pair(_ stills: [Int], _ movies: [Int], _ clue: PairClue, key: (Candidate) -> String) {
    // Backwards, so that the first is the last and can be taken off.
    var free = Dictionary(grouping: movies.reversed().filter { !used.contains($0) }) { key(candidates[$0]) }
    for still in stills where !used.contains(still) {
      guard let movie = free[key(candidates[still])]?.popLast() else { continue }
      let (left, right) = (candidates[still], candidates[movie])
      pairs.append(Pair(still: left.path, movie: right.path, foundBy: clue, identifier: left.identifier))
      used.formUnion([still, movie])
    }
  }

  /// The marks that programs add to the stem of a movie, in lower case.
  static let movieMarks = ["_hevc", "_hvec", "_3"]

  /// Folder and stem in lower case, without what programs add to a movie's stem.
  static func key(of path: String) -> String {
    FileNames.folder(of: path) + "/" + stem(FileNames.stem(of: path).lowercased(), without: movieMarks)
  }

  /// A stem without the first of some marks that it ends with, unless that is all of it.
  static func stem(_ stem: String, without marks: [String]) -> String {
    let mark = marks.first { stem.hasSuffix($0) && stem.count > $0.count }
    return mark.map { String(stem.dropLast($0.count)) } ?? stem
  }
}
