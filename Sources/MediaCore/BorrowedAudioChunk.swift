/// A stretch of sound lent by a device for the length of one call.
public struct BorrowedAudioChunk {
  /// The format of the samples: rate, channels and sample type.
  public let format: AudioFormat
  /// Frames between the start of the stream and this chunk's first frame, inserted silence included.
  public let position: Int64
  /// The number of frames.
  public let frameCount: Int
  /// A reading of the device's clock taken with this chunk, or `nil`.
  public let clock: AudioClockReading?
  /// A Boolean value that indicates whether this stands for sound that was lost: the samples are zero, the length is
  /// what was measured.
  public let isFiller: Bool
  /// The interleaved samples, valid only during the call.
  public let bytes: UnsafeRawBufferPointer

  /// Creates a chunk over memory of the device.
  public init(
    format: AudioFormat, position: Int64, frameCount: Int, clock: AudioClockReading?, isFiller: Bool,
    bytes: UnsafeRawBufferPointer
  ) {
    self.format = format
    self.position = position
    self.frameCount = frameCount
    self.clock = clock
    self.isFiller = isFiller
    self.bytes = bytes
  }
}
