/// What a folder holds of Live Photos, and whether its pairs are right.
public struct FolderVerdict: Sendable, Encodable {
  /// A pair with its verdict.
  public struct Pair: Sendable, Encodable {
    /// By what the two were found to belong together.
    public let foundBy: PairClue
    /// Whether they are a Live Photo.
    public let verdict: Verdict
  }

  /// An identifier of several stills or movies.
  public struct Duplicate: Sendable, Hashable, Encodable {
    /// What the files carry.
    public let identifier: String
    /// All files that carry it.
    public let files: [String]
  }

  /// A file that could not be read.
  public struct Unreadable: Sendable, Encodable {
    /// The file.
    public let path: String
    /// What is wrong with it.
    public let message: String
  }

  /// The folder as it was named.
  public let folder: String
  /// The pairs, sorted by their stills.
  public internal(set) var pairs: [Pair] = []
  /// Stills that hold their movie themselves.
  public internal(set) var motionPhotos: [String] = []
  /// Stills that name a movie which is not there, or that are no part of a pair.
  public internal(set) var stillsAlone: [String] = []
  /// Movies without a still.
  public internal(set) var moviesAlone: [String] = []
  /// Identifiers that are not unique.
  public internal(set) var duplicates: [Duplicate] = []
  /// Stills and movies that cannot be read.
  public internal(set) var unreadable: [Unreadable] = []

  /// Whether every pair is a Live Photo and every file could be read; an identifier used twice is a fault.
  public var isGood: Bool {
    pairs.allSatisfy { $0.verdict.isLivePhoto } && unreadable.isEmpty && duplicates.isEmpty && !pairs.isEmpty
  }

  /// Writes the keys that the command's `--json` documents.
  public func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "folder": folder, "isGood": isGood, "pairs": pairs, "motionPhotos": motionPhotos, "stillsAlone": stillsAlone,
      "moviesAlone": moviesAlone, "duplicates": duplicates, "unreadable": unreadable,
    ]
    try object.encode(to: encoder)
  }

  /// The findings for people: a line for each pair and each file that is none, and the totals.
  public var lines: [String] {
    var lines = pairs.map { pair in
      let mark = pair.verdict.isLivePhoto ? "ok     " : "FAILURE"
      // What is unusual is named where nothing is wrong.
      let status = pair.verdict.isLivePhoto ? RuleResult.Status.warning : .failure
      let rules = pair.verdict.results.filter { $0.status == status }.map(\.rule.rawValue).joined(separator: ", ")
      let reason = rules.isEmpty ? "" : pair.verdict.isLivePhoto ? ", warning: \(rules)" : ": \(rules)"
      let isBeside = FileNames.folder(of: pair.verdict.still) == FileNames.folder(of: pair.verdict.movie)
      let movie = isBeside ? FileNames.name(of: pair.verdict.movie) : pair.verdict.movie
      return
        "\(mark) \(pair.verdict.still) + \(movie), by \(pair.foundBy.rawValue)\(reason)"
    }
    lines += motionPhotos.map { "motion  \($0)" }
    lines += stillsAlone.map { "still   \($0): no movie" }
    lines += moviesAlone.map { "movie   \($0): no still" }
    lines += duplicates.map { "twice   \($0.identifier): \($0.files.joined(separator: ", "))" }
    lines += unreadable.map { "broken  \($0.path): \($0.message)" }
    let good = pairs.filter { $0.verdict.isLivePhoto }.count
    lines.append(
      "\(pairs.count) pair\(pairs.count == 1 ? "" : "s"), \(good) of them Live Photos; \(motionPhotos.count) Motion Photos, "
        + "\(stillsAlone.count) stills and \(moviesAlone.count) movies alone, \(unreadable.count) broken")
    return lines
  }
}
