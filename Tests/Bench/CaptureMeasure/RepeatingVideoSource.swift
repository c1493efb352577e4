import CaptureDevices
import MediaCore

/// A camera that delivers the same pictures again and again: a measurement has no painting in it.
///
/// Frames are stamped with the instant at which they are delivered.
final class RepeatingVideoSource: VideoSource {
  /// Who the camera is.
  let device: VideoDevice
  /// The mode it has been set to.
  let mode: VideoMode
  /// The driver does not say.
  let timestampInstant = TimestampInstant.unknown
  private let clock: any MediaClock
  private let stream: RepeatedStream<any VideoSink>

  /// A camera that delivers `pictures`, which are of one format, one at every `frameInterval`, and after the last the
  /// first again. There is one picture at least.
  init(
    repeating pictures: [FrameStorage], format: VideoFormat, frameInterval: MediaTime, clock: any MediaClock
  ) {
    mode = VideoMode(format: format, frameInterval: frameInterval)
    self.clock = clock
    stream = RepeatedStream(pictures, clock: clock) { number in
      MediaTime(nanoseconds: (number + 1) * frameInterval.nanoseconds)
    }
    device = VideoDevice(
      id: "repeating", name: "Repeating camera", node: nil,
      identity: DeviceIdentity(serial: nil, portPath: nil, model: "Repeating camera"), driver: "none", modes: [],
      controls: [])
  }

  /// Begins to deliver the pictures, one interval from now.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  func start(delivering sink: any VideoSink) throws(DeviceError) {
    try stream.start(sink, "camera") { [weak self] sink, number, bytes in
      guard let self else { return }
      sink.videoSource(
        self,
        didCapture: BorrowedVideoFrame(format: mode.format, time: clock.now, sequence: UInt64(number), bytes: bytes))
    }
  }

  /// Ends delivery.
  func stop() { stream.stop() }
}
