/// A file that an operation has written.
public struct WrittenFile: Sendable, Hashable, Encodable {
  /// The contents of the file.
  public enum Role: String, Sendable, Hashable, Encodable {
    /// The still of a pair.
    case still
    /// The movie of a pair.
    case movie
    /// The raw photo beside a pair.
    case raw
    /// A Motion Photo.
    case motionPhoto
    /// A file to share: a video, an animation or a picture.
    case export
  }

  /// The contents.
  public let role: Role
  /// The path.
  public let path: String
  /// Its bytes.
  public let size: Int
}
