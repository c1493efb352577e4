/// Receives all events of a capture by one method, as ``CaptureEvent``s with their times, instead of the methods of the
/// other delegates.
///
/// It receives stills, movies and proxies of every kind, those movies among them whose bytes are handed over.
public protocol CaptureEventDelegate: PhotoCaptureDelegate {
  /// Something has happened to the capture. What is done here can be measured by `timer`, which is `nil` where nothing
  /// is.
  func photoOutput(_ output: PhotoOutput, didEmit event: CaptureEvent, timer: CaptureTimer?)
}
