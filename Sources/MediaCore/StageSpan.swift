/// How long one piece of work took.
public struct StageSpan: Sendable, Hashable {
  /// Nanoseconds from its beginning to its end.
  public var wall: Int64
  /// Nanoseconds that the thread which did it had a processor for. Other threads, such as an encoder's own, are not in
  /// it.
  public var processor: Int64

  /// A span from its parts.
  public init(wall: Int64, processor: Int64 = 0) {
    self.wall = wall
    self.processor = processor
  }
}
