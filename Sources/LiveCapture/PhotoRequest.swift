import MediaCore

/// One capture under way. Belongs to the session's queue.
final class PhotoRequest {
  /// What a movie still needs before its recording has ended.
  enum Medium: CaseIterable {
    case video
    case audio
  }

  let settings: PhotoSettings
  let resolved: ResolvedPhotoSettings
  /// The stretch of session time that the movie is to show.
  let window: TimeRange
  weak var delegate: (any PhotoCaptureDelegate)?
  var machine: StateMachine
  var frame: VideoFrame?
  var photo: CapturePhoto?
  var movie: CapturedMovie?
  var videoFootage: VideoFootage?
  var audioFootage: AudioFootage?
  /// The media whose last sample is not in the ring yet.
  var recording: Set<Medium> = []

  var id: CaptureID { resolved.uniqueID }

  init(
    settings: PhotoSettings, resolved: ResolvedPhotoSettings, window: TimeRange,
    delegate: (any PhotoCaptureDelegate)?
  ) {
    self.settings = settings
    self.resolved = resolved
    self.window = window
    self.delegate = delegate
    machine = StateMachine(isLive: resolved.isLive)
  }
}
