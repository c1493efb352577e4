import FoundationEssentials

/// JSON as pages are sent it, and as they send it.
package enum KioskJSON {
  /// One line of JSON.
  package static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Plain values of text and numbers are always encoded.
    let data = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ body: [UInt8], as type: Value.Type) throws(WebFailure) -> Value {
    // Where it is wrong is no secret, but no page of ours has it wrong.
    do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
      throw .invalid("The body is not the JSON object that is wanted here.")
    }
  }
}
