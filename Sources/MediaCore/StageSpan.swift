/// How long one piece of work took.
public struct StageSpan: Sendable, Hashable {
  /// Nanoseconds from its beginning to its end.
  public var wall: Int64
  /// Nanoseconds that its thread had a processor for, other threads such as an encoder's not included.
  public var processor: Int64

  /// A span from its parts.
  public init(wall: Int64, processor: Int64 = 0) {
    self.wall = wall
    self.processor = processor
  }
}
