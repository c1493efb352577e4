/// A half-open stretch of time: `start` belongs to it, `end` does not. Stands for `CMTimeRange`.
public struct TimeRange: Sendable, Hashable {
  /// The first instant.
  public var start: MediaTime
  /// The length; never negative in a valid range.
  public var duration: MediaTime

  /// A range from its first instant and its length.
  public init(start: MediaTime, duration: MediaTime) {
    self.start = start
    self.duration = duration
  }

  /// The range from `start` up to, not including, `end`.
  public init(start: MediaTime, end: MediaTime) { self.init(start: start, duration: end - start) }

  /// The first instant past the range.
  public var end: MediaTime { start + duration }

  /// Whether the instant lies in the range.
  public func contains(_ time: MediaTime) -> Bool { start <= time && time < end }
}
