/// Decides which stills and movies belong together: by identifier, then by time, likeness and name.
///
/// No file is in two decisions, and none is in none; in which order files are given does not matter. A file is looked
/// at only where facts leave a choice, by the witness.
struct PairMatcher {
  /// A still and a movie, by their places among the files.
  struct Match {
    let still: Int
    let movie: Int
    let evidence: String
    var isAnnounced = false
  }

  /// A still and a movie that may belong together.
  struct Edge {
    let still: Int
    let movie: Int
    let score: Double
    let clues: PairClues
  }

  /// The largest number of movies that are compared with a still by no better clue than a name that many have.
  static let mostRivals = 8

  /// A question to the witness about a still and the movies that it may belong to.
  private struct Question: Sendable {
    let number: Int
    let still: Int
    let facts: FileFacts
    var answers: [(movie: Int, facts: FileFacts, clues: PairClues)]

    init(_ number: Int, _ still: Int, _ movies: [Int], of files: [FileFacts]) {
      (self.number, self.still, facts) = (number, still, files[still])
      answers = movies.map { ($0, files[$0], PairClues(files[still], files[$0])) }
    }

    mutating func ask(_ witness: any PairWitness) throws {
      let open = answers.indices.filter { answers[$0].clues.needsLikeness }
      let guesses = open.map { index in
        let (movie, clues) = (answers[index].facts, answers[index].clues)
        var seconds = movie.stillSeconds ?? movie.durationSeconds / 2
        if movie.stillSeconds == nil, case .inside(let lead, _) = clues.time { seconds = lead }
        return PairGuess(movie: movie, seconds: seconds)
      }
      for (index, likeness) in zip(open, try witness.likeness(of: facts, to: guesses)) {
        answers[index].clues.likeness = likeness
      }
    }
  }

  let files: [FileFacts]
  let witness: any PairWitness
  let jobs: OrderedJobs
  private(set) var matches: [Match] = []
  /// The match that a file is in, as its place among the matches.
  private(set) var matchOf: [Int: Int] = [:]
  /// The reasons why files are alone, and the other file with which each may belong together.
  var reasons: [Int: (text: String, doubtful: Int?)] = [:]

  /// Returns the decisions about files, sorted by the first file of each.
  ///
  /// The witness looks at so many at once as there are `jobs`. `checkpoint` hears the fraction that is done, and may
  /// throw to stop.
  /// - Throws: What the witness and `checkpoint` throw.
  static func decisions(
    for files: [FileFacts], witness: any PairWitness, jobs: OrderedJobs = OrderedJobs(1),
    checkpoint: (Double) throws -> Void = { _ in }
  ) async throws -> [PairDecision] {
    var matcher = PairMatcher(files: files.sorted { $0.path < $1.path }, witness: witness, jobs: jobs)
    matcher.matchIdentifiers()
    try await matcher.matchNames { try checkpoint(0.8 * $0) }
    try await matcher.matchTimes { try checkpoint(0.8 + 0.2 * $0) }
    return try await matcher.decisions()
  }

  private init(files: [FileFacts], witness: any PairWitness, jobs: OrderedJobs) {
    (self.files, self.witness, self.jobs) = (files, witness, jobs)
  }

  private func isFree(_ index: Int, _ role: FileFacts.Role) -> Bool {
    files[index].role == role && matchOf[index] == nil
  }

  var freeStills: [Int] { files.indices.filter { isFree($0, .still) } }

  var freeMovies: [Int] { files.indices.filter { isFree($0, .movie) } }

  private mutating func add(_ match: Match) {
    matchOf[match.still] = matches.count
    matchOf[match.movie] = matches.count
    matches.append(match)
  }

  // MARK: Identifiers

  private mutating func matchIdentifiers() {
    let stills = Dictionary(grouping: freeStills.filter { files[$0].identifier != nil }) { files[$0].identifier }
    let movies = Dictionary(grouping: freeMovies.filter { files[$0].identifier != nil }) { files[$0].identifier }
    for (identifier, group) in stills {
      guard let partners = movies[identifier] else { continue }
      match(
        group.sorted { files[$0].isBetterStill(than: files[$1]) },
        partners.sorted { files[$0].isBetterMovie(than: files[$1]) })
    }
  }

