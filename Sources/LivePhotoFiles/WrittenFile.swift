/// A file that an operation has written.
public struct WrittenFile: Sendable, Hashable, Encodable {
  /// What the file holds.
  public enum Role: String, Sendable, Hashable, Encodable {
    case still, movie, motionPhoto, export
  }

  /// What it holds.
  public let role: Role
  /// Where it is.
  public let path: String
  /// Its bytes.
  public let size: Int
}
