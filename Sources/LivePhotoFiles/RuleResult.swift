/// What one rule says about a pair.
public struct RuleResult: Sendable, Encodable {
  /// How a rule ended.
  public enum Status: String, Sendable, Encodable {
    case pass
    /// Unusual, and nobody is known to refuse the pair for it.
    case warning
    case failure
    /// Nothing here could tell; ``RuleResult/found`` says why.
    case notChecked
  }

  /// The rule.
  public let rule: Rule
  /// How it ended.
  public let status: Status
  /// What the files show, or why it could not be checked.
  public let found: String
  /// Who refuses the pair because of this.
  public let refusedBy: [Consumer]

  /// What the files should show.
  public var expected: String { rule.expected }

  /// A rule's outcome; who refuses follows from the table of consumers.
  init(_ rule: Rule, _ status: Status, _ found: String) {
    self.rule = rule
    self.status = status
    self.found = found
    let isBroken = Self.isBroken(rule, status)
    refusedBy = isBroken ? Consumer.allCases.filter { $0.effect(of: rule) == .refuses } : []
  }

  /// Whether a consumer that goes by this rule sees it broken.
  var isBroken: Bool { Self.isBroken(rule, status) }

  // What makes no Live Photo of a pair by itself, and yet is what some consumers go by.
  private static func isBroken(_ rule: Rule, _ status: Status) -> Bool {
    status == .failure || status == .warning && [.names, .dates].contains(rule)
  }

  private enum Key: String, CodingKey { case rule, number, title, status, found, expected, refusedBy }

  /// Writes the keys that the command's `--json` documents.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(rule.number, forKey: .number)
    try container.encode(rule.title, forKey: .title)
    try container.encode(status, forKey: .status)
    try container.encode(found, forKey: .found)
    try container.encode(expected, forKey: .expected)
    try container.encode(refusedBy, forKey: .refusedBy)
  }
}
