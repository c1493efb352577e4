import LiveCapture
import MediaCore
import Synchronization

/// One capture: collects what comes of it, and ends with it.
final class PhotoCapture: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
  private let shot = Mutex(Shot())
  private let didEnd: @Sendable (Shot, CaptureError?) -> Void

  init(didEnd: @escaping @Sendable (Shot, CaptureError?) -> Void) { self.didEnd = didEnd }

  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?
  ) {
    if error == nil { shot.withLock { $0.still = photo.fileDataRepresentation() } }
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
    didEnd(shot.withLock { $0 }, error)
  }
}

/// What came of a capture.
public struct Shot: Sendable {
  /// The still's file.
  public var still: [UInt8]?
  /// Where the movie is.
  public var moviePath: String?
}
