/// The result of one rule for a pair.
public struct RuleResult: Sendable, Encodable {
  /// The end of a rule's check.
  public enum Status: String, Sendable, Codable {
    /// The rule holds.
    case pass
    /// Unusual. Only a consumer for which ``Rule`` says so refuses the pair for it.
    case warning
    /// The rule is broken.
    case failure
    /// Nothing here could tell; ``RuleResult/found`` says why.
    case notChecked
  }

  /// The rule.
  public let rule: Rule
  /// The end of the check.
  public let status: Status
  /// A phrase about what the files show, or why it could not be checked.
  public let found: String
  /// The consumers that refuse the pair because of this.
  public var refusedBy: [Consumer] { isBroken ? Consumer.allCases.filter(rule.terms.refusing.contains) : [] }

  /// A phrase about what the files should show.
  public var expected: String { rule.expected }

  init(_ rule: Rule, _ status: Status, _ found: String) {
    self.rule = rule
    self.status = status
    self.found = found.cut(to: Self.longestText)
  }

  /// Files may quote themselves without an end.
  static let longestText = 2000

  /// The outcome of a rule: its status, and what the files show.
  typealias Outcome = (status: Status, found: String)

  static func list(_ outcomes: KeyValuePairs<Rule, Outcome>) -> [RuleResult] {
    outcomes.map { RuleResult($0, $1.status, $1.found) }
  }

  /// Indicates whether a consumer that follows this rule sees it broken.
  var isBroken: Bool { status == .failure || status == .warning && rule.terms.isBrokenByWarning }

  /// Writes the keys that the command's `--json` documents.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let object = JSONObject(withNulls: [
      "rule": rule, "number": rule.number, "title": rule.title, "status": status, "found": found,
      "expected": expected, "refusedBy": refusedBy,
    ])
    try object.encode(to: encoder)
  }
}

extension String {
  /// Returns the first `length` bytes of the text, with dots for the rest; the whole text if it is no longer.
  func cut(to length: Int) -> String {
    utf8.count <= length ? self : String(decoding: utf8.prefix(length), as: UTF8.self) + "…"
  }
}
