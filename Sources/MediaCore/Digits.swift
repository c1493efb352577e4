extension BinaryInteger {
  /// Returns the digits of the number's size, with zeros before them if there are fewer than `count`.
  package func digits(_ count: Int, radix: Int = 10) -> String {
    let digits = String(magnitude, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
