/// The weight of a still's quality against the time that it takes.
///
/// Stands for `AVCapturePhotoOutput.QualityPrioritization`.
public enum PhotoQualityPrioritization: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// The frame without further processing.
  case speed = 1
  /// The frame that is there, as the camera's own picture wherever it has one.
  case balanced = 2
  /// The still is made of several frames around the shutter, which halves the noise or better.
  case quality = 3

  /// Returns whether the left one takes less processing than the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
