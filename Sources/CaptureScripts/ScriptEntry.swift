import FoundationEssentials
import MediaCore

/// An entry of the log of a run: one event, as one line.
public struct ScriptEntry: Sendable, Hashable, Encodable {
  /// The kind of an entry. Entries of one instant are sorted by their kinds, in the order of the cases.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Encodable {
    /// A step was taken.
    case step
    /// A step was refused.
    case refusal
    /// The user is asked, or the caller receives the answer.
    case access
    /// The output says whether it is ready for what it was asked to be ready for.
    case prepared
    /// A still that waited is finished.
    case deferred
    /// Something happened to the session.
    case session
    /// A delegate was called.
    case call
    /// An event of the output that no delegate received.
    case event
    /// A recording has begun, or is over.
    case recording
    /// A file appeared.
    case file
    /// The LIVE counter changed.
    case badge
    /// The output's readiness changed.
    case readiness
    /// The flash is switched on, or off.
    case flash

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The time since the script's beginning, in nanoseconds of virtual time.
  public let nanoseconds: Int64
  /// The kind of happening.
  public let kind: Kind
  /// The capture's number, if it is about one.
  public let capture: Int?
  /// The photo output's name, if it is about one and there are several.
  public let output: String?
  /// The name of what happened: a step's, a method's or a file's, or a value.
  public let name: String
  /// The details, if there are any, the same on each run.
  public let detail: String?
  /// The number of the error that came with it (`AVError.Code`).
  public let error: Int?
  /// The details as values with units, for programs that read the log.
  public let facts: ScriptFacts

  /// Encodes the entry as one flat object: its own values and its ``facts``.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nanoseconds, forKey: .nanoseconds)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(capture, forKey: .capture)
    try container.encodeIfPresent(output, forKey: .output)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(detail, forKey: .detail)
    try container.encodeIfPresent(error, forKey: .error)
    try facts.encode(to: encoder)
  }

  private enum CodingKeys: String, CodingKey {
    case nanoseconds = "ns"
    case kind = "event"
    case capture, output, name, detail, error
  }

  /// The time in seconds with six decimals, such as `2.033334`.
  public var seconds: String { MediaTime(nanoseconds: nanoseconds).plainSeconds }

  /// The entry as an aligned line for people.
  public var text: String {
    let time = String(repeating: " ", count: max(0, 12 - seconds.count)) + seconds
    let number = capture.map { "\($0)" } ?? ""
    var line = "\(time)  \(Self.padded(kind.rawValue, 9))  \(Self.padded(number, 3))  \(name)"
    if let detail { line += "  \(detail)" }
    if let output { line += "  output \(output)" }
    if let error { line += "  error \(error)" }
    return line
  }

  /// The entry as a line of JSON with sorted keys.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "{}" }  // words and numbers only
    return String(decoding: data, as: UTF8.self)
  }

  /// The line above a table of ``text``.
  public static let heading = "        time  what       no   "

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
