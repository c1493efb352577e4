import FoundationEssentials

/// Values as one line of JSON with sorted keys, so that equal values print alike.
enum JSONText {
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What the command prints holds plain values only; not to be encodable would be livecam's own fault.
    guard let data = try? encoder.encode(value) else { preconditionFailure("a report that is no JSON") }
    return String(decoding: data, as: UTF8.self)
  }
}

/// An object of JSON, written down where it is made: `["file": path, "bytes": nil]`. What is `nil` is left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var members: [String: any Encodable] = [:]

  init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    for (key, value) in elements { members[key] = value }
  }

  subscript(key: String) -> (any Encodable)? {
    get { members[key] }
    set { members[key] = newValue }
  }

  /// This object with the members of another one, which win.
  func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    merged.members.merge(other.members) { _, new in new }
    return merged
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (key, value) in members { try container.encode(value, forKey: Name(stringValue: key)) }
  }
}
