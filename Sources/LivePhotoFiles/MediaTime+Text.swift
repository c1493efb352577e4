package import MediaCore

extension MediaTime {
  /// The time for people: `1.234 s`, `no known time` for what is no number.
  package var text: String {
    guard isNumeric else { return "no known time" }
    return seconds.fixed(digits: 3) + " s"
  }
}
