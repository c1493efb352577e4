public import CaptureDevices
public import MediaCore
import Simulator

/// The microphone of a fixture: delivers the sound that was recorded, with its losses and readings of the clock, at
/// the times that it had, moved to where the replay began.
///
/// Started at the replay's begin it delivers everything; started later, from the first chunk that is complete at the
/// clock's present or after, and positions count from there. At the end it fails with what the recorded microphone
/// failed with, or with `.disconnected`. A microphone that was unplugged and came back is another source from there on.
public final class FixtureAudioSource: AudioSource, ReplayedSource {
  /// The microphone.
  public let device: AudioDevice
  /// The shape of every chunk.
  public let format: AudioFormat
  /// The device as it was.
  package let recordedDevice: AudioDevice
  private let clock: any MediaClock
  private let playback: FixturePlayback<FixtureChunk, any AudioSink>

  init(
    _ audio: FixtureManifest.Audio, stream: FixtureStream<FixtureChunk>, device: AudioDevice,
    in catalog: FixtureCatalog, beginNanoseconds begin: Int64
  ) {
    self.device = device
    format = audio.format
    recordedDevice = audio.microphone
    clock = catalog.clock
    playback = FixturePlayback(
      stream, of: audio.track, looped: catalog.loop?.audioEvents ?? [], device: device.id,
      extents: catalog.fixture.footage.audio, unitBytes: audio.format.frameBytes,
      // Silence that a loop adds comes a second at a time.
      bufferBytes: catalog.loop == nil ? 0 : audio.format.sampleRate * audio.format.frameBytes, in: catalog,
      beginNanoseconds: begin)
  }

  /// Begins to deliver sound to `sink`.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    try start(sink, at: clock.now.nanoseconds - playback.facts.beginNanoseconds)
  }

  // As the source of another recorder.
  package var facts: ReplayFacts { playback.facts }
  package func startWhole(delivering sink: any VideoSink & AudioSink) throws(DeviceError) { try start(sink, at: 0) }

  private func start(_ sink: any AudioSink, at present: Int64) throws(DeviceError) {
    let cursor = playback.cursor(at: present)
    try playback.delivery.start(sink, at: cursor, dueNanoseconds: playback.due(cursor)) { [weak self] in
      self?.tick($0)
    }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { playback.delivery.stop() }

  private func tick(_ generation: Int) {
    playback.run(generation) { sink, chunk, cursor, bytes in
      let offset = cursor.round * playback.roundFrames - cursor.base
      let reading = chunk.clock.map { reading in
        AudioClockReading(
          position: reading.position + offset,
          time: MediaTime(nanoseconds: playback.shift(cursor) + reading.time.nanoseconds))
      }
      sink.audioSource(
        self,
        didCapture: BorrowedAudioChunk(
          format: format, position: chunk.position + offset, frameCount: chunk.frameCount, clock: reading,
          isFiller: chunk.isFiller, bytes: bytes))
    } lose: { sink, frames, _ in
      sink.audioSource(self, didLose: frames)
    } fail: { sink, error in
      sink.audioSource(self, didFail: error)
    }
  }
}
