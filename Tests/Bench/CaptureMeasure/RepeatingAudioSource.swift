import CaptureDevices
import MediaCore
import Synchronization

/// A microphone that hears the same sound again and again: a measurement has no reckoning of waves in it.
///
/// It delivers periods of 10 ms, each when its last frame is complete.
final class RepeatingAudioSource: AudioSource {
  private struct Stream {
    let sink: any AudioSink
    let start: MediaTime
    var count: Int64 = 0
    var scheduled: (any ScheduledAction)?
  }

  /// Who the microphone is.
  let device: AudioDevice
  /// The shape of every chunk.
  let format: AudioFormat
  private let periods: [FrameStorage]
  private let periodFrames: Int
  private let clock: any MediaClock
  private let stream = Mutex<Stream?>(nil)

  /// A microphone that delivers `sound`, samples as `format` says, in whole periods of 10 ms; what is left at the end
  /// is not heard. The sound is 10 ms long at least.
  init(repeating sound: [UInt8], format: AudioFormat, clock: any MediaClock) {
    periodFrames = max(1, format.sampleRate / 100)
    let periodBytes = periodFrames * format.frameBytes
    precondition(sound.count >= periodBytes, "a repeating microphone without a period of sound")
    self.format = format
    self.clock = clock
    periods = stride(from: 0, through: sound.count - periodBytes, by: periodBytes).map { start in
      sound[start..<start + periodBytes].withUnsafeBytes { FrameStorage(copying: $0) }
    }
    device = AudioDevice(
      id: "repeating", name: "Repeating microphone", pcm: "none",
      identity: DeviceIdentity(serial: nil, portPath: nil, model: "Repeating microphone"), formats: [])
  }

  /// Begins to deliver the sound; position 0 is the clock's present.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  func start(delivering sink: any AudioSink) throws(DeviceError) {
    let isStarted = stream.withLock { stream in
      guard stream == nil else { return false }
      var started = Stream(sink: sink, start: clock.now)
      schedule(&started)
      stream = started
      return true
    }
    guard isStarted else {
      throw DeviceError(.invalidState, device: device.id, message: "The microphone is running. Stop it first.")
    }
  }

  /// Ends delivery.
  func stop() { stream.withLock { $0.take() }?.scheduled?.cancel() }

  private func schedule(_ stream: inout Stream) {
    let frames = (stream.count + 1) * Int64(periodFrames)
    let next = stream.start + MediaTime(value: frames, timescale: Int32(format.sampleRate))
    stream.scheduled = clock.schedule(at: next) { [weak self] in self?.tick() }
  }

  private func tick() {
    stream.withLock { stream in
      guard var running = stream else { return }
      let position = running.count * Int64(periodFrames)
      periods[Int(running.count % Int64(periods.count))].withBytes { bytes in
        running.sink.audioSource(
          self,
          didCapture: BorrowedAudioChunk(
            format: format, position: position, frameCount: periodFrames,
            clock: AudioClockReading(position: position + Int64(periodFrames), time: clock.now), isFiller: false,
            bytes: bytes))
      }
      running.count += 1
      schedule(&running)
      stream = running
    }
  }
}
