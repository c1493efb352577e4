import CaptureDevices
import Glibc
import MediaCore
import Synchronization

/// A sink that writes down what a microphone delivers.
final class ALSAEventSink: AudioSink {
  /// One call of the sink.
  enum Event: Sendable, Equatable {
    case sound(at: Int64, frames: Int)
    case filler(at: Int64, frames: Int)
    case loss(Int)
    case failure(DeviceError.Code)
  }

  private struct Log {
    var events: [Event] = []
    var bytes: [UInt8] = []
    var readings: [AudioClockReading] = []
    var frames = 0
    var failure: DeviceError?
  }

  /// Frames after which ``waitForFrames()`` returns.
  private let wanted: Int
  private let onChunk: @Sendable (BorrowedAudioChunk) -> Void
  private let log = Mutex(Log())
  // An unnamed semaphore has to stay where it was initialised, so it lives in memory of its own.
  nonisolated(unsafe) private let done: UnsafeMutablePointer<sem_t>

  /// A sink that counts to `wanted` frames, and calls `onChunk` for each chunk on the thread of the source.
  init(wanting wanted: Int = .max, onChunk: @escaping @Sendable (BorrowedAudioChunk) -> Void = { _ in }) {
    self.wanted = wanted
    self.onChunk = onChunk
    done = .allocate(capacity: 1)
    sem_init(done, 0, 0)
  }

  deinit {
    sem_destroy(done)
    done.deallocate()
  }

  /// Everything that was delivered, in order.
  var events: [Event] { log.withLock { $0.events } }
  /// How much was told as lost, each time.
  var losses: [Int] { events.compactMap { if case .loss(let frames) = $0 { frames } else { nil } } }
  /// The samples of all chunks in a row.
  var bytes: [UInt8] { log.withLock { $0.bytes } }
  /// The readings of the clock, in order.
  var readings: [AudioClockReading] { log.withLock { $0.readings } }
  /// Why the stream ended by itself, if it did.
  var failure: DeviceError? { log.withLock { $0.failure } }

  /// Returns when as many frames have come as were wanted, or the stream has failed.
  func waitForFrames() { while sem_wait(done) != 0 {} }

  func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
    let isEnough = log.withLock { log in
      log.events.append(
        chunk.isFiller
          ? .filler(at: chunk.position, frames: chunk.frameCount) : .sound(at: chunk.position, frames: chunk.frameCount)
      )
      log.bytes.append(contentsOf: chunk.bytes)
      if let clock = chunk.clock { log.readings.append(clock) }
      log.frames += chunk.frameCount
      return log.frames >= wanted && log.frames - chunk.frameCount < wanted
    }
    if isEnough { sem_post(done) }
    onChunk(chunk)
  }

  func audioSource(_ source: any AudioSource, didLose frames: Int) {
    log.withLock { $0.events.append(.loss(frames)) }
  }

  func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
    log.withLock { log in
      log.events.append(.failure(error.code))
      log.failure = error
    }
    sem_post(done)
  }
}

extension AudioDevice {
  /// A microphone that exists only in a test.
  static func invented(_ id: String, port: String? = nil) -> AudioDevice {
    AudioDevice(
      id: id, name: id, pcm: id, identity: DeviceIdentity(serial: nil, portPath: port, model: id), formats: [])
  }
}
