public import CaptureDevices
public import MediaCore

/// What happens to a session as a whole. `at` is the instant, on the session's clock.
public enum SessionEvent: Sendable {
  /// Every device has been started.
  case didStartRunning(at: MediaTime)
  /// The session was stopped.
  case didStopRunning(at: MediaTime)
  /// The camera is gone or has failed: captures under way end, and the session does not run any more.
  case videoDidFail(DeviceError, at: MediaTime)
  /// The microphone is gone or has failed: the session runs on, and movies have no sound from here on.
  case audioDidFail(DeviceError, at: MediaTime)
}
