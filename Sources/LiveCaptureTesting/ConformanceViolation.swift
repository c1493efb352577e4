/// A violation of the contract of devices.
public struct ConformanceViolation: Sendable, Hashable, CustomStringConvertible {
  /// A check that a device is held to.
  public enum Check: String, Sendable, Hashable, CaseIterable {
    /// The device starts.
    case starts
    /// Samples come soon enough after the start.
    case delivers
    /// Samples come at about the nominal rate.
    case rate
    /// Samples have the format that the source announces.
    case format
    /// Samples have as many bytes as their format says; compressed frames begin and end as JPEG does.
    case byteCount
    /// The timestamps of frames strictly increase.
    case timesIncrease
    /// Timestamps lie between the start and the arrival, one frame interval allowed on either side.
    case timesMatchClock
    /// The frame counter strictly increases.
    case sequenceIncreases
    /// Each gap of the frame counter has been reported before the frame that follows it.
    case gapsReported
    /// Positions begin at 0 and follow each other without a gap.
    case positionsContiguous
    /// Readings of both clocks come; both clocks advance together, and the rate that they tell is about the nominal
    /// one.
    case clockReadings
    /// Filler is silent, and exactly as long as the sound that was reported as lost.
    case fillerMatchesLoss
    /// Calls come one at a time.
    case oneCallAtATime
    /// Calls name the source that was started.
    case sourceIdentity
    /// The stream does not end before it is stopped.
    case noFailure
    /// A second start throws `.invalidState` and does not affect the stream.
    case startTwice
    /// Nothing comes once `stop` has returned.
    case silentAfterStop
    /// A second `stop` changes nothing.
    case stopIdempotent
    /// The device starts again, at later times than those at which it stopped.
    case restart
  }

  /// The check that failed.
  public let check: Check
  /// A sentence about what was seen instead.
  public let message: String

  /// Creates a violation from its parts.
  public init(_ check: Check, _ message: String) {
    self.check = check
    self.message = message
  }

  /// A text for people: `gapsReported: …`.
  public var description: String { "\(check.rawValue): \(message)" }
}
