import CaptureDevices
import MediaCore
import Synchronization

/// A camera that delivers the same pictures again and again: a measurement has no painting in it.
///
/// Frames are stamped with the instant at which they are delivered.
final class RepeatingVideoSource: VideoSource {
  private struct Stream {
    let sink: any VideoSink
    let start: MediaTime
    var count: Int64 = 0
    var scheduled: (any ScheduledAction)?
  }

  /// Who the camera is.
  let device: VideoDevice
  /// The mode it has been set to.
  let mode: VideoMode
  /// The driver does not say.
  let timestampInstant = TimestampInstant.unknown
  private let pictures: [FrameStorage]
  private let clock: any MediaClock
  private let stream = Mutex<Stream?>(nil)

  /// A camera that delivers `pictures`, which are of one format, one at every `frameInterval`, and after the last the
  /// first again. There is one picture at least.
  init(
    repeating pictures: [FrameStorage], format: VideoFormat, frameInterval: MediaTime, clock: any MediaClock
  ) {
    precondition(!pictures.isEmpty, "a repeating camera without a picture")
    mode = VideoMode(format: format, frameInterval: frameInterval)
    self.pictures = pictures
    self.clock = clock
    device = VideoDevice(
      id: "repeating", name: "Repeating camera", node: nil,
      identity: DeviceIdentity(serial: nil, portPath: nil, model: "Repeating camera"), driver: "none", modes: [],
      controls: [])
  }

  /// Begins to deliver the pictures, one interval from now.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  func start(delivering sink: any VideoSink) throws(DeviceError) {
    let isStarted = stream.withLock { stream in
      guard stream == nil else { return false }
      var started = Stream(sink: sink, start: clock.now)
      schedule(&started)
      stream = started
      return true
    }
    guard isStarted else {
      throw DeviceError(.invalidState, device: device.id, message: "The camera is running. Stop it first.")
    }
  }

  /// Ends delivery.
  func stop() { stream.withLock { $0.take() }?.scheduled?.cancel() }

  private func schedule(_ stream: inout Stream) {
    let next = stream.start.nanoseconds + (stream.count + 1) * mode.frameInterval.nanoseconds
    stream.scheduled = clock.schedule(at: MediaTime(nanoseconds: next)) { [weak self] in self?.tick() }
  }

  private func tick() {
    stream.withLock { stream in
      guard var running = stream else { return }
      pictures[Int(running.count % Int64(pictures.count))].withBytes { bytes in
        running.sink.videoSource(
          self,
          didCapture: BorrowedVideoFrame(
            format: mode.format, time: clock.now, sequence: UInt64(running.count), bytes: bytes))
      }
      running.count += 1
      schedule(&running)
      stream = running
    }
  }
}
