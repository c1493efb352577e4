public import MediaCore

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
  /// The time by which the sound's farthest chunk in the latest movie lies later than it belongs; negative is too
  /// early, and `nil` is no movie yet.
  public internal(set) var movieError: MediaTime?
  /// The uncertainty of what is known of sound's times against pictures' times, and so of ``movieError``, in either
  /// direction; `nil` until the microphone's clock has been read.
  ///
  /// It consists of the largest deviation of the clock's readings from the line by which they are mapped, and of the
  /// rounding of pictures' times to a movie's timescale. The unknown time that sound and light take inside the devices
  /// is not included.
  public internal(set) var syncUncertainty: MediaTime?
}
