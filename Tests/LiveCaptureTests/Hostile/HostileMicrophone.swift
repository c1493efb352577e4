import CaptureDevices
import MediaCore
import Synchronization

/// A microphone that says whatever a test has it say, to a sink that it never lets go of.
final class HostileMicrophone: AudioSource {
  /// A stretch of sound before it is lent.
  struct Chunk {
    var format: AudioFormat
    var position: Int64
    var frameCount: Int
    var clock: AudioClockReading?
    var isFiller = false
    var bytes: [UInt8]
  }

  let device = AudioDevice(
    id: "hostile", name: "Hostile microphone", pcm: "hostile",
    identity: DeviceIdentity(serial: nil, portPath: nil, model: "hostile"), formats: [])
  let format: AudioFormat
  private let sink = Mutex<(any AudioSink)?>(nil)

  init(format: AudioFormat = AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .float)) {
    self.format = format
  }

  func start(delivering sink: any AudioSink) throws(DeviceError) { self.sink.withLock { $0 = sink } }

  func stop() {}

  func deliver(_ chunk: Chunk) {
    guard let sink = sink.withLock({ $0 }) else { return }
    chunk.bytes.withUnsafeBytes { bytes in
      sink.audioSource(
        self,
        didCapture: BorrowedAudioChunk(
          format: chunk.format, position: chunk.position, frameCount: chunk.frameCount, clock: chunk.clock,
          isFiller: chunk.isFiller, bytes: bytes))
    }
  }

  func lose(_ frames: Int) { sink.withLock { $0 }?.audioSource(self, didLose: frames) }

  func fail(_ error: DeviceError) { sink.withLock { $0 }?.audioSource(self, didFail: error) }
}
