/// The control of exposure time and iris.
///
/// Webcams, whose iris is fixed, have `.manual` and `.aperturePriority`: the latter is their automatic one.
/// Stands for `V4L2_EXPOSURE_…` and for `AVCaptureDevice.ExposureMode`.
public enum CameraExposureMode: Int64, Sendable, Hashable, CaseIterable {
  /// The camera controls both.
  case automatic = 0
  /// The user controls both.
  case manual = 1
  /// The user controls the time, the camera the iris.
  case shutterPriority = 2
  /// The user controls the iris, the camera the time.
  case aperturePriority = 3
}
