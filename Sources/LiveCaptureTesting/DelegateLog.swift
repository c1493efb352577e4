public import LiveCapture
public import MediaCore

/// A delegate that keeps everything it is told, in order.
public final class DelegateLog: PhotoProcessingDelegate, LivePhotoCaptureDelegate, DeferredPhotoDelegate {
  /// One call.
  public struct Call: Sendable {
    /// The method.
    public let step: CaptureStep
    /// The settings that came with it.
    public let settings: ResolvedPhotoSettings
    /// The error that came with it, if the method takes one.
    public let error: CaptureError?
    /// The still, for the method that brings it.
    public let photo: CapturePhoto?
    /// The movie's length and the still's place in it, for the method that brings them.
    public let movieTimes: (duration: MediaTime, photoDisplayTime: MediaTime)?
    /// When the call came, on the clock that the delegate was given.
    public let time: MediaTime?
    /// The movie that an event brings; a delegate is told of its times alone.
    var movie: CapturedMovie?
  }

  private let log = EventLog<Call>()
  private let watch = CallWatch<DelegateLog>()
  private let clock: (any MediaClock)?

  /// A delegate that notes when calls come by `clock`, if it is given one.
  public init(clock: (any MediaClock)? = nil) { self.clock = clock }

  /// Every call so far.
  public var calls: [Call] { log.events }

  /// Whether a call ever began before the one before it had ended.
  public var hadOverlappingCalls: Bool { watch.hadOverlap }

  /// Every call so far, in the notation of ``CaptureScripts/CaptureStep``.
  public var timeline: String {
    CaptureStep.timeline(calls.map { ($0.step, $0.settings.uniqueID, $0.error != nil) })
  }

  private func note(
    _ step: CaptureStep, _ settings: ResolvedPhotoSettings, error: CaptureError? = nil, photo: CapturePhoto? = nil,
    movieTimes: (duration: MediaTime, photoDisplayTime: MediaTime)? = nil
  ) {
    watch.during(self) {
      log.append(
        Call(
          step: step, settings: settings, error: error, photo: photo, movieTimes: movieTimes, time: clock?.now))
    }
  }

  /// Keeps the call.
  public func photoOutput(_ output: PhotoOutput, willBeginCaptureFor resolvedSettings: ResolvedPhotoSettings) {
    note(.willBegin, resolvedSettings)
  }

  /// Keeps the call.
  public func photoOutput(_ output: PhotoOutput, willCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {
    note(.willCapture, resolvedSettings)
  }

  /// Keeps the call.
  public func photoOutput(_ output: PhotoOutput, didCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {
    note(.didCapture, resolvedSettings)
  }

  /// Keeps the call.
  public func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    note(.didProcessPhoto, photo.resolvedSettings, error: error, photo: photo)
  }

  /// Keeps the call.
  public func photoOutput(
    _ output: PhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: DeferredPhotoProxy?, error: CaptureError?
  ) {
    guard let photo = proxy?.photo else { return }
    note(.didCaptureProxy, photo.resolvedSettings, error: error, photo: photo)
  }

  /// Keeps the call.
  public func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {
    note(.didRecordMovie, resolvedSettings)
  }

  /// Keeps the call.
  public func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    note(.didProcessMovie, resolvedSettings, error: error, movieTimes: (duration, photoDisplayTime))
  }

  /// Keeps the call.
  public func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    note(.didFinish, resolvedSettings, error: error)
  }
}

extension DelegateLog.Call {
  /// The call that tells a delegate of an event.
  init(_ event: CaptureEvent) {
    let (photo, movie): (CapturePhoto?, CapturedMovie?) =
      switch event {
      case .didFinishProcessingPhoto(let photo, _, _): (photo, nil)
      case .didFinishCapturingProxy(let proxy, _, _, _): (proxy?.photo, nil)
      case .didFinishProcessingMovie(let movie, _, _, _): (nil, movie)
      default: (nil, nil)
      }
    self.init(
      step: CaptureStep(event), settings: event.resolvedSettings, error: event.error, photo: photo,
      movieTimes: movie.map { ($0.duration, $0.photoDisplayTime) }, time: event.time, movie: movie)
  }
}
