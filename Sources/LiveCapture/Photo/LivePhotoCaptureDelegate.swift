public import MediaCore

/// Receives the movies of Live Photos.
public protocol LivePhotoCaptureDelegate: PhotoCaptureDelegate {
  /// The movie has all its pictures and sound. Called once for each Live Photo, before the next call.
  func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings)
  /// The movie file is complete, or has failed and is not there; then both times are `.invalid`. Once per Live Photo.
  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?)
}

extension LivePhotoCaptureDelegate {
  /// Does nothing.
  public func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {}
}
