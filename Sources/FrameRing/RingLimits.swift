public import MediaCore

/// The limits of a ring. The oldest samples fall out as soon as any limit is passed.
public struct RingLimits: Sendable, Hashable {
  /// The time for which the ring reaches back from its newest sample.
  public let retention: MediaTime
  /// The most samples.
  public let count: Int
  /// The most bytes of samples, memory kept for reuse not included.
  public let bytes: Int

  /// Creates the limits of a ring; each must be above zero.
  public init(retention: MediaTime, count: Int, bytes: Int) {
    precondition(retention > .zero && count > 0 && bytes > 0, "a ring that can hold nothing")
    self.retention = retention
    self.count = count
    self.bytes = bytes
  }
}
