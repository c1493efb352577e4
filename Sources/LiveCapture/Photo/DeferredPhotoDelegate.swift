/// Receives proxies of stills that are finished later.
public protocol DeferredPhotoDelegate: PhotoCaptureDelegate {
  /// A proxy is ready, to be stored at once; the still itself comes later. In place of `didFinishProcessingPhoto`.
  func photoOutput(
    _ output: PhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: DeferredPhotoProxy?, error: CaptureError?)
}
