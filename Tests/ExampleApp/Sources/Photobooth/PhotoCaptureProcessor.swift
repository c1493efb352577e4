import LiveCapture
import MediaCore
import Synchronization

/// Hears of one capture: collects what comes, and saves it when nothing more does.
public final class PhotoCaptureProcessor: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
  private struct State {
    var still: [UInt8]?
    var moviePath: String?
  }

  private let album: any Album
  private let liveDidChange: @Sendable (Int) -> Void
  private let didFinish: @Sendable (CaptureID) -> Void
  private let state = Mutex(State())

  /// A delegate for one capture. `liveDidChange` raises and lowers the badge's counter.
  public init(
    album: any Album, liveDidChange: @escaping @Sendable (Int) -> Void,
    didFinish: @escaping @Sendable (CaptureID) -> Void
  ) {
    self.album = album
    self.liveDidChange = liveDidChange
    self.didFinish = didFinish
  }

  /// Raises LIVE.
  public func photoOutput(_ output: PhotoOutput, willBeginCaptureFor settings: ResolvedPhotoSettings) {
    if settings.isLive { liveDidChange(1) }
  }

  /// Keeps the still.
  public func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    guard error == nil else { return }
    state.withLock { $0.still = photo.fileDataRepresentation() }
  }

  /// Lowers LIVE.
  public func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {
    liveDidChange(-1)
  }

  /// Keeps the movie's place.
  public func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    if error == nil { state.withLock { $0.moviePath = path } }
  }

  /// Saves what there is.
  public func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor settings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    // Only now: still and movie come in no certain order, and either may fail. A still whose movie failed is a photo.
    let (still, movie) = state.withLock { ($0.still, $0.moviePath) }
    if let still { album.save(still: still, moviePath: movie) } else if let movie { album.discard(moviePath: movie) }
    didFinish(settings.uniqueID)
  }
}
