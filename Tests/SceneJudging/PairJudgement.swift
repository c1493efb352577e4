public import MediaCore

/// How a Live Photo compares with what it has to show.
public struct PairJudgement: Sendable {
  /// The greatest differences found, each without its sign.
  public struct Figures: Sendable, Hashable {
    /// Of the movie's length from pre-roll and post-roll together.
    public var duration = MediaTime.zero
    /// Of the movie's beginning from the pre-roll before the shutter.
    public var preRoll = MediaTime.zero
    /// Of the sound against the picture: beeps against flashes.
    public var sync = MediaTime.zero
    /// Of the sound's length from the picture's.
    public var soundLength = MediaTime.zero
    /// Of the still's instant from the shutter.
    public var still = MediaTime.zero

    /// No difference at all.
    public init() {}

    /// The greater of each two.
    public func worst(_ other: Figures) -> Figures {
      var worst = self
      worst.duration = max(duration, other.duration)
      worst.preRoll = max(preRoll, other.preRoll)
      worst.sync = max(sync, other.sync)
      worst.soundLength = max(soundLength, other.soundLength)
      worst.still = max(still, other.still)
      return worst
    }

    /// For people, in milliseconds.
    public var summary: String {
      func milliseconds(_ time: MediaTime) -> String { "\((time.seconds * 100_000).rounded() / 100) ms" }
      return "duration \(milliseconds(duration)), pre-roll \(milliseconds(preRoll)), sound against picture "
        + "\(milliseconds(sync)), sound's length \(milliseconds(soundLength)), still \(milliseconds(still))"
    }
  }

  /// What is wrong, one sentence each; empty for a good pair.
  public internal(set) var violations: [String] = []
  /// The differences.
  public internal(set) var figures = Figures()
  /// How many flashes were compared with their beeps.
  public internal(set) var syncReadings = 0
  /// The frames that the movie shows.
  public internal(set) var frameCount = 0
}
