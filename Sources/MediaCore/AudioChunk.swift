/// A stretch of sound that owns its bytes together with everyone else who holds it.
public struct AudioChunk: Sendable {
  /// The format of the samples.
  public let format: AudioFormat
  /// The number of frames between the start of the stream and this chunk's first frame, inserted silence included.
  public let position: Int64
  /// The number of frames.
  public let frameCount: Int
  /// The instant at which the first frame was captured, on the session's monotonic clock, by the best estimate at
  /// arrival.
  public let time: MediaTime
  /// A Boolean value that indicates whether the chunk is silence in place of lost sound.
  public let isFiller: Bool
  /// The samples, interleaved; read-only.
  public var storage: FrameStorage

  /// Creates a chunk over shared storage.
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
