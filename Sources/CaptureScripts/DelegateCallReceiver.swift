public import LiveCapture
public import MediaCore

/// A delegate that receives every call by one method, as a value.
///
/// It receives the calls of the further delegate protocols that it adopts, such as
/// ``/LiveCapture/PhotoProcessingDelegate``, and only these.
public protocol DelegateCallReceiver: PhotoCaptureDelegate {
  /// An output has called a method of the delegate's.
  func receive(_ call: DelegateCall, from output: PhotoOutput)
}

extension DelegateCallReceiver {
  /// Passes the call on.
  public func photoOutput(_ output: PhotoOutput, willBeginCaptureFor resolvedSettings: ResolvedPhotoSettings) {
    receive(DelegateCall(.willBegin, resolvedSettings), from: output)
  }

  /// Passes the call on.
  public func photoOutput(_ output: PhotoOutput, willCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {
    receive(DelegateCall(.willCapture, resolvedSettings), from: output)
  }

  /// Passes the call on.
  public func photoOutput(_ output: PhotoOutput, didCapturePhotoFor resolvedSettings: ResolvedPhotoSettings) {
    receive(DelegateCall(.didCapture, resolvedSettings), from: output)
  }

  /// Passes the call on.
  public func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    receive(DelegateCall(.didFinish, resolvedSettings, error: error), from: output)
  }
}

extension DelegateCallReceiver where Self: PhotoProcessingDelegate {
  /// Passes the call on.
  public func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    receive(DelegateCall(.didProcessPhoto, photo.resolvedSettings, error: error, photo: photo), from: output)
  }
}

extension DelegateCallReceiver where Self: DeferredPhotoDelegate {
  /// Passes the call on if it brings a proxy.
  public func photoOutput(
    _ output: PhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: DeferredPhotoProxy?, error: CaptureError?
  ) {
    guard let photo = proxy?.photo else { return }
    receive(DelegateCall(.didCaptureProxy, photo.resolvedSettings, error: error, photo: photo), from: output)
  }
}

extension DelegateCallReceiver where Self: LivePhotoCaptureDelegate {
  /// Passes the call on.
  public func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {
    receive(DelegateCall(.didRecordMovie, resolvedSettings), from: output)
  }

  /// Passes the call on.
  public func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    receive(
      DelegateCall(.didProcessMovie, resolvedSettings, error: error, movieTimes: (duration, photoDisplayTime)),
      from: output)
  }
}
