/// The state of something that a camera can adjust by itself.
public enum CameraAdjustment: Int64, Sendable, Hashable, CaseIterable {
  /// The value stays as it is, or as it is set.
  case locked = 0
  /// The camera adjusts the value all the time.
  case continuous = 1
}
