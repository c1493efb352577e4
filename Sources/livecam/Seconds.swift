import MediaCore

/// Times for people.
enum Seconds {
  /// `1.234 s`; `no known time` for what is no number.
  static func text(_ time: MediaTime) -> String {
    guard time.isNumeric else { return "no known time" }
    let milliseconds = Int((time.seconds * 1000).rounded())
    let rest = "\(milliseconds.magnitude % 1000)"
    return (milliseconds < 0 ? "-" : "") + "\(milliseconds.magnitude / 1000)."
      + String(repeating: "0", count: 3 - rest.count) + rest + " s"
  }
}
