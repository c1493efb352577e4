public import MediaCore

/// Maps positions of a device's sample clock to session time, from readings of both.
public struct ClockDriftEstimator: Sendable {
  /// The device's nominal rate in frames a second.
  public let nominalRate: Int

  /// An estimator that knows no readings yet.
  public init(nominalRate: Int) { self.nominalRate = nominalRate }
}
