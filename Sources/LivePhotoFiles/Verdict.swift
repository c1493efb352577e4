public import MediaCore

/// The verdict on whether two files are a Live Photo, rule by rule and consumer by consumer.
public struct Verdict: Sendable, Encodable {
  /// The still, as it was named.
  public let still: String
  /// The movie, as it was named.
  public let movie: String
  /// The identifier that both carry, or `nil`.
  public let identifier: String?
  /// The place of the still on the movie's timeline, or `nil` when nothing says so.
  public let stillTime: MediaTime?
  /// Every rule with its outcome, in the order of the checklist.
  public let results: [RuleResult]
  /// Every consumer with its decision.
  public let consumers: [ConsumerVerdict]

  /// A Boolean value that indicates whether the two are a Live Photo: no rule that Apple's Photos follow is broken.
  /// What nobody could check is in favour of the pair.
  public var isLivePhoto: Bool { !results.contains { $0.isBroken && $0.rule.terms.decides } }

  /// The rules that failed.
  public var failures: [RuleResult] { results.filter { $0.status == .failure } }

  init(
    still: String, movie: String, identifier: String?, stillTime: MediaTime?, results: [RuleResult], traits: PairTraits
  ) {
    self.still = still
    self.movie = movie
    self.identifier = identifier
    self.stillTime = stillTime
    let ordered = Rule.allCases.compactMap { rule in results.first { $0.rule == rule } }
    self.results = ordered
    consumers = Consumer.allCases.map { $0.verdict(ordered, traits: traits) }
  }

  /// The outcome of one rule.
  public subscript(rule: Rule) -> RuleResult? { results.first { $0.rule == rule } }

  /// The keys that the command's `--json` documents.
  package var json: JSONObject {
    JSONObject(withNulls: [
      "still": still, "movie": movie, "isLivePhoto": isLivePhoto, "identifier": identifier,
      "stillTime": stillTime.flatMap(TimeReport.init), "failures": failures.map(\.rule), "rules": results,
      "consumers": consumers,
    ])
  }

  /// Writes it as `livecam verify --json` does.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
