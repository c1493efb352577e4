import FoundationEssentials
import SystemCalls

/// Values as one line of JSON with sorted keys, so that equal values print alike.
///
/// A byte of a path that is no UTF-8 is `\udc80` to `\udcff`, half a surrogate pair, as Python's `surrogateescape` and
/// `os.fsencode` have it.
enum JSONText {
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What the command prints holds plain values only; not to be encodable would be livecam's own fault.
    guard let data = try? encoder.encode(value) else { preconditionFailure("a report that is no JSON") }
    let text = String(decoding: data, as: UTF8.self)
    guard text.isEscaped else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if let byte = scalar.escapedByte {
        result += "\\udc" + String(byte, radix: 16)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
