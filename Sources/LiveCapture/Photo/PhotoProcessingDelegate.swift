/// Receives stills.
public protocol PhotoProcessingDelegate: PhotoCaptureDelegate {
  /// A still is ready, or has failed; then the photo holds no bytes. `expectedPhotoCount` times.
  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?)
}
