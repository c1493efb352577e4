package import MediaCore

extension MediaTime {
  /// The time for people: `1.234 s`, `no known time` for what is no number.
  package var text: String {
    guard isNumeric else { return "no known time" }
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = "\(milliseconds.magnitude % 1000)"
    return (milliseconds < 0 ? "-" : "") + "\(milliseconds.magnitude / 1000)."
      + String(repeating: "0", count: 3 - rest.count) + rest + " s"
  }
}
