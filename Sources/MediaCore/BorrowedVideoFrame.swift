/// A frame lent by a device for the length of one call.
///
/// The bytes belong to the device; what must outlive the call has to be copied. They are a buffer pointer, because a
/// type that stores a `RawSpan` needs lifetime annotations, which are an experimental feature of Swift 6.2.
public struct BorrowedVideoFrame {
  /// Shape of the pixels.
  public let format: VideoFormat
  /// The instant at which the frame was taken, on the session's monotonic clock; the source says which instant that is.
  public let time: MediaTime
  /// The device's frame counter, unwrapped to 64 bits. A gap is a dropped frame.
  public let sequence: UInt64
  /// The planes as `format` lays them out, or one compressed picture. Valid only during the call.
  public let bytes: UnsafeRawBufferPointer
  /// The time that taking it from the driver took; `nil` where that is not measured.
  public let dequeuing: StageSpan?

  /// Creates a frame over memory of the device.
  public init(
    format: VideoFormat, time: MediaTime, sequence: UInt64, bytes: UnsafeRawBufferPointer, dequeuing: StageSpan? = nil
  ) {
    self.format = format
    self.time = time
    self.sequence = sequence
    self.bytes = bytes
    self.dequeuing = dequeuing
  }
}
