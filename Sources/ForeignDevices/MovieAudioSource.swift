public import CaptureDevices
public import Fixtures
import ForeignMedia
public import MediaCore
import Simulator

/// The microphone of a movie: delivers its sound in periods of 10 ms, each when its last frame is complete.
///
/// Its clock is the session's: readings are exact. Started after the movie's begin it delivers from there, and
/// positions count from there. Holes in the movie's sound are silence. At the sound's end it fails with
/// `.disconnected`.
public final class MovieAudioSource: AudioSource, ReplayedSource {
  /// The microphone.
  public let device: AudioDevice
  /// The shape of every chunk.
  public let format: AudioFormat
  private let movie: ForeignMovie
  private let clock: any MediaClock
  /// The instant of the clock at which the movie begins.
  private let beginNanoseconds: Int64
  private let periodFrames: Int
  private let delivery: SourceDelivery<any AudioSink, Cursor>
  /// Stretches that are decoded ahead; most are some hundredths of a second, none more than one.
  private static let ahead = 8

  private struct Cursor: Sendable {
    let stretches: MoviePrefetch<AudioChunk>
    /// The sound that is being delivered, `nil` at the end, and how much of it has been.
    var next: Result<AudioChunk, CodingError>?
    var used = 0
    /// The instant of position 0, in nanoseconds.
    var startNanoseconds: Int64
    var position: Int64 = 0
    /// The bytes of the period that is next.
    var period: [UInt8] = []
  }

  init(device: AudioDevice, movie: ForeignMovie, format: AudioFormat, clock: any MediaClock, beginNanoseconds: Int64) {
    self.device = device
    self.movie = movie
    self.format = format
    self.clock = clock
    self.beginNanoseconds = beginNanoseconds
    periodFrames = max(1, format.sampleRate / 100)
    delivery = SourceDelivery(clock: clock, bufferBytes: 0, device: device.id, kind: "microphone")
  }

  /// Begins to deliver sound to `sink`.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.invalidState` when it is running, `.streamingFailed` when there
  ///   is no sound.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    try start(sink, at: clock.now.nanoseconds - beginNanoseconds)
  }

  private func start(_ sink: any AudioSink, at present: Int64) throws(DeviceError) {
    let (movie, format) = (movie, format)
    let origin = movie.startTime ?? .zero
    let range =
      present > 0
      ? TimeRange(
        start: origin + MediaTime(nanoseconds: present), duration: MediaTime(value: 1 << 30, timescale: 1)) : nil
    let stretches = MoviePrefetch<AudioChunk>(limit: Self.ahead) {
      let reader = try SoundReader(
        movie, sampleFormat: format.sampleFormat, sampleRate: format.sampleRate, channelCount: format.channelCount,
        range: range)
      return { try reader.next() }
    }
    var cursor = Cursor(
      stretches: stretches, next: stretches.next(), startNanoseconds: beginNanoseconds + max(0, present))
    switch cursor.next {
    case .success(let first): cursor.startNanoseconds = beginNanoseconds + (first.time - origin).nanoseconds
    case .failure(let failure): throw MovieCatalog.undecodable(failure, device: device.id)
    case nil: break
    }
    fill(&cursor)
    try delivery.start(sink, at: cursor, dueNanoseconds: due(cursor)) { [weak self] in self?.tick($0) }
  }

  // As a recorder's source.
  package var facts: ReplayFacts { ReplayFacts(beginNanoseconds: beginNanoseconds) }
  package var recordedDevice: AudioDevice { device }
  package func startWhole(delivering sink: any VideoSink & AudioSink) throws(DeviceError) { try start(sink, at: 0) }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { delivery.stop() }

  /// Gathers the next period; a shorter one, or none, at the end.
  private func fill(_ cursor: inout Cursor) {
    let wanted = periodFrames * format.frameBytes
    cursor.period.removeAll(keepingCapacity: true)
    while cursor.period.count < wanted, case .success(let stretch) = cursor.next {
      stretch.storage.withBytes { bytes in
        let part = bytes[cursor.used..<min(bytes.count, cursor.used + wanted - cursor.period.count)]
        cursor.period.append(contentsOf: part)
        cursor.used += part.count
      }
      if cursor.used >= stretch.storage.count { (cursor.next, cursor.used) = (cursor.stretches.next(), 0) }
    }
  }

  private func due(_ cursor: Cursor) -> Int64 {
    instant(of: cursor.position + Int64(cursor.period.count / format.frameBytes), start: cursor.startNanoseconds)
  }

  private func instant(of position: Int64, start: Int64) -> Int64 {
    start + Int64(Int128(position) * 1_000_000_000 / Int128(format.sampleRate))
  }

  private func tick(_ generation: Int) {
    delivery.run(generation) { sink, cursor, _ in
      let frames = cursor.period.count / format.frameBytes
      guard frames > 0 else {
        let failure: DeviceError =
          if case .failure(let error) = cursor.next {
            MovieCatalog.undecodable(error, device: device.id)
          } else {
            MovieCatalog.ended(movie, device: device.id)
          }
        sink.audioSource(self, didFail: failure)
        return nil
      }
      let end = cursor.position + Int64(frames)
      let reading = AudioClockReading(
        position: end, time: MediaTime(nanoseconds: instant(of: end, start: cursor.startNanoseconds)))
      cursor.period.withUnsafeBytes { bytes in
        sink.audioSource(
          self,
          didCapture: BorrowedAudioChunk(
            format: format, position: cursor.position, frameCount: frames, clock: reading, isFiller: false,
            bytes: bytes))
      }
      cursor.position = end
      fill(&cursor)
      return due(cursor)
    }
  }
}
