extension PairMatcher {
  /// A decision for each match and for each file that is in none, sorted by path.
  func decisions() async throws -> [PairDecision] {
    let (broken, inner) = (brokenMovies, try await innerVideos().merging(doubles()) { video, _ in video })
    let alone = files.indices.filter { matchOf[$0] == nil }.map { index in
      inner[index].map {
        PairDecision(kind: .copy, files: [files[index]], reason: $0)
      }
        ?? decision(alone: index, broken: broken)
    }
    return try await (pairs() + alone).sorted { ($0.files.first?.path ?? "") < ($1.files.first?.path ?? "") }
  }

  /// The pairs: copies of others told apart from those that only have the identifier of another.
  private func pairs() async throws -> [PairDecision] {
    let sorted = matches.sorted { $0.still < $1.still }
    let originals = try await originals(of: sorted.map { [files[$0.still], files[$0.movie]] })
    let owners = owners(of: sorted.indices.filter { originals[$0] == nil }.map { sorted[$0] })
    return zip(sorted, originals).map { match, original in
      let halves = [files[match.still], files[match.movie]]
      if let original {
        return PairDecision(kind: .copy, files: halves, reason: match.evidence, original: original[0].path)
      }
      let isWhole = match.isAnnounced && halves[0].kind == .jpeg && witness.isMotionPhoto(halves[0], halves[1])
      var decision = PairDecision(kind: isWhole ? .motionPhoto : .pair, files: halves, reason: match.evidence)
      if let identifier = identifier(of: match) { decision.needsOwnIdentifier = owners[identifier] != match.still }
      return decision
    }
  }

  private func identifier(of match: Match) -> String? { files[match.still].identifier ?? files[match.movie].identifier }

  /// The stills of the pairs that keep identifiers: the first of those that have one in both halves, none of them
  /// edited if that can be, else the first.
  private func owners(of matches: [Match]) -> [String: Int] {
    let isWhole = { (match: Match) in files[match.still].identifier == files[match.movie].identifier }
    let isOriginal = { (match: Match) in !files[match.still].name.isEdited && isWhole(match) }
    return (matches.filter(isOriginal) + matches.filter(isWhole) + matches).reduce(into: [:]) { owners, match in
      if let identifier = identifier(of: match), owners[identifier] == nil { owners[identifier] = match.still }
    }
  }

  /// Returns for each of many pairs the first one of the same bytes, or `nil` if that is the pair itself.
  private func originals(of pairs: [[FileFacts]]) async throws -> [[FileFacts]?] {
    // Files of different sizes are no copies: most need not be read.
    let bySizes = Dictionary(grouping: pairs.indices) { pairs[$0].map(\.size) }.filter { $0.value.count > 1 }
    var firsts: [[String]: Int] = [:]
    var suspects: [(copy: Int, original: Int)] = []
    let rivals = bySizes.values.joined().sorted { pairs[$0][0].isBetterNamed(than: pairs[$1][0]) }
    try await look(at: rivals) { witness, index in
      try pairs[index].map { try witness.fingerprint(of: $0) ?? $0.path }
    } told: { index, key in
      if let first = firsts[key] { suspects.append((index, first)) } else { firsts[key] = index }
    }
    var originals: [[FileFacts]?] = pairs.map { _ in nil }
    try await look(at: suspects) { witness, suspect in
      try zip(pairs[suspect.copy], pairs[suspect.original]).allSatisfy { copy, original in
        try copy.size == original.size && witness.areSame(copy, 0..<copy.size, original)
      }
    } told: { suspect, isCopy in
      if isCopy { originals[suspect.copy] = pairs[suspect.original] }
    }
    return originals
  }

  /// Halves by themselves with the identifier and the bytes of halves of pairs, and of which ones, in words.
  private func doubles() async throws -> [Int: String] {
    let halves = Dictionary(grouping: matches.flatMap { [files[$0.still], files[$0.movie]] }) { $0.identifier }
    let rivals = files.indices.filter { matchOf[$0] == nil && files[$0].identifier != nil }.flatMap { index in
      (halves[files[index].identifier] ?? []).filter { $0.size == files[index].size && $0.role == files[index].role }
        .map { (index: index, facts: files[index], original: $0) }
    }
    var found: [Int: String] = [:]
    try await look(at: rivals) { witness, rival in
      try witness.areSame(rival.facts, 0..<rival.facts.size, rival.original)
    } told: { rival, isSame in
      if isSame { found[rival.index] = "the same bytes as \(rival.original.path), which is half of a pair" }
    }
    return found
  }

  /// Movies without a still that are the videos of Motion Photos beside them, and of which ones, in words.
  private func innerVideos() async throws -> [Int: String] {
    let holders = Dictionary(grouping: files.filter { $0.innerVideo != nil }) { FileNames.folder(of: $0.path) }
    let rivals = freeMovies.flatMap { movie in
      let facts = files[movie]
      return (holders[FileNames.folder(of: facts.path)] ?? []).filter { holder in
        holder.innerVideo?.count == facts.size && holder.name.likeness(to: facts.name) != .none
      }.map { (movie: movie, facts: facts, holder: $0) }
    }
    var found: [Int: String] = [:]
    try await look(at: rivals) { witness, rival in
      try witness.areSame(rival.holder, rival.holder.innerVideo ?? 0..<0, rival.facts)
    } told: { rival, isSame in
      if isSame { found[rival.movie] = "the same bytes as the video inside \(rival.holder.path)" }
    }
    return found
  }

  private func look<Thing: Sendable, Answer: Sendable>(
    at things: [Thing], _ ask: @escaping @Sendable (any PairWitness, Thing) throws -> Answer,
    told: (Thing, Answer) -> Void
  ) async throws {
    var rest = things.makeIterator()
    let witness = witness
    try await jobs.run {
      rest.next()
    } work: { thing in
      (thing, try ask(witness, thing))
    } deliver: {
      told($0, $1)
    }
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
    case .sidecar:
      return kept("Google's words about a picture" + (file.isBesideMedia ? "" : " that is not beside them"))
    case .broken(let why): return PairDecision(kind: .broken, files: [file], reason: why)
    case .still, .movie: break
    }
    if let (text, partner) = reasons[index], partner != nil {
      return PairDecision(kind: .doubt, files: [file], reason: text)
    }
    if file.role == .still, let movie = broken[file.name.exact] {
      let name = FileNames.name(of: movie.path)
      var decision = kept("a still, because its movie \(name) is broken")
      decision.brokenMovie = name
      return decision
    }
    if let reason = reasons[index] { return kept(reason.text) }
    if file.role == .movie {
      return kept(
        file.durationSeconds > PairClues.longestHalfSeconds
          ? "a recording, too long for a Live Photo" : "a movie without a still")
    }
    return kept("a still without a movie")
  }
}
