public import LiveCapture

/// A file of a capture that is complete on disk, or could not be written and is absent.
public struct StoredFile: Sendable {
  /// What the file holds: a still, its proxy, a movie, or both as a Motion Photo.
  public enum Content: Sendable {
    /// A still.
    case still(CapturePhoto)
    /// The proxy of a still that is finished later.
    case proxy(CapturePhoto)
    /// The movie of a Live Photo.
    case movie
    /// Still and movie in one: a Motion Photo.
    case motionPhoto
  }

  /// The kind of the file's content.
  public let content: Content
  /// The path, which it has or was to have.
  public let path: String
  /// The size in bytes, or the error that the file could not be written with.
  public let result: Result<Int, any Error>

  /// Creates the file that `write` leaves at a path; `write` returns its size in bytes.
  public init(_ content: Content, at path: String, writtenBy write: () throws -> Int) {
    self.content = content
    self.path = path
    result = Result(catching: write)
  }
}
