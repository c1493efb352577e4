import CaptureDevices
import Dispatch
import FrameRing
import MediaCore
import Synchronization
import VideoCoding

/// One continuous stretch of encoded video that the movies of overlapping captures share.
///
/// Each frame is decoded and encoded once, as soon as it is there: the pre-roll at the shutter, the rest while
/// it is being filmed. Each capture cuts its own window out of the result, so the work grows with the seconds
/// covered and not with the number of captures.
///
/// Frames and calls come in from any thread and are put in line; encoding is done on a queue of its own, which
/// alone touches the encoder and its output.
final class VideoFootage: Sendable {
  /// A window of the footage, encoded.
  struct Cut: Sendable {
    /// From the last sync sample at or before the window to the window's last frame.
    let samples: [EncodedVideoSample]
    /// The first sample that is shown.
    let visibleFrom: MediaTime
    /// How many samples are shown.
    let visibleCount: Int
    /// Frames that the camera numbered in the window and that are not there.
    let missingCount: Int
    /// What a decoder has to know.
    let parameters: H264ParameterSets
    /// The coded size.
    let width: Int
    let height: Int
    /// Whether black is 0 and white is 255.
    let range: ColorRange
  }

  private struct Inbox {
    var frames: [VideoFrame] = []
    var windows: [CaptureID: TimeRange] = [:]
    var earliest = MediaTime.positiveInfinity
    var lastOffered: MediaTime?
    var oldestWaiting: MediaTime?
    var isOverloaded = false
    var isScheduled = false

    var until: MediaTime { windows.values.map(\.end).max() ?? .negativeInfinity }
  }

  private let inbox = Mutex(Inbox())
  private let queue: DispatchQueue
  private let tracker: WorkTracker
  private let maximumBacklog: MediaTime
  // Touched on `queue` alone, which the type cannot say.
  private nonisolated(unsafe) let encoding: VideoFootageEncoding

  init(mode: VideoMode, configuration: SessionConfiguration, tracker: WorkTracker) {
    queue = DispatchQueue(label: "livecam.video-footage", qos: .userInitiated)
    self.tracker = tracker
    maximumBacklog = configuration.maximumBacklog
    encoding = VideoFootageEncoding(mode: mode, configuration: configuration)
  }

  /// The newest frame that was taken in; `nil` before the first.
  var lastOfferedTime: MediaTime? { inbox.withLock { $0.lastOffered } }

  func begin(with window: TimeRange, for id: CaptureID) {
    inbox.withLock { inbox in
      inbox.windows[id] = window
      inbox.earliest = window.start
    }
  }

  /// Takes on another window, if the footage reaches back to its beginning and can go on without a gap.
  func extend(to window: TimeRange, for id: CaptureID, ringReachesBackTo oldest: MediaTime) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isOverloaded, inbox.earliest <= window.start, let last = inbox.lastOffered, oldest <= last
      else { return false }
      inbox.windows[id] = window
      return true
    }
  }

  /// Takes in the frames of a ring that some window shows and that are newer than `time`.
  func offer(_ ring: FrameRing<VideoFrame>, after time: MediaTime?) {
    let start = inbox.withLock { $0.earliest }
    for index in ring.firstIndex(atOrAfter: start)..<ring.count {
      let frame = ring[index]
      if let time, frame.time <= time { continue }
      offer(frame)
    }
  }

  /// Takes in a frame if some window shows it. Frames come in order.
  func offer(_ frame: VideoFrame) {
    let schedule = inbox.withLock { inbox in
      guard frame.time < inbox.until, !inbox.isOverloaded else { return false }
      if let oldest = inbox.oldestWaiting ?? inbox.frames.first?.time, frame.time - oldest > maximumBacklog {
        inbox.isOverloaded = true
        inbox.frames = []
        return false
      }
      inbox.frames.append(frame)
      inbox.lastOffered = frame.time
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
    if schedule { tracker.async(on: queue) { self.drain() } }
  }

  /// Frames from `time` on wait until ``choose(_:for:)`` says which of them is the still, so that the movie can
  /// have a sync sample exactly there.
  func hold(from time: MediaTime, for id: CaptureID) {
    tracker.async(on: queue) { self.encoding.holds[id] = time }
  }

  /// The still's frame is known: it becomes a sync sample if it has not been encoded yet.
  func choose(_ time: MediaTime, for id: CaptureID) {
    tracker.async(on: queue) {
      self.encoding.holds[id] = nil
      self.encoding.syncTimes.append(time)
      self.drain()
    }
  }

  /// Calls `completion` on the footage's queue with a part of what `id` reserved, once its last frame is encoded.
  ///
  /// All frames of the window have been offered by now.
  func cut(_ window: TimeRange, for id: CaptureID, _ completion: @escaping @Sendable (Result<Cut, CaptureError>) -> Void) {
    tracker.async(on: queue) {
      self.encoding.cuts.append((id, window, completion))
      self.drain()
    }
  }

  /// Gives up a capture's window. Returns whether nobody is left, and then lets go of everything.
  func release(_ id: CaptureID) -> Bool {
    let (isLast, earliest) = inbox.withLock { inbox in
      inbox.windows[id] = nil
      let earliest = inbox.windows.values.map(\.start).min()
      if let earliest { inbox.earliest = max(inbox.earliest, earliest) }
      return (inbox.windows.isEmpty, earliest)
    }
    tracker.async(on: queue) {
      self.encoding.holds[id] = nil
      self.encoding.cuts.removeAll { $0.id == id }
      if let earliest { self.encoding.forget(before: earliest) } else { self.encoding.end() }
      self.drain()
    }
    return isLast
  }

  /// Encodes what may be encoded and completes the cuts that are due. On `queue`.
  private func drain() {
    while true {
      let (frames, isOverloaded) = inbox.withLock { inbox in
        defer { inbox.frames = [] }
        inbox.isScheduled = false
        return (inbox.frames, inbox.isOverloaded)
      }
      encoding.waiting.append(contentsOf: frames)
      noteOldestWaiting()
      while encoding.encodeNext() { noteOldestWaiting() }
      encoding.completeCuts(isOverloaded: isOverloaded)
      if frames.isEmpty { return }
    }
  }

  private func noteOldestWaiting() {
    let oldest = encoding.waiting.first?.time
    inbox.withLock { $0.oldestWaiting = oldest }
  }
}
