/// The part of a sheet that is printed on, in pixels.
public struct PrintPaper: Sendable, Hashable {
  /// The name of the paper, such as `na_index-4x6_4x6in`.
  public let name: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Creates a paper of a size.
  public init(name: String, width: Int, height: Int) { (self.name, self.width, self.height) = (name, width, height) }
}
