/// The requests that pages make of a booth's camera.
public protocol KioskCamera: Sendable {
  /// Returns the camera's controls as they are now.
  /// - Throws: ``WebFailure``, 503 while the camera is away.
  func controls() async throws(WebFailure) -> KioskCameraControls
  /// Changes controls; returns all of them. Either the whole change takes effect, or nothing of it.
  /// - Throws: ``WebFailure``: 400 for what makes no sense, 409 `refused` for what the camera refuses, 503 while it is
  ///   away.
  func change(_ change: KioskCameraChange) async throws(WebFailure) -> KioskCameraControls
}
