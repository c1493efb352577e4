import MediaCore

extension MediaTime {
  /// Seconds with six decimals and a sign, in whole numbers all the way: `+1.500000`. What is no number has a name.
  package var signedSeconds: String {
    guard isNumeric else { return isValid ? "\(seconds)" : "invalid" }
    let nanoseconds = nanoseconds
    let microseconds = (nanoseconds.magnitude + 500) / 1000
    return (nanoseconds < 0 && microseconds > 0 ? "-" : "+") + "\(microseconds / 1_000_000)."
      + (microseconds % 1_000_000).digits(6)
  }

  /// Seconds with six decimals, without a plus: `1.500000`.
  package var plainSeconds: String { signedSeconds.hasPrefix("+") ? String(signedSeconds.dropFirst()) : signedSeconds }
}
