/// The reason why a camera's buffer did not become a frame.
public enum SkipReason: String, Sendable, Hashable, CaseIterable {
  /// The driver skipped numbers: frames were lost before they reached a buffer.
  case dropped
  /// The driver flagged the buffer as faulty, or it has another format than the camera's mode.
  case flaggedError
  /// A JPEG without its beginning or end, or a raw frame with too few bytes.
  case truncated
}
