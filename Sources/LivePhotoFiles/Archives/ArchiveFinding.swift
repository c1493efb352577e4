/// What was found out about one unit of an archive.
public struct ArchiveFinding: Sendable, Encodable {
  /// How it stands with a unit.
  public enum Status: String, Sendable, Encodable {
    case good
    /// Two files that belong together and are no Live Photo.
    case noLivePhoto
    /// Damaged, or not to be read.
    case broken
    /// Not looked at.
    case passedOver
  }

  /// The unit.
  public let unit: ArchiveUnit
  /// Whether its two halves are a Live Photo; `nil` for what has no two halves, and what cannot be read.
  public let verdict: Verdict?
  /// What the rules say that a file by itself is judged by; empty for pairs.
  public let results: [RuleResult]
  /// Why it is broken or was passed over; `nil` for other units.
  public let message: String?
  /// The identifiers that its files carry.
  let identifiers: Set<String>
  /// An identifier of the unit that a unit before it carries too, and the folder of that one.
  public internal(set) var repeated: (identifier: String, folder: String)?

  init(
    _ unit: ArchiveUnit, verdict: Verdict? = nil, results: [RuleResult] = [], message: String? = nil,
    identifiers: [String?] = []
  ) {
    (self.unit, self.verdict, self.results, self.message) = (unit, verdict, results, message)
    self.identifiers = Set(identifiers.compactMap(\.self))
  }

  /// How it stands with the unit.
  public var status: Status {
    switch unit {
    case .broken: .broken
    case .passedOver: .passedOver
    default:
      if let verdict {
        verdict.isLivePhoto ? .good : .noLivePhoto
      } else {
        message == nil && results.allSatisfy { $0.status != .failure } ? .good : .broken
      }
    }
  }

  /// All rules that were checked.
  private var rules: [RuleResult] { verdict?.results ?? results }

  /// Writes the keys that the command's `--json` documents.
  public func encode(to encoder: any Encoder) throws {
    let notable = rules.filter { $0.status == .failure || $0.status == .warning }
    let unchecked = rules.filter { $0.status == .notChecked }.map(\.rule)
    let object: JSONObject = [
      "kind": unit.kind, "status": status, "path": unit.path, "still": verdict?.still, "movie": verdict?.movie,
      "foundBy": unit.clue, "identifier": verdict?.identifier, "stillTime": verdict?.stillTime.flatMap(TimeReport.init),
      "message": message, "rules": notable, "notChecked": unchecked,
      "refusedBy": verdict?.consumers.filter { $0.answer == .refused }.map(\.consumer),
      "repeated": repeated.map { ["identifier": $0.identifier, "folder": $0.folder] },
    ]
    try object.encode(to: encoder)
  }

  /// The finding for people: a line, and one more for an identifier that is not the unit's alone.
  public var lines: [String] {
    let named = rules.filter { $0.status == (status == .good ? .warning : .failure) }
    var text = unit.text(movie: verdict?.movie)
    if let message {
      text += ": \(message)"
    } else if status == .good {
      let warning = named.map(\.rule.rawValue).joined(separator: ", ")
      text += warning.isEmpty ? "" : ", warning: \(warning)"
    } else if verdict != nil {
      text += ": " + named.map(\.rule.rawValue).joined(separator: ", ")
    } else {
      text += ": " + named.map { "\($0.rule.rawValue): \($0.found)" }.joined(separator: "; ")
    }
    var lines = [mark + text]
    if let repeated {
      lines.append(
        "twice   \(unit.path): its identifier \(repeated.identifier) is that of another photo in \(repeated.folder), too. "
          + "Programs show one of the two, or mix them up: remove one, or give it a new identifier with 'livecam repair "
          + "--identifier'.")
    }
    return lines
  }

  private var mark: String {
    switch (status, unit) {
    case (.broken, _): "broken  "
    case (.passedOver, _): "skipped "
    case (.noLivePhoto, _): "FAILURE "
    case (.good, .motionPhoto): "motion  "
    case (.good, .still): "still   "
    case (.good, .movie): "movie   "
    case (.good, _): "ok      "
    }
  }
}

extension ArchiveUnit {
  /// What it is, in one word.
  var kind: String {
    switch self {
    case .pair: "pair"
    case .bundle: "bundle"
    case .motionPhoto: "motionPhoto"
    case .archive: "archive"
    case .still: "still"
    case .movie: "movie"
    case .broken: "broken"
    case .passedOver: "passedOver"
    }
  }

  /// By what a pair was found.
  var clue: PairClue? {
    switch self {
    case .pair(_, _, let clue): clue
    case .bundle: .bundle
    default: nil
    }
  }

  /// The unit in a line for people.
  fileprivate func text(movie: String?) -> String {
    switch self {
    case .pair(let still, let movie, let clue):
      let isBeside = FileNames.folder(of: still) == FileNames.folder(of: movie)
      return "\(still) + \(isBeside ? FileNames.name(of: movie) : movie), by \(clue.rawValue)"
    case .bundle(let path, _, _): return "\(path), a bundle"
    case .archive(let path): return "\(path), an archive"
    case .still(let path): return "\(path), without a movie"
    case .movie(let path): return "\(path), without a still"
    case .motionPhoto(let path), .broken(let path, _), .passedOver(let path, _): return path
    }
  }
}
