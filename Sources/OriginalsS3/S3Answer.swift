/// The answer of a store, without the bytes of an object.
struct S3Answer {
  var status = 0
  /// The header fields of the answer, by their names in small letters.
  var headers: [String: String] = [:]
  /// The text of an answer that is no object's bytes: a list, or what is wrong. No more than ``longest`` bytes.
  var text: [UInt8] = []

  static let longest = 4 << 20
}
