/// An object of JSON, written down where it is made: `["file": path, "bytes": nil]`. What is `nil` is left out.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var members: [String: any Encodable] = [:]

  package init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    for (key, value) in elements { members[key] = value }
  }

  /// An object in which what is `nil` is written as `null`.
  init(withNulls elements: KeyValuePairs<String, (any Encodable)?>) {
    let null: any Encodable = Bool?.none
    for (key, value) in elements { members[key] = value ?? null }
  }

  package subscript(key: String) -> (any Encodable)? {
    get { members[key] }
    set { members[key] = newValue }
  }

  /// Returns this object with the members of another one, which replace those of the same names.
  package func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    merged.members.merge(other.members) { _, new in new }
    return merged
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (key, value) in members { try container.encode(value, forKey: Name(stringValue: key)) }
  }
}
