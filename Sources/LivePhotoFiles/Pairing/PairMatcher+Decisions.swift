extension PairMatcher {
  /// A decision for each match and for each file that is in none, sorted by path.
  func decisions() throws -> [PairDecision] {
    let alone = files.indices.filter { matchOf[$0] == nil }.map { decision(alone: $0, broken: brokenMovies) }
    return try (pairs() + alone).sorted { ($0.files.first?.path ?? "") < ($1.files.first?.path ?? "") }
  }

  /// The pairs: copies of others told apart from those that only have the identifier of another.
  private func pairs() throws -> [PairDecision] {
    let sorted = matches.sorted { $0.still < $1.still }
    func size(_ match: Match) -> [Int] { [files[match.still].size, files[match.movie].size] }
    let counts = Dictionary(grouping: sorted, by: size).mapValues(\.count)
    var firsts: [[String]: Match] = [:]
    var identifiers: Set<String> = []
    var decisions: [PairDecision] = []
    for match in sorted {
      let halves = [files[match.still], files[match.movie]]
      // Files of different sizes are no copies: most need not be read.
      if counts[size(match)] ?? 0 > 1 {
        let key = try halves.map { try witness.fingerprint(of: $0) ?? $0.path }
        if let first = firsts[key], try witness.areSame(files[first.still], halves[0]),
          try witness.areSame(files[first.movie], halves[1])
        {
          decisions.append(
            PairDecision(
              kind: .copy, files: halves,
              reason: "the same bytes as \(files[first.still].path) and its movie, which are written once"))
          continue
        }
        firsts[key] = firsts[key] ?? match
      }
      let isWhole = match.isAnnounced && halves[0].kind == .jpeg
      var decision = PairDecision(kind: isWhole ? .motionPhoto : .pair, files: halves, reason: match.evidence)
      if let identifier = halves[0].identifier ?? halves[1].identifier {
        decision.needsOwnIdentifier = !identifiers.insert(identifier).inserted
      }
      decisions.append(decision)
    }
    return decisions
  }

  /// Movies that cannot be read, by what their names have in common with those of stills.
  private var brokenMovies: [String: FileFacts] {
    let movies = files.filter { file in
      guard case .broken = file.role else { return false }
      return FileKind.movie.fits(file.path)
    }
    return Dictionary(movies.map { ($0.name.exact, $0) }) { first, _ in first }
  }

  private func decision(alone index: Int, broken: [String: FileFacts]) -> PairDecision {
    let file = files[index]
    func kept(_ reason: String) -> PairDecision { PairDecision(kind: .kept, files: [file], reason: reason) }
    switch file.role {
    case .other(let what): return kept(what)
    case .sidecar: return kept("Google's words about a picture")
    case .broken(let why): return PairDecision(kind: .broken, files: [file], reason: why)
    case .still, .movie: break
    }
    if let (text, partner) = reasons[index], partner != nil {
      return PairDecision(kind: .doubt, files: [file], reason: text)
    }
    if file.role == .still, let movie = broken[file.name.exact] {
      return kept("a still, because its movie \(FileNames.name(of: movie.path)) is broken")
    }
    if let reason = reasons[index] { return kept(reason.text) }
    if file.role == .movie {
      return kept(
        file.duration > PairClues.longestHalf ? "a recording, too long for a Live Photo" : "a movie without a still")
    }
    return kept("a still without a movie")
  }
}
