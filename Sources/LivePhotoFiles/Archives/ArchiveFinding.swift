/// A finding about one unit of an archive.
public struct ArchiveFinding: Sendable, Encodable {
  /// The state of a unit.
  public enum Status: String, Sendable, Codable {
    /// A Live Photo or Motion Photo in which nothing is wrong.
    case good
    /// Two files that belong together and are no Live Photo.
    case noLivePhoto
    /// A unit that is damaged, or cannot be read.
    case broken
    /// A file that was not looked at.
    case passedOver
    /// A unit in which nothing is wrong but its name, which is not UTF-8.
    case misnamed
  }

  /// The unit.
  public let unit: ArchiveUnit
  /// The verdict on whether the unit's two halves are a Live Photo; `nil` for a unit that does not have two halves, and
  /// for one that cannot be read.
  public let verdict: Verdict?
  /// The results of the rules that a file by itself is judged by; empty for pairs.
  public let results: [RuleResult]
  /// The reason why it is broken or was passed over; `nil` for other units.
  public private(set) var message: String?
  /// The error behind ``message``; `nil` where there was none.
  public let failure: (any Error)?
  /// The comparisons of its files with a list of checksums; empty without one.
  public internal(set) var checksums: [FileChecksum] = []
  /// The identifiers that its files carry.
  let identifiers: Set<String>
  /// The sentence about names of the unit that are not UTF-8; `nil` if all are.
  public internal(set) var nameProblem: String?
  /// An identifier of the unit that a unit before it carries, too.
  public internal(set) var repeated: RepeatedIdentifier?

  init(
    _ unit: ArchiveUnit, verdict: Verdict? = nil, results: [RuleResult] = [], message: String? = nil,
    failure: (any Error)? = nil, identifiers: [String?] = []
  ) {
    (self.unit, self.verdict, self.results, self.failure) = (unit, verdict, results, failure)
    self.message = message?.cut(to: RuleResult.longestText)
    self.identifiers = Set(identifiers.compactMap(FoundFile.comparable))
  }

  /// The state of the unit.
  public var status: Status { content == .good && nameProblem != nil ? .misnamed : content }

  /// The state of what is in the unit, whatever it is named.
  var content: Status {
    switch unit {
    case .broken: .broken
    case _ where checksums.contains(where: \.isProblem): .broken
    case .passedOver: .passedOver
    case .folder: .good
    default:
      if let verdict {
        verdict.isLivePhoto ? .good : .noLivePhoto
      } else {
        message == nil && results.allSatisfy { $0.status != .failure } ? .good : .broken
      }
    }
  }

  /// Adds what a list says of the unit's files, and, in words, what they are not any more.
  mutating func add(_ checksums: [FileChecksum], of list: ChecksumList) {
    let problems = checksums.filter { checksum in
      // What is broken, as it cannot be opened, says so.
      if case .broken = unit { checksum.state == .changed } else { checksum.isProblem }
    }.map { (unit.hasTwoFiles ? FileNames.name(of: $0.path) + ": " : "") + list.problem($0) }
    if !problems.isEmpty {
      let others: String? = if case .passedOver = unit { nil } else { message }
      message = (problems + [others].compactMap(\.self)).joined(separator: "; ").cut(to: RuleResult.longestText)
    }
    self.checksums = checksums
  }

  /// The results of the rules that are broken or unusual, and those of decoding that was tried in vain.
  var notableRules: [RuleResult] {
    rules.filter { result in
      switch result.status {
      case .pass: false
      case .failure, .warning: true
      case .notChecked: [.stillDecodes, .decodes].contains(result.rule) && result.found != NotDecoded().description
      }
    }
  }

  /// The path of the movie, where it is one of two files or members.
  var movie: String? {
    if case .pair(_, let movie, _) = unit { return movie }
    return verdict?.movie
  }

  /// The identifier of both halves.
  var identifier: String? { FoundFile.comparable(verdict?.identifier) }

  /// The identifiers that the unit's files carry, sorted; `nil` if they all carry `identifier` and no other.
  var otherIdentifiers: [String]? {
    identifiers == Set([identifier].compactMap(\.self)) ? nil : identifiers.sorted()
  }

  /// All rules that were checked.
  private var rules: [RuleResult] { verdict?.results ?? results }

  /// Writes the keys that the command's `--json` documents.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let unchecked = rules.filter { $0.status == .notChecked }.map(\.rule)
    let object: JSONObject = [
      "kind": unit.kind, "status": status, "path": unit.path, "still": verdict?.still, "movie": movie,
      "isLivePhoto": verdict?.isLivePhoto, "foundBy": unit.clue, "identifier": identifier,
      "identifiers": otherIdentifiers,
      "stillTime": verdict?.stillTime.flatMap(TimeReport.init), "message": message, "nameProblem": nameProblem,
      "rules": notableRules,
      "checksums": checksums.isEmpty ? nil : checksums,
      "notChecked": unchecked, "refusedBy": verdict?.consumers.filter { $0.answer == .refused }.map(\.consumer),
    ]
    try object.encode(to: encoder)
  }

  /// The finding for people.
  public var line: String { FindingRecord(self).line }
}

extension ArchiveUnit {
  /// The kind of a unit, in one word.
  enum Kind: String, Sendable, Codable {
    case pair, bundle, motionPhoto, archive, still, movie, folder, broken, passedOver
  }

  var kind: Kind {
    switch self {
    case .pair: .pair
    case .bundle: .bundle
    case .motionPhoto: .motionPhoto
    case .archive: .archive
    case .still: .still
    case .movie: .movie
    case .folder: .folder
    case .broken: .broken
    case .passedOver: .passedOver
    }
  }

  /// The clue by which a pair was found; `nil` for units that are no pair.
  var clue: PairClue? {
    switch self {
    case .pair(_, _, let clue): clue
    case .bundle: .bundle
    default: nil
    }
  }
}
