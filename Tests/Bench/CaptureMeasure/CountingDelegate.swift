import LiveCapture
import MediaCore
import Synchronization

/// Counts captures and keeps the first error; what it is handed it lets go of, as an app does that has stored it.
final class CountingDelegate: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
  private let state = Mutex<(done: Int, failure: CaptureError?)>((0, nil))

  /// How many captures are done, and the first error that any of them had.
  var outcome: (done: Int, failure: CaptureError?) { state.withLock { $0 } }

  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    note(error)
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {}

  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    note(error)
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    note(error)
    state.withLock { $0.done += 1 }
  }

  private func note(_ error: CaptureError?) {
    guard let error else { return }
    state.withLock { $0.failure = $0.failure ?? error }
  }
}
