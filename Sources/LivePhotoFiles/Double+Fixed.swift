import MediaCore

extension Double {
  /// The number with so many decimals: `-0.50`. One that is too large for them is as Swift writes it.
  package func fixed(digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (self * Double(scale)).rounded()) else { return "\(self)" }
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / scale)." + (scaled % scale).digits(digits)
  }
}
