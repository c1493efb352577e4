/// The time that one piece of work took.
public struct StageSpan: Sendable, Hashable {
  /// The time from its beginning to its end, in nanoseconds.
  public var wallNanoseconds: Int64
  /// Nanoseconds that its thread had a processor for, other threads such as an encoder's not included.
  public var processorNanoseconds: Int64

  /// Creates a span from its parts.
  public init(wallNanoseconds: Int64, processorNanoseconds: Int64 = 0) {
    self.wallNanoseconds = wallNanoseconds
    self.processorNanoseconds = processorNanoseconds
  }
}
