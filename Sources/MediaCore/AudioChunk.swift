/// One reading of a device's clock against the session's: at `time`, `position` frames had been captured.
public struct AudioClockReading: Sendable, Hashable {
  /// Frames captured since the stream began, by the device's count; inserted silence included, as in chunks.
  public let position: Int64
  /// The instant at which the last of them was complete, on the session's monotonic clock.
  public let time: MediaTime

  /// A reading of both clocks.
  public init(position: Int64, time: MediaTime) {
    self.position = position
    self.time = time
  }
}

/// A stretch of sound lent by a device for the length of one call.
public struct BorrowedAudioChunk {
  /// Shape of the samples.
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
  /// Interleaved samples, valid only during the call.
  public let bytes: UnsafeRawBufferPointer

  /// A chunk over memory of the device.
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

/// A stretch of sound that owns its bytes together with everyone else who holds it.
public struct AudioChunk: Sendable {
  /// Shape of the samples.
  public let format: AudioFormat
  /// Frames between the start of the stream and this chunk's first frame, inserted silence included.
  public let position: Int64
  /// The number of frames.
  public let frameCount: Int
  /// The instant at which the first frame was captured, on the session's monotonic clock, by the best estimate at
  /// arrival.
  public let time: MediaTime
  /// A Boolean value that indicates whether this stands for sound that was lost.
  public let isFiller: Bool
  /// Interleaved samples; read-only.
  public var storage: FrameStorage

  /// A chunk over shared storage.
  public init(
    format: AudioFormat, position: Int64, frameCount: Int, time: MediaTime, isFiller: Bool, storage: FrameStorage
  ) {
    self.format = format
    self.position = position
    self.frameCount = frameCount
    self.time = time
    self.isFiller = isFiller
    self.storage = storage
  }
}
