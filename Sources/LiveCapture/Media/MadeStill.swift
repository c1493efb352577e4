public import MediaCore

/// The file of a still.
public struct MadeStill: Sendable {
  /// The file's bytes.
  public var bytes: [UInt8]
  /// The number of frames that it was made of.
  public var frameCount: Int
  /// The reason why it lacks the thumbnail that it would have; `nil` for one that lacks none.
  public var thumbnailFailure: CodingError?

  /// Creates a still from its parts.
  public init(bytes: [UInt8], frameCount: Int = 1, thumbnailFailure: CodingError? = nil) {
    self.bytes = bytes
    self.frameCount = frameCount
    self.thumbnailFailure = thumbnailFailure
  }
}
