public import CaptureDevices
import Diagnostics
import Glibc
public import MediaCore
import Synchronization

/// A V4L2 camera that is open and set to a mode.
///
/// Frames are lent straight out of the driver's mapped buffers, in the coding the camera delivers; a coding that
/// livecam does not read is converted by libv4lconvert first, and ``mode`` says what comes out. `frame.time` is the
/// driver's own monotonic stamp; ``timestampInstant`` says which instant that is. A frame without a usable stamp
/// gets the clock's instant of its arrival. Times always increase: a frame whose stamp is not later than its
/// predecessor's is not delivered, and is reported as `.flaggedError`.
///
/// The node stays open as long as this object lives; buffers are held from `start` to `stop`. A running source is
/// kept alive by its thread. After `didFail` with `.disconnected` the object is of no more use: open the camera anew
/// when it is back.
public final class V4L2VideoSource: VideoSource {
  /// Who the camera is.
  public let device: VideoDevice
  /// The mode that the driver granted; after a conversion, the shape of what comes out of it.
  public let mode: VideoMode

  let node: V4L2Node
  private let setting: V4L2Setting
  private let clock: any MediaClock
  private let bufferCount: Int
  private let stageClock: (any StageClock)?
  private let granted = Mutex<Int?>(nil)
  private let running = Mutex<V4L2Stream?>(nil)
  private let instant = Mutex(TimestampInstant.unknown)

  // A source over a node that has been set to `setting`.
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

  /// Which instant the frames' timestamps mark, as the driver's buffers say; `.unknown` before the first `start`,
  /// and for drivers whose stamps are not of the monotonic clock.
  public var timestampInstant: TimestampInstant { instant.withLock { $0 } }

  /// Claims the driver's buffers, starts streaming, and delivers to `sink` on a thread of the source's own.
  ///
  /// If another program has changed the camera's mode in the meantime, it is set again.
  /// - Throws: ``DeviceError`` with `.invalidState` when running (or ended by a failure and not yet stopped),
  ///   `.busy`, `.disconnected`, `.unsupportedMode` or `.system`.
  ///
  /// Stands for `VIDIOC_REQBUFS`, `VIDIOC_QBUF` and `VIDIOC_STREAMON`.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    try running.withLock { running throws(DeviceError) in
      guard running == nil else {
        throw DeviceError(
          .invalidState, device: node.path, message: "The camera is running already. Stop it before it is started.")
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

  /// Ends streaming and gives the driver its buffers back. When it returns, the sink is not being called and will
  /// not be. Harmless when not running; must not be called from inside the sink's calls.
  ///
  /// Stands for `VIDIOC_STREAMOFF`.
  public func stop() {
    running.withLock { running in
      running?.stop()
      running = nil
    }
  }

  // How many buffers the driver granted at the last start; before any, how many it will be asked for.
  var buffersInUse: Int { granted.withLock { $0 } ?? bufferCount }

  func noteInstant(_ instant: TimestampInstant) { self.instant.withLock { $0 = instant } }
}
