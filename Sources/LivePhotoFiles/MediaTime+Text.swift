package import MediaCore

extension MediaTime {
  /// The time for people: `1.234 s`, `no known time` for what is no number.
  package var text: String {
    guard isNumeric else { return "no known time" }
    return seconds.fixed(digits: 3) + " s"
  }
}

extension Double {
  /// The number with so many decimals: `-0.50`.
  package func fixed(digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = Int((self * Double(scale)).rounded())
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / scale)." + (scaled % scale).digits(digits)
  }
}
