/// The one who rules exposure time and iris.
///
/// Webcams, whose iris is fixed, have `.manual` and `.aperturePriority`: the latter is their automatic one.
/// Stands for `V4L2_EXPOSURE_…` and for `AVCaptureDevice.ExposureMode`.
public enum CameraExposureMode: Int64, Sendable, Hashable, CaseIterable {
  /// The camera rules both.
  case automatic = 0
  /// The user rules both.
  case manual = 1
  /// The user rules the time, the camera the iris.
  case shutterPriority = 2
  /// The user rules the iris, the camera the time.
  case aperturePriority = 3
}
