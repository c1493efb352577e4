public import MediaCore

/// A frame that an app has received. The app may keep it, but not many at a time: see ``VideoDataOutput/maximumHeld``.
///
/// Stands for a `CMSampleBuffer` with pixels.
public final class VideoSampleBuffer: Sendable {
  package let frame: VideoFrame
  private let lease: VideoDataOutput.Lease

  init(_ frame: VideoFrame, _ lease: VideoDataOutput.Lease) {
    self.frame = frame
    self.lease = lease
  }

  /// The coding, size and planes of the pixels.
  public var format: VideoFormat { frame.format }
  /// The instant at which the frame was taken, on the session's clock, as stills and movies have it.
  public var presentationTime: MediaTime { frame.time }
  /// The camera's number of the frame; a gap is a frame that the camera dropped.
  public var sequence: UInt64 { frame.sequence }

  /// Calls `body` with the bytes: planes as ``format`` says, or one compressed picture. Valid during the call only.
  /// - Throws: What `body` throws.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try frame.storage.withBytes(body)
  }
}
