/// Tells which of many files belong together: by their identifiers first, then by their names.
struct PairFinder {
  /// A still or a movie, as far as pairing needs to know it.
  struct Candidate: Sendable, Hashable {
    let path: String
    let isStill: Bool
    let identifier: String?
    var isMotionPhoto = false
  }

  struct Pair: Sendable, Hashable {
    let still: String
    let movie: String
    let foundBy: FolderVerdict.Clue
  }

  private(set) var pairs: [Pair] = []
  private(set) var stillsAlone: [String] = []
  private(set) var moviesAlone: [String] = []
  private(set) var motionPhotos: [String] = []
  /// Identifiers that more than one still or more than one movie carries, with all of their files.
  private(set) var duplicates: [FolderVerdict.Duplicate] = []
  private var used: Set<String> = []

  init(_ candidates: [Candidate]) {
    pairByIdentifier(candidates)
    pairByName(candidates)
    for candidate in candidates where !used.contains(candidate.path) {
      if candidate.isMotionPhoto {
        motionPhotos.append(candidate.path)
      } else if candidate.isStill {
        stillsAlone.append(candidate.path)
      } else {
        moviesAlone.append(candidate.path)
      }
    }
    pairs.sort { ($0.still, $0.movie) < ($1.still, $1.movie) }
    duplicates.sort { $0.identifier < $1.identifier }
  }

  private mutating func pairByIdentifier(_ candidates: [Candidate]) {
    let groups = Dictionary(grouping: candidates.filter { !($0.identifier ?? "").isEmpty }) { $0.identifier ?? "" }
    for (identifier, group) in groups {
      // A Motion Photo may carry the identifier of the pair that it was made of.
      let stills = group.filter { $0.isStill && !$0.isMotionPhoto } + group.filter(\.isMotionPhoto)
      let movies = group.filter { !$0.isStill }
      let rivals = group.filter { !$0.isMotionPhoto }
      if rivals.filter(\.isStill).count > 1 || movies.count > 1 {
        duplicates.append(.init(identifier: identifier, files: rivals.map(\.path)))
      }
      // Copies lie beside their own partner, or have its name.
      let clues: [(String, String) -> Bool] = [
        { Self.key(of: $0) == Self.key(of: $1) }, { FileNames.folder(of: $0) == FileNames.folder(of: $1) },
        { _, _ in true },
      ]
      for isPartner in clues {
        for still in stills where !used.contains(still.path) {
          let partner = movies.first { !used.contains($0.path) && isPartner(still.path, $0.path) }
          if let partner { add(still, partner, .identifier) }
        }
      }
    }
  }

  private mutating func pairByName(_ candidates: [Candidate]) {
    let left = candidates.filter { !used.contains($0.path) && !$0.isMotionPhoto }
    let movies = Dictionary(grouping: left.filter { !$0.isStill }) { Self.key(of: $0.path) }
    for still in left where still.isStill {
      if let movie = movies[Self.key(of: still.path)]?.first(where: { !used.contains($0.path) }) {
        add(still, movie, .name)
      }
    }
  }

  private mutating func add(_ still: Candidate, _ movie: Candidate, _ clue: FolderVerdict.Clue) {
    pairs.append(Pair(still: still.path, movie: movie.path, foundBy: clue))
    used.insert(still.path)
    used.insert(movie.path)
  }

  /// Folder and stem in lower case, without what programs add to a movie's stem.
  private static func key(of path: String) -> String {
    var stem = FileNames.stem(of: path).lowercased()
    for suffix in ["_hevc", "_hvec", "_3"] where stem.hasSuffix(suffix) && stem.count > suffix.count {
      stem.removeLast(suffix.count)
      break
    }
    return FileNames.folder(of: path) + "/" + stem
  }
}
