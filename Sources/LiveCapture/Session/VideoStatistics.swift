public import CaptureDevices

/// The deliveries of a camera to the session since it started.
public struct VideoStatistics: Sendable, Hashable {
  /// The number of frames that were stored in the ring.
  public internal(set) var received = 0
  /// The numbers of frames that were not stored, by reason.
  public internal(set) var skipped: [SkipReason: Int] = [:]
  /// The number of frames that were ignored, because their time was before an earlier frame's or far from the others'.
  public internal(set) var outOfOrder = 0
  /// The number of times that the camera's clock jumped against the session's; later frames are mapped to it.
  public internal(set) var clockJumps = 0
  /// The number of frames in the ring.
  public internal(set) var ringFrames = 0
  /// The number of bytes of the frames in the ring.
  public internal(set) var ringBytes = 0
  /// The number of frames that left the ring too early, because of its limit of bytes.
  public internal(set) var earlyEvictions = 0

  /// The number of all frames that were not stored.
  public var skippedCount: Int { skipped.values.reduce(0, +) + outOfOrder }
}
