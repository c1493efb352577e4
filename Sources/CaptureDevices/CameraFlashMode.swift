/// The mode of a camera's light. Stands for `V4L2_FLASH_LED_MODE_…`.
public enum CameraFlashMode: Int64, Sendable, Hashable, CaseIterable {
  /// The flash stays off.
  case off = 0
  /// The light fires on request.
  case flash = 1
  /// The light is on.
  case torch = 2
}
