/// The size of a still or of its thumbnail.
public struct StillSize: Sendable, Hashable {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A size from its sides.
  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
