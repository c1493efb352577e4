public import CaptureDevices
public import MediaCore

/// The reason why a session that is to run does not.
///
/// Stands for `AVCaptureSession.InterruptionReason`; 1 to 6 are Apple's numbers.
public enum InterruptionReason: Int, Sendable, Hashable, CaseIterable {
  /// The program may not use cameras now, as when the screen is locked.
  case videoDeviceNotAvailableInBackground = 1
  /// Another program has the microphone.
  case audioDeviceInUseByAnotherClient = 2
  /// Another program has the camera.
  case videoDeviceInUseByAnotherClient = 3
  /// Several programs share the screen.
  case videoDeviceNotAvailableWithMultipleForegroundApps = 4
  /// The machine is too hot or too busy.
  case videoDeviceNotAvailableDueToSystemPressure = 5
  /// Something that must not be shown is in the picture.
  case sensitiveContentMitigationActivated = 6
  /// The camera has been unplugged or has failed. livecam's own.
  case videoDeviceWasLost = 100
}

/// An event of a session as a whole. `at` is the instant, on the session's clock.
public enum SessionEvent: Sendable {
  /// Every device has been started.
  case didStartRunning(at: MediaTime)
  /// The session was stopped.
  case didStopRunning(at: MediaTime)
  /// A camera was unplugged, has failed, or could not be started: captures in progress with it end. Without any other
  /// camera the session is interrupted. A camera that has stalled, or that another program uses, is restarted from time
  /// to time, and used again when it delivers.
  case videoDidFail(DeviceError, at: MediaTime)
  /// A microphone has failed or could not be opened: the session continues without sound until it delivers again.
  case audioDidFail(DeviceError, at: MediaTime)
  /// A camera's timestamps have jumped against the session's clock; a positive `by` is a jump ahead. The session
  /// continues: it maps later frames to its clock, to within the variation of their latency, and leaves a gap where
  /// frames are missing.
  case cameraClockDidJump(by: MediaTime, at: MediaTime)
  /// A microphone delivers samples that are no numbers, or larger than those of any sound: silence takes their place,
  /// and ``AudioStatistics/invalid`` counts them. Told once each time that the microphone is started.
  case audioSamplesAreInvalid(at: MediaTime)
  /// The preset for movies that begin from now on has been chosen, or has changed.
  case didChooseEncoding(EncodingChoice, at: MediaTime)
  /// The session does not run until the reason is gone. Stands for `AVCaptureSessionWasInterrupted`.
  case wasInterrupted(InterruptionReason, at: MediaTime)
  /// The reason is gone, and the session runs again if it is to. Stands for `AVCaptureSessionInterruptionEnded`.
  case interruptionEnded(at: MediaTime)
  /// The session could not start, or not continue after an interruption. Or it continues, but a stalled device could
  /// not be restarted, a flash could not be switched off, or a camera could not be set back after a bracket or a flash.
  /// Stands for `AVCaptureSessionRuntimeError`.
  case runtimeError(CaptureError, at: MediaTime)

  /// The instant, on the session's clock.
  public var time: MediaTime {
    switch self {
    case .didStartRunning(let time), .didStopRunning(let time), .videoDidFail(_, let time),
      .audioDidFail(_, let time), .wasInterrupted(_, let time), .interruptionEnded(let time),
      .runtimeError(_, let time), .cameraClockDidJump(_, let time), .audioSamplesAreInvalid(let time),
      .didChooseEncoding(_, let time):
      time
    }
  }
}
