public import MediaCore

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

/// Receives stills.
public protocol PhotoProcessingDelegate: PhotoCaptureDelegate {
  /// A still is ready, or has failed; then the photo holds no bytes. `expectedPhotoCount` times.
  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?)
}

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

/// Receives proxies of stills that are finished later.
public protocol DeferredPhotoDelegate: PhotoCaptureDelegate {
  /// A proxy is ready, to be stored at once; the still itself comes later. In place of `didFinishProcessingPhoto`.
  func photoOutput(
    _ output: PhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: DeferredPhotoProxy?, error: CaptureError?)
}

/// Receives all events of a capture by one method, as ``CaptureEvent``s with their times, instead of the methods of the
/// other delegates.
///
/// It receives stills, movies and proxies of every kind, those movies among them whose bytes are handed over.
public protocol CaptureEventDelegate: PhotoCaptureDelegate {
  /// Something has happened to the capture. What is done here can be measured by `timer`, which is `nil` where nothing
  /// is.
  func photoOutput(_ output: PhotoOutput, didEmit event: CaptureEvent, timer: CaptureTimer?)
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

extension LivePhotoCaptureDelegate {
  /// Does nothing.
  public func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {}
}
