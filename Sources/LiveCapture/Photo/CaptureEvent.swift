public import MediaCore

// Indirect: events are passed on several times, and copying what they hold is expensive.

/// An event of a capture. `at` is its instant on the session's clock.
///
/// `willBeginCapture` comes first and `didFinishCapture` last, each exactly once, whatever happened between.
public indirect enum CaptureEvent: Sendable {
  /// Settings are resolved and the window is reserved. A Live Photo begins to record: LIVE goes up.
  case willBeginCapture(ResolvedPhotoSettings, at: MediaTime)
  /// The still's frame is about to be chosen.
  case willCapturePhoto(ResolvedPhotoSettings, at: MediaTime)
  /// The still's frame has been chosen.
  case didCapturePhoto(ResolvedPhotoSettings, at: MediaTime)
  /// The still is ready, or has failed; then the photo holds no bytes.
  case didFinishProcessingPhoto(CapturePhoto, error: CaptureError?, at: MediaTime)
  /// The still's proxy is ready, and the still itself comes later; or both have failed.
  case didFinishCapturingProxy(DeferredPhotoProxy?, ResolvedPhotoSettings, error: CaptureError?, at: MediaTime)
  /// The movie's last frame has been taken: LIVE goes down. The file is not there yet.
  case didFinishRecordingMovie(ResolvedPhotoSettings, at: MediaTime)
  /// The movie file is complete, or has failed and is not there.
  case didFinishProcessingMovie(CapturedMovie?, ResolvedPhotoSettings, error: CaptureError?, at: MediaTime)
  /// The capture has ended: its last event. An error says that a part of it failed.
  case didFinishCapture(ResolvedPhotoSettings, error: CaptureError?, at: MediaTime)

  /// The settings of the capture this belongs to.
  public var resolvedSettings: ResolvedPhotoSettings { parts.settings }
  /// The instant at which it happened, on the session's clock.
  public var time: MediaTime { parts.time }
  /// The error, for the events that can carry one.
  public var error: CaptureError? { parts.error }

  private var parts: (settings: ResolvedPhotoSettings, error: CaptureError?, time: MediaTime) {
    switch self {
    case .willBeginCapture(let settings, let time), .willCapturePhoto(let settings, let time),
      .didCapturePhoto(let settings, let time), .didFinishRecordingMovie(let settings, let time):
      (settings, nil, time)
    case .didFinishProcessingPhoto(let photo, let error, let time): (photo.resolvedSettings, error, time)
    case .didFinishProcessingMovie(_, let settings, let error, let time),
      .didFinishCapturingProxy(_, let settings, let error, let time),
      .didFinishCapture(let settings, let error, let time):
      (settings, error, time)
    }
  }

  /// The case's name.
  public var name: String { Mirror(reflecting: self).children.first?.label ?? "" }
}
