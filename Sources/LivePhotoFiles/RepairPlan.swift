import MediaCore
import ISOBoxes
import MovieCoding

/// Decides what has to change so that two files become a Live Photo. Nothing is read or written here.
struct RepairPlan {
  /// What both files are to carry.
  private(set) var identifier: PairIdentifier?
  /// What the identifier is written as: letter case is kept where both agree.
  private(set) var identifierText: String?
  /// Whether the still's identifier has to be written.
  private(set) var changesStillIdentifier = false
  /// Whether the movie's identifier has to be written.
  private(set) var changesMovieIdentifier = false
  /// Whether the movie has to become a QuickTime file, its metadata where they belong.
  private(set) var makesQuickTime = false
  /// The date of the movie's beginning, to be written.
  private(set) var creationDate: WallTime?
  /// Every change, in a sentence.
  var changes: [String] = []

  init(
    verdict: Verdict, still: StillFacts, movie: MovieFile, wish: PairIdentifier?, derived: () throws -> PairIdentifier
  ) rethrows {
    if let failure = Self.failure(.quickTimeContainer, verdict) {
      makesQuickTime = true
      changes.append("movie: becomes a QuickTime file (was \(failure.found))")
    }
    try chooseIdentifier(verdict, still: still.identifier, movie: movie.contentIdentifier, wish: wish, derived: derived)
    chooseDate(still: still, movie: movie)
  }

  private static func failure(_ rule: Rule, _ verdict: Verdict) -> RuleResult? {
    verdict[rule].flatMap { $0.status == .failure ? $0 : nil }
  }

  private mutating func chooseIdentifier(
    _ verdict: Verdict, still: String?, movie: String?, wish: PairIdentifier?, derived: () throws -> PairIdentifier
  ) rethrows {
    let (left, right) = (still.flatMap(PairIdentifier.init(uuidString:)), movie.flatMap(PairIdentifier.init(uuidString:)))
    let text: String
    let reason: String
    if let wish {
      (text, reason) = (wish.uuidString, "as asked for")
    } else if let left, let right, left == right {
      // Differing in letter case only, the upper case of phones wins; equal, even lower case stays.
      (text, reason) = still == movie ? (still ?? "", "both have it") : (left.uuidString, "letter case")
    } else if let left, let right {
      (text, reason) = (try derived().uuidString, "new: the two had \(left) and \(right)")
    } else if let known = left ?? right {
      (text, reason) = (known.uuidString, left == nil ? "the movie's" : "the still's")
    } else {
      (text, reason) = (try derived().uuidString, "new")
    }
    identifierText = text
    identifier = PairIdentifier(uuidString: text)
    changesStillIdentifier = still != text || Self.failure(.makerNote, verdict) != nil
    changesMovieIdentifier = movie != text || Self.failure(.movieIdentifier, verdict) != nil
    if changesStillIdentifier { changes.append("still: identifier \(text) (\(reason); was \(still ?? "missing"))") }
    if changesMovieIdentifier { changes.append("movie: identifier \(text) (\(reason); was \(movie ?? "missing"))") }
  }

  private mutating func chooseDate(still: StillFacts, movie: MovieFile) {
    let text = movie.metadata.first { $0.key == MovieKey.creationDate }?.value.text
    let begins = text.flatMap(DateReading.init)
    guard let taken = still.date else { return }
    if let begins, begins.offsetSeconds != nil, (0...2).contains(taken.seconds(since: begins)) { return }
    // A still of old phones has no offset; the movie's is the best guess, and UTC the last.
    let instant = taken.wallTime(defaultOffset: begins?.offsetSeconds ?? 0)
    let lead = movie.stillTime.flatMap { $0.isNumeric && $0.seconds < 2 ? $0 : nil } ?? .zero
    let date = instant.advanced(by: .zero - lead)
    creationDate = date
    changes.append(
      "movie: creationdate \(date.localString())\(date.offsetString(separator: "")) (was \(text ?? "missing"))")
  }
}