  /// Pairs stills and movies of one identifier: those of one name first, then those of one folder, then the rest.
  private mutating func match(_ stills: [Int], _ movies: [Int]) {
    let keys: [(FileFacts) -> String] = [
      { $0.name.exact }, { $0.name.loose }, { FileNames.folder(of: $0.path) },
      { FileNames.name(of: $0.name.exact) }, { FileNames.name(of: $0.name.loose) }, { _ in "" },
    ]
    for key in keys {
      // The best of a group is taken first, from the end.
      var waiting = Dictionary(grouping: movies.reversed().filter { matchOf[$0] == nil }) { key(files[$0]) }
      for still in stills where matchOf[still] == nil {
        guard let movie = waiting[key(files[still])]?.popLast() else { continue }
        let isAnnounced = PairClues(files[still], files[movie]).isAnnounced
        add(Match(still: still, movie: movie, evidence: "by identifier", isAnnounced: isAnnounced))
      }
    }
    for (halves, others) in [(stills, movies), (movies, stills)] {
      guard let taken = others.first(where: { matchOf[$0] != nil }), let match = matchOf[taken] else { continue }
      let names = "\(files[matches[match].still].path) and \(files[matches[match].movie].path)"
      for half in halves where matchOf[half] == nil {
        reasons[half] = ("has the identifier of \(names), which fit each other better", nil)
      }
    }
  }

  // MARK: Names and announced videos

  private mutating func matchNames(_ checkpoint: (Double) throws -> Void) async throws {
    let movies = freeMovies.filter { files[$0].durationSeconds <= PairClues.longestHalfSeconds }
    let byExact = Dictionary(grouping: movies) { files[$0].name.exact }
    let byLoose = Dictionary(grouping: movies) { files[$0].name.loose }.mapValues(sortedByTime)
    let bySize = Dictionary(grouping: movies) { "\(files[$0].size) \(FileNames.folder(of: files[$0].path))" }
    let edges = try await edges(freeStills, checkpoint) { matcher, still in
      let facts = matcher.files[still]
      let ofSize = facts.announcedVideo.flatMap { bySize["\($0) \(FileNames.folder(of: facts.path))"] } ?? []
      let partners =
        (byExact[facts.name.exact] ?? []) + ofSize.prefix(Self.mostRivals)
        + matcher.rivals(of: facts, among: byLoose[facts.name.loose] ?? [])
      var seen: Set<Int> = []
      return partners.filter { seen.insert($0).inserted }
    }
    assign(edges)
  }

  /// Those of many movies that may be a still's: all of a few, else those of its time.
  private func rivals(of still: FileFacts, among movies: [Int]) -> [Int] {
    guard movies.count > Self.mostRivals else { return movies }
    return still.moment.map { contemporaries(of: $0, among: movies) } ?? []
  }

  /// Stills and those of their `partners` that they belong to; why others do not is kept.
  mutating func edges(
    _ stills: [Int], _ checkpoint: (Double) throws -> Void, partners: (PairMatcher, Int) -> [Int]
  ) async throws -> [Edge] {
    var edges: [Edge] = []
    let witness = witness
    var numbers = stills.indices.makeIterator()
    try await jobs.run {
      numbers.next().map { Question($0, stills[$0], partners(self, stills[$0]), of: files) }
    } work: { question in
      var question = question
      try question.ask(witness)
      return question
    } deliver: { question in
      try checkpoint(Double(question.number) / Double(stills.count))
      for (movie, _, clues) in question.answers {
        switch clues.judgement {
        case .together(let score):
          edges.append(Edge(still: question.still, movie: movie, score: score, clues: clues))
        case .doubtful(let text): note(text, isDoubt: true, question.still, movie)
        case .strangers(let text?): note(text, isDoubt: false, question.still, movie)
        case .strangers(nil): break
        }
      }
    }
    return edges
  }

  mutating func note(_ text: String, isDoubt: Bool, _ one: Int, _ other: Int) {
    for (file, partner) in [(one, other), (other, one)]
    where reasons[file].map({ $0.doubtful == nil && isDoubt }) ?? true {
      reasons[file] = ("\(FileNames.name(of: files[partner].path)) is \(text)", isDoubt ? partner : nil)
    }
  }

  /// Pairs those that fit best, then those that fit best of what is left.
  mutating func assign(_ edges: [Edge]) {
    let sorted = edges.sorted { one, other in
      if one.score != other.score { return one.score > other.score }
      if one.still != other.still { return files[one.still].isBetterStill(than: files[other.still]) }
      return files[one.movie].isBetterMovie(than: files[other.movie])
    }
    for edge in sorted {
      switch (matchOf[edge.still], matchOf[edge.movie]) {
      case (nil, nil):
        add(
          Match(
            still: edge.still, movie: edge.movie, evidence: edge.clues.evidence, isAnnounced: edge.clues.isAnnounced))
      case (nil, let match?):
        reasons[edge.still] = (taken(edge, by: matches[match].still, edge.movie), nil)
      case (let match?, nil):
        reasons[edge.movie] = (taken(edge, by: matches[match].movie, edge.still), nil)
      default: break
      }
    }
  }

  private func taken(_ edge: Edge, by winner: Int, _ half: Int) -> String {
    "\(FileNames.name(of: files[half].path)) fits it (\(edge.clues.evidence)), and fits "
      + "\(FileNames.name(of: files[winner].path)) better"
  }
}
