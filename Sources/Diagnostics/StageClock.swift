public import MediaCore

/// The reading of a clock for spans at one instant: the time, and how long the calling thread has worked.
public struct StageReading: Sendable, Hashable {
  /// The reading of a monotonic clock, in nanoseconds.
  public var wallNanoseconds: Int64
  /// The processor time of the calling thread, in nanoseconds; 0 if it is not measured.
  public var processorNanoseconds: Int64

  /// Creates a reading from its parts.
  public init(wallNanoseconds: Int64, processorNanoseconds: Int64 = 0) {
    self.wallNanoseconds = wallNanoseconds
    self.processorNanoseconds = processorNanoseconds
  }
}

/// A clock that spans are measured by.
///
/// Real for the command, scripted for tests. Where there is none, nothing is measured and no clock is read.
public protocol StageClock: AnyObject, Sendable {
  /// The present reading, of the calling thread.
  var now: StageReading { get }
}

extension StageSpan {
  /// Creates the span between two readings of one thread.
  public init(from start: StageReading, to end: StageReading) {
    self.init(
      wallNanoseconds: end.wallNanoseconds - start.wallNanoseconds,
      processorNanoseconds: end.processorNanoseconds - start.processorNanoseconds)
  }
}
