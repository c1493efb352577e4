/// A frame that owns its bytes together with everyone else who holds it.
public struct VideoFrame: Sendable {
  /// The format of the pixels.
  public let format: VideoFormat
  /// The instant at which the frame was taken, on the session's monotonic clock; the source says which instant that is.
  public let time: MediaTime
  /// The device's frame counter, unwrapped to 64 bits. A gap is a dropped frame.
  public let sequence: UInt64
  /// The planes as `format` lays them out, or one compressed picture; read-only.
  public var storage: FrameStorage

  /// Creates a frame over shared storage.
  public init(format: VideoFormat, time: MediaTime, sequence: UInt64, storage: FrameStorage) {
    self.format = format
    self.time = time
    self.sequence = sequence
    self.storage = storage
  }

  /// Creates a frame that keeps a copy of a lent one.
  public init(copying frame: BorrowedVideoFrame) {
    self.init(
      format: frame.format, time: frame.time, sequence: frame.sequence, storage: FrameStorage(copying: frame.bytes))
  }
}
