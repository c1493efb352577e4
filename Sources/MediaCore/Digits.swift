extension BinaryInteger {
  /// Returns the digits of the number's size, with zeros before them if there are fewer than `count`.
  package func digits(_ count: Int, radix: Int = 10) -> String {
    let digits = String(magnitude, radix: radix)
    let missing = count - digits.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
  }
}

extension MediaTime {
  /// Seconds to the millisecond, for messages and logs: `1.500 s`.
  package var milliseconds: String {
    guard isNumeric else { return "none" }
    let value = Int((seconds * 1000).rounded())
    return (value < 0 ? "-" : "") + "\(value.magnitude / 1000)." + (value % 1000).digits(3) + " s"
  }
}
