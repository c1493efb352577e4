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

  /// The average lateness of readings, in nanoseconds.
  private var usualLateness = 0.0
  private var sampleCount = 0.0
  private var earlyCount = 0
  private var lateSince: Double?

  /// Judges a reading that lies `excess` nanoseconds above the line, at `seconds` of the device's clock.
  mutating func judge(excess: Double, at seconds: Double, isSettled: Bool) -> Verdict {
    guard isSettled else {
      learn(excess)
      return .keep
    }
    if excess < -max(1_000_000, usualLateness) {
      earlyCount += 1
      guard earlyCount >= Self.earlyLimit else { return .ignore }
      reset()
      return .restart
    }
    earlyCount = 0
    guard excess > max(2_000_000, 2.5 * usualLateness) else {
      lateSince = nil
      learn(excess)
      return .keep
    }
    let since = lateSince ?? seconds
    lateSince = since
    guard seconds - since >= Self.lateSeconds else { return .keep }
    reset()
    return .restart
  }

  /// Forgets a suspicion, and keeps what is usual.
  mutating func reset() {
    earlyCount = 0
    lateSince = nil
  }

  private mutating func learn(_ excess: Double) {
    sampleCount = min(sampleCount + 1, 64)
    usualLateness += (max(0, excess) - usualLateness) / sampleCount
  }
}
