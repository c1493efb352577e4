/// The deliveries of a microphone to the session since it started.
public struct AudioStatistics: Sendable, Hashable {
  /// The number of frames of sound that were stored in the ring, including filler.
  public internal(set) var received: Int64 = 0
  /// The number of frames of silence among them that replace lost sound.
  public internal(set) var filler: Int64 = 0
  /// The number of times that sound was lost.
  public internal(set) var overruns = 0
  /// The number of samples that were not numbers, or out of range, and were replaced by silence.
  public internal(set) var invalid = 0
  /// The microphone's clock against the session's, in parts per million; above 0 it runs fast.
  public internal(set) var driftPPM = 0.0
}
