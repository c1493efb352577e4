import CaptureDevices
import MediaCore

/// A microphone that hears the same sound again and again: a measurement has no reckoning of waves in it.
///
/// It delivers periods of 10 ms, each when its last frame is complete.
final class RepeatingAudioSource: AudioSource {
  /// Who the microphone is.
  let device: AudioDevice
  /// The shape of every chunk.
  let format: AudioFormat
  private let periodFrames: Int
  private let clock: any MediaClock
  private let stream: RepeatedStream<any AudioSink>

  /// A microphone that delivers `sound`, samples as `format` says, in whole periods of 10 ms; what is left at the end
  /// is not heard. The sound is 10 ms long at least.
  init(repeating sound: [UInt8], format: AudioFormat, clock: any MediaClock) {
    let periodFrames = max(1, format.sampleRate / 100)
    self.periodFrames = periodFrames
    let periodBytes = periodFrames * format.frameBytes
    self.format = format
    self.clock = clock
    let periods = stride(from: 0, through: sound.count - periodBytes, by: periodBytes).map { start in
      sound[start..<start + periodBytes].withUnsafeBytes { FrameStorage(copying: $0) }
    }
    stream = RepeatedStream(periods, clock: clock) { number in
      MediaTime(value: (number + 1) * Int64(periodFrames), timescale: Int32(format.sampleRate))
    }
    device = AudioDevice(
      id: "repeating", name: "Repeating microphone", pcm: "none",
      identity: DeviceIdentity(serial: nil, portPath: nil, model: "Repeating microphone"), formats: [])
  }

  /// Begins to deliver the sound; position 0 is the clock's present.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  func start(delivering sink: any AudioSink) throws(DeviceError) {
    try stream.start(sink, "microphone") { [weak self] sink, number, bytes in
      guard let self else { return }
      let position = number * Int64(periodFrames)
      sink.audioSource(
        self,
        didCapture: BorrowedAudioChunk(
          format: format, position: position, frameCount: periodFrames,
          clock: AudioClockReading(position: position + Int64(periodFrames), time: clock.now), isFiller: false,
          bytes: bytes))
    }
  }

  /// Ends delivery.
  func stop() { stream.stop() }
}
