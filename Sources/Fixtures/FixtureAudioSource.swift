public import CaptureDevices
public import MediaCore

/// The microphone of a recording: delivers the sound that was recorded, with its losses and readings of the clock, at
/// the times that it had, moved to where the replay began.
///
/// Started at the replay's begin it delivers everything; started later, from the first chunk that is complete at the
/// clock's present or after, and positions count from there. At the end it fails with what the recorded microphone
/// failed with, or with `.disconnected`. A microphone that was unplugged and came back is another source from there on.
public final class FixtureAudioSource: AudioSource, ReplayedMicrophone {
  /// Who the microphone was.
  public let device: AudioDevice
  /// The shape of every chunk.
  public let format: AudioFormat
  /// The device as it was.
  package let recordedDevice: AudioDevice
  private let fixture: FixtureReader
  private let catalog: FixtureCatalog
  private let events: [FixtureAudioEvent]
  /// The numbers of the stream's payloads.
  private let payloads: Range<Int>
  package let replayGoesOnUntil: Int64?
  private let clock: any MediaClock
  /// The begin of the recording on the clock, in nanoseconds.
  private let begin: Int64
  private let loop: FixtureLoop?
  private let delivery: FixtureDelivery<any AudioSink, Cursor>

  /// What comes next.
  private struct Cursor: Sendable {
    var round: Int64 = 0
    var event = 0
    /// The number of the next chunk's payload in this stream.
    var chunk = 0
    /// The recorded position that is the stream's 0.
    var base: Int64 = 0
  }

  init(
    _ audio: FixtureManifest.Audio, stream: FixtureStream<FixtureAudioEvent>, device: AudioDevice,
    in catalog: FixtureCatalog, clock: any MediaClock,
    begin: Int64, loop: FixtureLoop?
  ) {
    self.device = device
    format = audio.format
    recordedDevice = audio.microphone
    let fixture = catalog.fixture
    self.fixture = fixture
    self.catalog = catalog
    // A loop's sound has no end.
    events = loop.map { $0.audioEvents.isEmpty ? stream.events : $0.audioEvents } ?? stream.events
    payloads = stream.payloads
    replayGoesOnUntil = stream.isFollowed ? audio.events.last.map { begin + $0.arrivalNanoseconds } : nil
    self.clock = clock
    self.begin = begin
    self.loop = loop?.audioEvents.isEmpty == false ? loop : nil
    // Silence that a loop adds comes a second at a time.
    let silence = loop == nil ? 0 : audio.format.sampleRate * audio.format.frameBytes
    delivery = FixtureDelivery(clock: clock, bufferBytes: max(FixtureReader.longest(fixture.chunkStarts), silence))
  }

  /// Begins to deliver sound to `sink`.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    try start(sink, at: clock.now.nanoseconds - begin)
  }

  private func start(_ sink: any AudioSink, at present: Int64) throws(DeviceError) {
    let cursor = cursor(at: present)
    guard delivery.start(sink, at: cursor, due: due(cursor), tick: { [weak self] in self?.tick($0) }) else {
      throw DeviceError(.invalidState, device: device.id, message: "The microphone is running. Stop it first.")
    }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { delivery.stop() }

  // As a source of another recording.
  package var replayBegin: Int64 { begin }
  package var replayCatalog: FixtureCatalog? { catalog }
  package func startWhole(delivering sink: any AudioSink) throws(DeviceError) { try start(sink, at: 0) }
  package func isEnd(_ error: DeviceError) -> Bool {
    if case .end(let end) = events.last { end.isTold(by: error) } else { false }
  }

  /// What comes next when the stream begins at `present`, counted from the replay's begin.
  private func cursor(at present: Int64) -> Cursor {
    var cursor = Cursor()
    guard present > 0 else { return cursor }
    var wanted = present
    if let loop { (cursor.round, wanted) = present.quotientAndRemainder(dividingBy: loop.period) }
    while cursor.event < events.count {
      switch events[cursor.event] {
      case .chunk(let chunk):
        let end = chunk.clock?.time.nanoseconds ?? chunk.arrivalNanoseconds
        // Silence in place of what was lost before the stream began is nobody's.
        if end >= wanted, !chunk.isFiller {
          cursor.base = chunk.position + cursor.round * (loop?.audioFrames ?? 0)
          return cursor
        }
        cursor.chunk += 1
      case .loss, .start: break
      case .end: return cursor
      }
      cursor.event += 1
    }
    // The next round begins with the stream's 0.
    return Cursor(round: cursor.round + 1, base: (cursor.round + 1) * (loop?.audioFrames ?? 0))
  }

  private func moved(_ cursor: Cursor) -> Cursor {
    var next = cursor
    if case .chunk = events[cursor.event] { next.chunk += 1 }
    next.event += 1
    return next.event < events.count ? next : Cursor(round: cursor.round + 1, base: cursor.base)
  }

  private func shift(_ cursor: Cursor) -> Int64 { begin + cursor.round * (loop?.period ?? 0) }

  private func due(_ cursor: Cursor) -> Int64 { shift(cursor) + events[cursor.event].arrivalNanoseconds }

  private func tick(_ generation: Int) {
    delivery.run(generation) { sink, cursor, buffer in
      switch events[cursor.event] {
      case .chunk(let chunk):
        guard deliver(chunk, at: cursor, to: sink, buffer) else { return nil }
      case .loss(let frames, _): sink.audioSource(self, didLose: frames)
      case .start: break
      case .end(let end):
        sink.audioSource(self, didFail: end.failure ?? FixtureCatalog.ended(fixture, device: device.id))
        return nil
      }
      cursor = moved(cursor)
      return due(cursor)
    }
  }

  private func deliver(
    _ chunk: FixtureChunk, at cursor: Cursor, to sink: any AudioSink, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(chunk.frameCount * format.frameBytes)])
    if cursor.chunk < payloads.count {
      let start = fixture.chunkStarts[payloads.lowerBound + cursor.chunk]
      do throws(FixtureError) {
        try fixture.footage.read(start..<start + bytes.count, of: fixture.footage.audio, into: bytes)
      } catch {
        sink.audioSource(self, didFail: FixtureCatalog.unreadable(error, device: device.id))
        return false
      }
    } else {
      // What a loop adds to fill its round.
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
    let offset = cursor.round * (loop?.audioFrames ?? 0) - cursor.base
    let reading = chunk.clock.map { reading in
      AudioClockReading(
        position: reading.position + offset,
        time: MediaTime(nanoseconds: shift(cursor) + reading.time.nanoseconds))
    }
    sink.audioSource(
      self,
      didCapture: BorrowedAudioChunk(
        format: format, position: chunk.position + offset, frameCount: chunk.frameCount, clock: reading,
        isFiller: chunk.isFiller, bytes: UnsafeRawBufferPointer(bytes)))
    return true
  }
}
