import CaptureDevices
import MediaCore
import Synchronization

/// A camera that says whatever a test has it say, to a sink that it never lets go of.
final class HostileCamera: VideoSource {
  /// A frame before it is lent.
  struct Frame {
    var format: VideoFormat
    var time: MediaTime
    var sequence: UInt64
    var bytes: [UInt8]
  }

  let device = VideoDevice(
    id: "hostile", name: "Hostile camera", node: nil,
    identity: DeviceIdentity(serial: nil, portPath: nil, model: "hostile"), driver: "none", modes: [], controls: [])
  let mode: VideoMode
  let timestampInstant = TimestampInstant.startOfExposure
  let controlDelayFrames: Int
  private let onStart: @Sendable (HostileCamera) -> Void
  private let sink = Mutex<(any VideoSink)?>(nil)

  /// A camera of a mode, which calls `onStart` before its start has returned.
  init(
    mode: VideoMode = HostileCamera.mode(.yu12), controlDelayFrames: Int = 0,
    onStart: @escaping @Sendable (HostileCamera) -> Void = { _ in }
  ) {
    (self.mode, self.controlDelayFrames, self.onStart) = (mode, controlDelayFrames, onStart)
  }

  static func mode(_ format: PixelFormat) -> VideoMode {
    VideoMode(
      format: VideoFormat(pixelFormat: format, width: 64, height: 48), frameInterval: MediaTime(value: 1, timescale: 30)
    )
  }

  func start(delivering sink: any VideoSink) throws(DeviceError) {
    self.sink.withLock { $0 = sink }
    onStart(self)
  }

  func stop() {}

  func deliver(_ frame: Frame) {
    guard let sink = sink.withLock({ $0 }) else { return }
    frame.bytes.withUnsafeBytes { bytes in
      sink.videoSource(
        self,
        didCapture: BorrowedVideoFrame(format: frame.format, time: frame.time, sequence: frame.sequence, bytes: bytes))
    }
  }

  func skip(_ count: Int, _ reason: SkipReason) {
    sink.withLock { $0 }?.videoSource(self, didSkip: count, reason: reason)
  }

  func fail(_ error: DeviceError) { sink.withLock { $0 }?.videoSource(self, didFail: error) }
}
