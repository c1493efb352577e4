public import CaptureDevices
public import MediaCore
import Synchronization

/// A sink that keeps everything a camera tells it, in order.
public final class VideoSinkLog: VideoSink {
  /// One call of the camera's.
  public enum Event: Sendable {
    /// A frame, with its bytes copied, and the instant at which it came if the sink has a clock.
    case frame(VideoFrame, arrival: MediaTime?)
    /// Frames that did not make it.
    case skip(count: Int, reason: SkipReason)
    /// The end of the stream.
    case failure(DeviceError)
  }

  let log = EventLog<Event>()
  let watch: CallWatch<any VideoSource>
  private let clock: (any MediaClock)?

  /// A sink that notes when frames arrive by `clock`, if it is given one.
  public init(clock: (any MediaClock)? = nil) {
    self.clock = clock
    watch = CallWatch()
  }

  /// Every call so far.
  public var events: [Event] { log.events }

  /// Every frame so far.
  public var frames: [VideoFrame] {
    events.compactMap { if case .frame(let frame, _) = $0 { frame } else { nil } }
  }

  /// How many frames were reported as skipped, for any reason.
  public var skippedCount: Int {
    events.reduce(0) { if case .skip(let count, _) = $1 { $0 + count } else { $0 } }
  }

  /// Why the stream ended by itself, if it did.
  public var failure: DeviceError? {
    events.lazy.compactMap { if case .failure(let error) = $0 { error } else { nil } }.first
  }

  /// Whether a call ever began before the one before it had ended.
  public var hadOverlappingCalls: Bool { watch.hadOverlap }

  /// Blocks until `count` frames have come, or `seconds` of real time are over; tells whether they came. For real
  /// devices: under a virtual clock nothing comes while the caller waits.
  public func waitForFrames(_ count: Int, seconds: Double) -> Bool {
    log.wait(seconds: seconds) { events in
      events.count >= count && events.count(where: { if case .frame = $0 { true } else { false } }) >= count
    }
  }

  /// Keeps a copy of the frame.
  public func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    watch.during(source) { log.append(.frame(VideoFrame(copying: frame), arrival: clock?.now)) }
  }

  /// Keeps the count and the reason.
  public func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    watch.during(source) { log.append(.skip(count: count, reason: reason)) }
  }

  /// Keeps the error.
  public func videoSource(_ source: any VideoSource, didFail error: DeviceError) {
    watch.during(source) { log.append(.failure(error)) }
  }
}
