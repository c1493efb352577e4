public import CaptureDevices
public import MediaCore

/// A sink that keeps everything a microphone tells it, in order.
public final class AudioSinkLog: AudioSink {
  /// A lent chunk with its bytes copied.
  public struct Chunk: Sendable {
    /// Shape of the samples.
    public let format: AudioFormat
    /// Frames between the start of the stream and this chunk's first.
    public let position: Int64
    /// The number of frames.
    public let frameCount: Int
    /// The reading that came with it.
    public let clock: AudioClockReading?
    /// Whether it stands for sound that was lost.
    public let isFiller: Bool
    /// The instant at which it came, if the sink has a clock.
    public let arrival: MediaTime?
    /// Interleaved samples.
    public let bytes: [UInt8]
  }

  /// One call of the microphone's.
  public enum Event: Sendable {
    /// Sound.
    case chunk(Chunk)
    /// Frames that were lost.
    case loss(frames: Int)
    /// The end of the stream.
    case failure(DeviceError)
  }

  let log = EventLog<Event>()
  let watch: CallWatch<any AudioSource>
  private let clock: (any MediaClock)?

  /// A sink that notes when chunks arrive by `clock`, if it is given one.
  public init(clock: (any MediaClock)? = nil) {
    self.clock = clock
    watch = CallWatch()
  }

  /// Every call so far.
  public var events: [Event] { log.events }

  /// Every chunk so far.
  public var chunks: [Chunk] { events.compactMap { if case .chunk(let chunk) = $0 { chunk } else { nil } } }

  /// Why the stream ended by itself, if it did.
  public var failure: DeviceError? {
    events.lazy.compactMap { if case .failure(let error) = $0 { error } else { nil } }.first
  }

  /// Whether a call ever began before the one before it had ended.
  public var hadOverlappingCalls: Bool { watch.hadOverlap }

  /// Everything heard so far: interleaved samples, filler included.
  public var bytes: [UInt8] { chunks.flatMap(\.bytes) }

  /// Blocks until `count` chunks have come, or `seconds` of real time are over; tells whether they came. For real
  /// devices: under a virtual clock nothing comes while the caller waits.
  public func waitForChunks(_ count: Int, seconds: Double) -> Bool {
    log.wait(seconds: seconds) { events in
      events.count >= count && events.count(where: { if case .chunk = $0 { true } else { false } }) >= count
    }
  }

  /// Keeps a copy of the chunk.
  public func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
    watch.during(source) {
      log.append(
        .chunk(
          Chunk(
            format: chunk.format, position: chunk.position, frameCount: chunk.frameCount, clock: chunk.clock,
            isFiller: chunk.isFiller, arrival: clock?.now, bytes: Array(chunk.bytes))))
    }
  }

  /// Keeps the number of lost frames.
  public func audioSource(_ source: any AudioSource, didLose frames: Int) {
    watch.during(source) { log.append(.loss(frames: frames)) }
  }

  /// Keeps the error.
  public func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
    watch.during(source) { log.append(.failure(error)) }
  }
}
