/// A still of lower quality that is there at once, in place of one that is finished later.
///
/// To be stored at once; its file has the capture's identifier. Stands for `AVCaptureDeferredPhotoProxy`.
public struct DeferredPhotoProxy: Sendable {
  /// The proxy as a photo: same timestamp as the finished one, never RAW.
  public let photo: CapturePhoto

  /// Creates a proxy of a photo; public so that tests can make it.
  public init(photo: CapturePhoto) { self.photo = photo }

  /// Returns the bytes of the proxy's file.
  public func fileDataRepresentation() -> [UInt8]? { photo.fileDataRepresentation() }
}
