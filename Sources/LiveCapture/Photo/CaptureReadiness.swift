import Synchronization

/// The readiness of a photo output to take the next shot at once. This is advice: requests are taken in any case.
///
/// Stands for `AVCapturePhotoOutput.CaptureReadiness`.
public enum CaptureReadiness: Int, Sendable, Hashable, CaseIterable {
  /// The session does not run.
  case sessionNotRunning = 0
  /// The next shot would be taken at once.
  case ready = 1
  /// The output is not ready for a moment: the camera has just been started.
  case notReadyMomentarily = 2
  /// A capture waits for its frame.
  case notReadyWaitingForCapture = 3
  /// Stills are being processed, and no capture may be requested until one of them is finished.
  case notReadyWaitingForProcessing = 4
}

extension PhotoOutput {
  /// The readiness to take the next shot at once.
  public var captureReadiness: CaptureReadiness { state.withLock { $0.readiness } }

  /// The present readiness, then every later one; ends with the output.
  public var readinesses: AsyncStream<CaptureReadiness> { readinessFeed.stream }

  func note(_ readiness: CaptureReadiness) {
    let isNew = state.withLock { state in
      defer { state.readiness = readiness }
      return state.readiness != readiness
    }
    if isNew { readinessFeed.tell(readiness) }
  }
}
