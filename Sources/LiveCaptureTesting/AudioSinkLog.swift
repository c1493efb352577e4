public import CaptureDevices
public import MediaCore

/// A sink that records all calls of a microphone, in order.
public typealias AudioSinkLog = SinkLog<AudioSinkEvent>

/// A call of a microphone to its sink.
public enum AudioSinkEvent: SinkEvent {
  /// A lent chunk with its bytes copied.
  public struct Chunk: Sendable {
    /// The format of the samples.
    public let format: AudioFormat
    /// The number of frames between the start of the stream and this chunk's first.
    public let position: Int64
    /// The number of frames.
    public let frameCount: Int
    /// The reading that came with it.
    public let clock: AudioClockReading?
    /// A Boolean value that indicates whether the chunk stands for sound that was lost.
    public let isFiller: Bool
    /// The instant at which it came, if the sink has a clock.
    public let arrival: MediaTime?
    /// The samples, interleaved.
    public let bytes: [UInt8]
  }

  /// Sound.
  case chunk(Chunk)
  /// Frames that were lost.
  case loss(frames: Int)
  /// The end of the stream.
  case failure(DeviceError)

  /// The sound.
  public var chunk: Chunk? { if case .chunk(let chunk) = self { chunk } else { nil } }
  /// A Boolean value that indicates whether the event is sound.
  public var isSample: Bool { chunk != nil }
  /// The time of the reading that came with the sound.
  public var time: MediaTime? { chunk?.clock?.time }
  /// The reason why the stream has ended.
  public var failure: DeviceError? { if case .failure(let error) = self { error } else { nil } }
}

extension SinkLog: AudioSink where Event == AudioSinkEvent {
  /// The chunks received so far.
  public var chunks: [AudioSinkEvent.Chunk] { events.compactMap(\.chunk) }

  /// The sound received so far: interleaved samples, including filler.
  public var bytes: [UInt8] { chunks.flatMap(\.bytes) }

  /// Keeps a copy of the chunk.
  public func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
    note(source) { arrival in
      .chunk(
        AudioSinkEvent.Chunk(
          format: chunk.format, position: chunk.position, frameCount: chunk.frameCount, clock: chunk.clock,
          isFiller: chunk.isFiller, arrival: arrival, bytes: Array(chunk.bytes)))
    }
  }

  /// Keeps the number of lost frames.
  public func audioSource(_ source: any AudioSource, didLose frames: Int) {
    note(source) { _ in .loss(frames: frames) }
  }

  /// Keeps the error.
  public func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
    note(source) { _ in .failure(error) }
  }
}
