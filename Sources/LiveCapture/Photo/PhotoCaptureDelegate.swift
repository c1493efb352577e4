import MediaCore

/// Receives the events of a capture. Every method has a default that does nothing.
///
/// Results have protocols of their own: ``PhotoProcessingDelegate`` for stills, ``LivePhotoCaptureDelegate`` for
/// movies, ``DeferredPhotoDelegate`` for proxies. So the output knows beforehand who can receive what, and a mistyped
/// method does not compile.
///
/// The output holds a delegate weakly: keep it until `didFinishCaptureFor`. Calls come one at a time on the
/// output's delegate queue. Stands for `AVCapturePhotoCaptureDelegate`. A subclass cannot add a method that its
/// superclass left out: Swift fixes the default at the class that declares the conformance.
public protocol PhotoCaptureDelegate: AnyObject, Sendable {
  /// Settings are resolved, and a Live Photo is being filmed. First, exactly once.
  func photoOutput(_ output: PhotoOutput, willBeginCaptureFor resolvedSettings: ResolvedPhotoSettings)
  /// The still's frame is about to be chosen. Once, unless the capture failed before.
  func photoOutput(_ output: PhotoOutput, willCapturePhotoFor resolvedSettings: ResolvedPhotoSettings)
  /// The still's frame has been chosen. Once, unless the capture failed before.
  func photoOutput(_ output: PhotoOutput, didCapturePhotoFor resolvedSettings: ResolvedPhotoSettings)
  /// The capture has ended. Called last, exactly once.
  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?)
}

extension PhotoCaptureDelegate {
  /// Does nothing.
  public func photoOutput(_ output: PhotoOutput, willBeginCaptureFor resolvedSettings: ResolvedPhotoSettings) {}
  /// Does nothing.
  public func photoOutput(_ output: PhotoOutput, willCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {}
  /// Does nothing.
  public func photoOutput(_ output: PhotoOutput, didCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {}
  /// Does nothing.
  public func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {}

  /// Calls the method that stands for an event.
  func receive(_ event: CaptureEvent, from output: PhotoOutput, timer: CaptureTimer?) {
    if let all = self as? any CaptureEventDelegate { return all.photoOutput(output, didEmit: event, timer: timer) }
    switch event {
    case .willBeginCapture(let settings, _): photoOutput(output, willBeginCaptureFor: settings)
    case .willCapturePhoto(let settings, _): photoOutput(output, willCapturePhotoFor: settings)
    case .didCapturePhoto(let settings, _): photoOutput(output, didCapturePhotoFor: settings)
    case .didFinishProcessingPhoto(let photo, let error, _):
      (self as? any PhotoProcessingDelegate)?.photoOutput(output, didFinishProcessingPhoto: photo, error: error)
    case .didFinishCapturingProxy(let proxy, _, let error, _):
      (self as? any DeferredPhotoDelegate)?
        .photoOutput(output, didFinishCapturingDeferredPhotoProxy: proxy, error: error)
    case .didFinishRecordingMovie(let settings, _):
      (self as? any LivePhotoCaptureDelegate)?
        .photoOutput(
          output, didFinishRecordingLivePhotoMovieForEventualFileAt: settings.livePhotoMoviePath ?? "",
          resolvedSettings: settings)
    case .didFinishProcessingMovie(let movie, let settings, let error, _):
      (self as? any LivePhotoCaptureDelegate)?
        .photoOutput(
          output, didFinishProcessingLivePhotoToMovieFileAt: settings.livePhotoMoviePath ?? "",
          duration: movie?.duration ?? .invalid, photoDisplayTime: movie?.photoDisplayTime ?? .invalid,
          resolvedSettings: settings, error: error)
    case .didFinishCapture(let settings, let error, _):
      photoOutput(output, didFinishCaptureFor: settings, error: error)
    }
  }
}
