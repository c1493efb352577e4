import MediaCore

extension Double {
  /// The number with so many decimals: `-0.50`.
  package func fixed(digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = Int((self * Double(scale)).rounded())
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / scale)." + (scaled % scale).digits(digits)
  }
}
