/// The part of a file that a client asks for by the header `Range`.
enum FilePart {
  /// A range of bytes.
  case bytes(Range<Int>)
  /// A range that is outside the file.
  case outside

  /// Creates a part from one range such as `bytes=0-99`, `bytes=100-` or `bytes=-100` of a file of `count` bytes; `nil`
  /// for a text that is no range, and for several ranges at once: then the whole file is the answer.
  init?(_ text: String, of count: Int) {
    guard text.lowercased().hasPrefix("bytes=") else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Self.number(parts[0]), let last = Self.number(parts[1]) else { return nil }
    switch (first, last) {
    case (nil, nil): return nil
    case (let first?, let last?) where last < first: return nil
    case (let first?, let last): self = first < count ? .bytes(first..<min(last ?? .max, count - 1) + 1) : .outside
    case (nil, let length?): self = length > 0 && count > 0 ? .bytes(max(0, count - length)..<count) : .outside
    }
  }

  /// A number, the largest that there is for a larger one; no number for nothing; `nil` for anything else.
  private static func number(_ digits: Substring) -> Int?? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.isEmpty ? .some(nil) : .some(Int(digits) ?? .max)
  }
}
