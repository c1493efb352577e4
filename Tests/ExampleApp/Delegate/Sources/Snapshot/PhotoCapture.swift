import LiveCapture
import MediaCore
import Synchronization

/// One capture: collects what its delegate hears, and ends with it.
final class PhotoCapture: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
  /// What came of it.
  struct Shot: Sendable {
    var still: [UInt8]?
    var moviePath: String?
    var error: CaptureError?
  }

  private let liveDidChange: @Sendable (Int) -> Void
  private let didEnd: @Sendable (Shot) -> Void
  private let shot = Mutex(Shot())

  init(liveDidChange: @escaping @Sendable (Int) -> Void, didEnd: @escaping @Sendable (Shot) -> Void) {
    self.liveDidChange = liveDidChange
    self.didEnd = didEnd
  }

  func photoOutput(_ output: PhotoOutput, willBeginCaptureFor settings: ResolvedPhotoSettings) {
    if settings.isLive { liveDidChange(1) }
  }

  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    if error == nil { shot.withLock { $0.still = photo.fileDataRepresentation() } }
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {
    liveDidChange(-1)
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    if error == nil { shot.withLock { $0.moviePath = path } }
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor settings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    // Only now is everything there that comes: the photo may come before the movie or after it.
    shot.withLock { $0.error = error }
    didEnd(shot.withLock { $0 })
  }
}
