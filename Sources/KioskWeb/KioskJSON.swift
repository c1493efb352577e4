import FoundationEssentials
import MediaCore

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

  /// Returns the value that a body of JSON stands for.
  /// - Throws: ``WebFailure`` 400.
  package static func value<Value: Decodable>(_ body: [UInt8], as type: Value.Type) throws(WebFailure) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
      let context = (error as? DecodingError)?.context
      let place = context?.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ".")
      let cause = context?.debugDescription ?? "\(error)"
      if let place, !place.isEmpty { throw .invalid("\(place): \(cause)", underlying: error) }
      throw .invalid("The body is not the JSON object that is wanted here: \(cause)", underlying: error)
    }
  }
}
