public import MediaCore

/// One happening of a capture. `at` is the instant it happened, on the session's clock.
///
/// `willBeginCapture` comes first and `didFinishCapture` last, each exactly once, whatever happened between.
public enum CaptureEvent: Sendable {
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
  /// Nothing more comes of this capture. An error says that a part of it failed.
  case didFinishCapture(ResolvedPhotoSettings, error: CaptureError?, at: MediaTime)

  /// The settings of the capture this belongs to.
  public var resolvedSettings: ResolvedPhotoSettings {
    switch self {
    case .willBeginCapture(let settings, _), .willCapturePhoto(let settings, _), .didCapturePhoto(let settings, _),
      .didFinishRecordingMovie(let settings, _), .didFinishProcessingMovie(_, let settings, _, _),
      .didFinishCapturingProxy(_, let settings, _, _), .didFinishCapture(let settings, _, _):
      settings
    case .didFinishProcessingPhoto(let photo, _, _): photo.resolvedSettings
    }
  }

  /// When it happened, on the session's clock.
  public var time: MediaTime {
    switch self {
    case .willBeginCapture(_, let time), .willCapturePhoto(_, let time), .didCapturePhoto(_, let time),
      .didFinishProcessingPhoto(_, _, let time), .didFinishRecordingMovie(_, let time),
      .didFinishProcessingMovie(_, _, _, let time), .didFinishCapturingProxy(_, _, _, let time),
      .didFinishCapture(_, _, let time):
      time
    }
  }

  /// The same happening, told of at another instant.
  func moved(to time: MediaTime) -> CaptureEvent {
    switch self {
    case .willBeginCapture(let settings, _): .willBeginCapture(settings, at: time)
    case .willCapturePhoto(let settings, _): .willCapturePhoto(settings, at: time)
    case .didCapturePhoto(let settings, _): .didCapturePhoto(settings, at: time)
    case .didFinishProcessingPhoto(let photo, let error, _): .didFinishProcessingPhoto(photo, error: error, at: time)
    case .didFinishCapturingProxy(let proxy, let settings, let error, _):
      .didFinishCapturingProxy(proxy, settings, error: error, at: time)
    case .didFinishRecordingMovie(let settings, _): .didFinishRecordingMovie(settings, at: time)
    case .didFinishProcessingMovie(let movie, let settings, let error, _):
      .didFinishProcessingMovie(movie, settings, error: error, at: time)
    case .didFinishCapture(let settings, let error, _): .didFinishCapture(settings, error: error, at: time)
    }
  }

  /// The case's name.
  public var name: String {
    switch self {
    case .willBeginCapture: "willBeginCapture"
    case .willCapturePhoto: "willCapturePhoto"
    case .didCapturePhoto: "didCapturePhoto"
    case .didFinishProcessingPhoto: "didFinishProcessingPhoto"
    case .didFinishCapturingProxy: "didFinishCapturingProxy"
    case .didFinishRecordingMovie: "didFinishRecordingMovie"
    case .didFinishProcessingMovie: "didFinishProcessingMovie"
    case .didFinishCapture: "didFinishCapture"
    }
  }

  /// What went wrong, for the events that can carry an error.
  public var error: CaptureError? {
    switch self {
    case .didFinishProcessingPhoto(_, let error, _), .didFinishProcessingMovie(_, _, let error, _),
      .didFinishCapturingProxy(_, _, let error, _), .didFinishCapture(_, let error, _):
      error
    default: nil
    }
  }
}
