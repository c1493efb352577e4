import ByteCoding

extension PairMatcher {
  /// Pairs what is left by time and likeness alone, where just one movie and one still are so.
  mutating func matchTimes(_ checkpoint: (Double) throws -> Void) async throws {
    let movies = Dictionary(
      grouping: freeMovies.filter {
        files[$0].recorded != nil && files[$0].durationSeconds <= PairClues.longestHalfSeconds
          && reasons[$0]?.doubtful == nil
      }
    ) { FileNames.folder(of: files[$0].path) }.mapValues(sortedByTime)
    let stills = freeStills.filter { files[$0].moment != nil && reasons[$0]?.doubtful == nil }
    let edges = try await edges(stills, checkpoint) { matcher, still in
      let facts = matcher.files[still]
      guard let moment = facts.moment, let group = movies[FileNames.folder(of: facts.path)] else { return [] }
      // Those of like names have been looked at.
      return matcher.contemporaries(of: moment, among: group).filter {
        facts.name.likeness(to: matcher.files[$0].name) == .none
      }
    }
    let open = Self.close(edges, by: \.still).union(Self.close(edges, by: \.movie))
    for index in open.sorted() {
      note("of one time and alike, and so are others", isDoubt: true, edges[index].still, edges[index].movie)
    }
    let unique = edges.indices.filter { !open.contains($0) }.map { edges[$0] }
    assign(unique)
    for (file, reason) in reasons {
      // What it might have belonged to has found its own.
      if let partner = reason.doubtful, matchOf[partner] != nil { reasons[file]?.doubtful = nil }
    }
  }

  /// The edges to which another of the same still or movie is nearly as good, which leaves it open.
  private static func close(_ edges: [Edge], by end: (Edge) -> Int) -> Set<Int> {
    var close: Set<Int> = []
    for group in Dictionary(grouping: edges.indices, by: { end(edges[$0]) }).values {
      let sorted = group.sorted { edges[$0].score < edges[$1].score }
      for (one, next) in zip(sorted, sorted.dropFirst()) where edges[next].score - edges[one].score < 0.03 {
        close.formUnion([one, next])
      }
    }
    return close
  }

  func sortedByTime(_ movies: [Int]) -> [Int] {
    movies.sorted { (start(files[$0]), $0) < (start(files[$1]), $1) }
  }

  private func start(_ movie: FileFacts) -> Double { movie.recorded?.begin.seconds ?? 0 }

  /// The movies that were recorded around a moment, in any time zone; those of its own first.
  func contemporaries(of moment: CaptureMoment, among movies: [Int]) -> [Int] {
    var found: [(isGuess: Bool, movie: Int)] = []
    let zones = MovieMoment.zones.upperBound
    for quarters in (-zones...zones).sorted(by: { abs($0) < abs($1) }) where found.count < Self.mostRivals {
      let latest = moment.seconds - Double(quarters) * MovieMoment.quarter + 10
      let earliest = latest - 2 * PairClues.longestHalfSeconds - 20
      let first = movies.searchFirst { start(files[$0]) >= earliest }
      for movie in movies[first...].prefix(while: { start(files[$0]) <= latest }).prefix(4 * Self.mostRivals) {
        guard case .inside(_, let zone)? = files[movie].recorded?.relation(of: moment) else { continue }
        if !found.contains(where: { $0.movie == movie }) { found.append((zone != nil, movie)) }
      }
    }
    return found.sorted { (!$0.isGuess ? 0 : 1, $0.movie) < (!$1.isGuess ? 0 : 1, $1.movie) }
      .prefix(Self.mostRivals).map(\.movie)
  }
}
