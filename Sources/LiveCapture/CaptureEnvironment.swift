public import MediaCore

/// Everything a session would otherwise take from the world around it: time, dates, files, chance.
public struct CaptureEnvironment: Sendable {
  /// The session's time base.
  public var clock: any MediaClock
  /// What date an instant was.
  public var wallClock: any WallClock
  /// Where movies are written.
  public var files: any FileStore
  /// Draws the identifier of each new pair.
  public var makePairIdentifier: @Sendable () -> PairIdentifier

  /// An environment from its parts.
  public init(
    clock: any MediaClock, wallClock: any WallClock, files: any FileStore,
    makePairIdentifier: @escaping @Sendable () -> PairIdentifier
  ) {
    self.clock = clock
    self.wallClock = wallClock
    self.files = files
    self.makePairIdentifier = makePairIdentifier
  }

  /// Identifiers drawn from the system's random numbers.
  public static let randomPairIdentifier: @Sendable () -> PairIdentifier = {
    var generator = SystemRandomNumberGenerator()
    return PairIdentifier(using: &generator)
  }
}
