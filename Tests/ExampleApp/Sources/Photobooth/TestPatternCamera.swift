import CaptureDevices
import MediaCore
import Synchronization

/// A camera of the app's own: a bar that wanders over grey, for the day on which no camera is there.
public final class TestPatternCamera: VideoSource {
  private struct Stream: Sendable {
    let sink: any VideoSink
    let start: MediaTime
    var sequence: UInt64 = 0
    var next: (any ScheduledAction)?
  }

  /// Who the camera is.
  public let device = VideoDevice(
    id: "test-pattern", name: "Test pattern", node: nil,
    identity: DeviceIdentity(serial: nil, portPath: nil, model: "Test pattern"), driver: "photobooth", modes: [],
    controls: [])
  /// 64x48 in grey, 25 a second.
  public let mode = VideoMode(
    format: VideoFormat(pixelFormat: .grey, width: 64, height: 48), frameInterval: MediaTime(value: 1, timescale: 25))
  /// Pictures are made at the instant they bear.
  public let timestampInstant = TimestampInstant.startOfExposure
  private let clock: any MediaClock
  private let losesEvery: UInt64?
  private let stream = Mutex<Stream?>(nil)

  /// A camera on a clock. With `losesEvery` each picture of that number is lost, and nobody is told: a fault that a test
  /// finds.
  public init(clock: any MediaClock, losesEvery: UInt64? = nil) {
    self.clock = clock
    self.losesEvery = losesEvery
  }

  /// Begins to deliver.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    let isStarted = stream.withLock { stream in
      guard stream == nil else { return false }
      var started = Stream(sink: sink, start: clock.now)
      schedule(&started)
      stream = started
      return true
    }
    guard isStarted else {
      throw DeviceError(.invalidState, context: device.id, message: "The camera is running. Stop it first.")
    }
  }

  /// Ends delivery. Pictures are delivered under the same lock: one that is on its way is waited for.
  public func stop() { stream.withLock { $0.take() }?.next?.cancel() }

  private func schedule(_ stream: inout Stream) {
    let due = stream.start + mode.frameInterval * Int32(stream.sequence + 1)
    stream.next = clock.schedule(at: due) { [weak self] in self?.tick() }
  }

  private func tick() {
    stream.withLock { stream in
      guard var running = stream else { return }
      if losesEvery.map({ running.sequence % $0 != $0 - 1 }) ?? true { deliver(running) }
      running.sequence += 1
      schedule(&running)
      stream = running
    }
  }

  private func deliver(_ stream: Stream) {
    let bar = Int(stream.sequence % 64)
    let pixels = (0..<64 * 48).map { $0 % 64 == bar ? UInt8(255) : 128 }
    pixels.withUnsafeBytes { bytes in
      stream.sink.videoSource(
        self,
        didCapture: BorrowedVideoFrame(
          format: mode.format, time: clock.now, sequence: stream.sequence, bytes: bytes))
    }
  }
}
