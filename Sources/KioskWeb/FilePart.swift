/// What a client asks of a file by its header `Range`.
enum FilePart {
  /// These bytes.
  case bytes(Range<Int>)
  /// Nothing that it has.
  case outside

  /// One range such as `bytes=0-99`, `bytes=100-` or `bytes=-100` of a file of so many bytes; `nil` for what is no range,
  /// and for several at once: then the whole file is meant, or will do.
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
