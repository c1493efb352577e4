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
