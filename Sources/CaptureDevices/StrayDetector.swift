/// Tells a reading that strays once from a clock that has jumped for good.
///
/// What counts as straying follows from how late readings usually are. A few early readings in a row are a jump, and
/// so are late ones without exception for a few seconds: longer than a busy machine looks at its clocks late.
struct StrayDetector: Sendable {
  enum Verdict: Sendable {
    /// The reading belongs to the series.
    case keep
    /// The reading is far too early, and too few such readings have come in a row to mean a jump of the clock.
    case ignore
    /// A new series begins with it.
    case restart
  }

  private static let earlyLimit = 4
  private static let lateSeconds = 3.0

  /// The average lateness of readings.
  private var usualLatenessNanoseconds = 0.0
  private var sampleCount = 0.0
  private var earlyCount = 0
  /// The time of the device's clock since which every reading was late.
  private var lateSinceSeconds: Double?

  /// Judges a reading that lies so many nanoseconds above the line, at so many seconds of the device's clock.
  mutating func judge(excessNanoseconds: Double, atSeconds seconds: Double, isSettled: Bool) -> Verdict {
    guard isSettled else {
      learn(excessNanoseconds)
      return .keep
    }
    if excessNanoseconds < -max(1_000_000, usualLatenessNanoseconds) {
      earlyCount += 1
      guard earlyCount >= Self.earlyLimit else { return .ignore }
      reset()
      return .restart
    }
    earlyCount = 0
    guard excessNanoseconds > max(2_000_000, 2.5 * usualLatenessNanoseconds) else {
      lateSinceSeconds = nil
      learn(excessNanoseconds)
      return .keep
    }
    let since = lateSinceSeconds ?? seconds
    lateSinceSeconds = since
    guard seconds - since >= Self.lateSeconds else { return .keep }
    reset()
    return .restart
  }

  /// Forgets a suspicion, and keeps what is usual.
  mutating func reset() {
    earlyCount = 0
    lateSinceSeconds = nil
  }

  private mutating func learn(_ excessNanoseconds: Double) {
    sampleCount = min(sampleCount + 1, 64)
    usualLatenessNanoseconds += (max(0, excessNanoseconds) - usualLatenessNanoseconds) / sampleCount
  }
}
