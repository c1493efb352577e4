import CaptureDevices
import Diagnostics
import Glibc
import MediaCore
import Synchronization

/// A V4L2 camera that is open and set to a mode.
///
/// Frames are lent straight out of the driver's mapped buffers, in the coding the camera delivers; a coding that
/// livecam does not read is converted by libv4lconvert first, and `mode` says what comes out. Their times are the
/// driver's own monotonic stamps; a frame without a usable stamp gets the clock's instant of its arrival. A frame whose
/// stamp is not later than its predecessor's is not delivered, and is reported as `.flaggedError`.
///
/// The node stays open as long as this object lives; buffers are held from `start` to `stop`. A running source is
/// kept alive by its thread. After `didFail` with `.disconnected` the object is of no more use: open the camera anew
/// when it is back.
final class V4L2VideoSource: VideoSource {
  let device: VideoDevice
  // After a conversion, the shape of what comes out of it.
  let mode: VideoMode

  let node: V4L2Node
  private let setting: V4L2Setting
  private let clock: any MediaClock
  private let bufferCount: Int
  private let stageClock: (any StageClock)?
  private let granted = Mutex<Int?>(nil)
  private let running = Mutex<V4L2Stream?>(nil)
  private let instant = Mutex(TimestampInstant.unknown)

  init(
    device: VideoDevice, node: V4L2Node, setting: V4L2Setting, clock: any MediaClock, bufferCount: Int,
    stageClock: (any StageClock)?
  ) throws(DeviceError) {
    self.device = device
    self.node = node
    self.setting = setting
    self.clock = clock
    self.bufferCount = bufferCount
    self.stageClock = stageClock
    mode = try setting.mode(device: node.path)
  }

  // As the driver's buffers say; `.unknown` before the first start, and for stamps that are not of the monotonic clock.
  var timestampInstant: TimestampInstant { instant.withLock { $0 } }

  // Claims the driver's buffers and streams. If another program has changed the camera's mode meanwhile, it is set
  // again. Throws `.invalidState` also after a failure, until the source is stopped.
  func start(delivering sink: any VideoSink) throws(DeviceError) {
    try running.withLock { running throws(DeviceError) in
      guard running == nil else {
        throw DeviceError(
          .invalidState, context: node.path, message: "The camera is running already. Stop it before it is started.")
      }
      try setting.restore(on: node)
      let stream = try V4L2Stream(
        node: node, type: setting.type, format: mode.format, converter: try setting.converter(device: node.path),
        bufferCount: bufferCount, clock: clock, stageClock: stageClock)
      noteInstant(stream.timestampInstant)
      do throws(DeviceError) {
        try stream.start(self, sink)
      } catch {
        stream.stop()
        throw error
      }
      granted.withLock { $0 = stream.bufferCount }
      running = stream
    }
  }

  func stop() {
    running.withLock { running in
      running?.stop()
      running = nil
    }
  }

  func value(ofControl id: UInt32) throws(DeviceError) -> Int64 { try node.value(ofControl: id) }

  // Other programs that use the camera see the new value too, and it stays when this object is gone.
  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) { try node.setControl(id, to: value) }

  // A camera takes a control over between two frames: the one that is being exposed has the old value. Sensors
  // expose by lines, and take the new value over one frame after they were told; and one frame is being read out.
  static let framesUntilExposed = 3

  // The frames in the driver's other buffers, which may be filled already, and those of the sensor. Counts the buffers
  // that the driver granted at the last start; before any, those it will be asked for.
  var controlDelayFrames: Int { (granted.withLock { $0 } ?? bufferCount) - 1 + Self.framesUntilExposed }

  func noteInstant(_ instant: TimestampInstant) { self.instant.withLock { $0 = instant } }
}
