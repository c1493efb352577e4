import Diagnostics
import Dispatch
import FrameRing
import MediaCore
import Synchronization

/// One continuous stretch of encoded video that the movies of overlapping captures of one codec share.
///
/// Each frame is encoded once for the codec, as soon as it is there. Each capture cuts its own window out of the
/// result, so the work grows with the seconds covered and not with the number of captures.
///
/// Frames and calls come from any thread; a queue of its own alone touches the encoder and its output.
final class VideoFootage: SampleFootage {
  struct Cut: Sendable {
    /// The samples from the last sync sample at or before the window to the window's last frame.
    let samples: [EncodedVideoSample]
    let visibleFrom: MediaTime
    let visibleCount: Int
    /// Frames that the camera numbered between the first that is shown and the last, and that are not there.
    let missingCount: Int
    let lastSequence: UInt64
    let format: EncodedVideoFormat
    /// The instant of the first picture that was cut off at the end; `nil` if none was.
    var trimmedEnd: MediaTime?
    /// The work of making the samples; `nil` where nothing is measured.
    var work: StageLog.Work?
  }

  let codec: VideoCodec
  /// Indicates whether motion is measured, so that movies can be cut where the camera was swung.
  let measuresMotion: Bool
  private let inbox: Mutex<VideoFootageInbox>
  private let queue: DispatchQueue
  private let scheduler: any WorkScheduler
  // Touched on `queue` alone, which the type cannot say.
  private nonisolated(unsafe) let encoding: VideoFootageEncoding

  init(_ plan: PictureEncoder.Plan, scheduler: any WorkScheduler, stageClock: (any StageClock)? = nil) {
    codec = plan.codec
    measuresMotion = plan.measuresMotion
    queue = DispatchQueue(label: "livecam.video-footage", qos: .userInitiated)
    self.scheduler = scheduler
    inbox = Mutex(VideoFootageInbox(plan.configuration))
    encoding = VideoFootageEncoding(plan, stageClock: stageClock)
  }

  /// Fixes what the footage is begun for. Frames from the claim's `hold` on wait until ``choose(_:for:)`` says which of
  /// them is the still, so that the movie can have a sync sample exactly there. All frames wait until ``resume(_:)``
  /// says that the still is made, or until there are frames from `pause` on: the movie has time, and the still has
  /// none.
  func begin(_ claim: FootageClaim) { inbox.withLock { $0.add(claim) } }

  func extend(by claim: FootageClaim, ringReachesBackTo oldest: MediaTime) -> Bool {
    inbox.withLock { inbox in
      guard inbox.canTakeOn(claim.window, ringReachesBackTo: oldest) else { return false }
      inbox.add(claim)
      return true
    }
  }

  func widen(to end: MediaTime, for id: CaptureID) { inbox.withLock { $0.widen(to: end, for: id) } }

  func offer(_ ring: FrameRing<VideoFrame>, clockRate: Double) {
    // All at once: the queue sees the whole pre-roll when it begins, and can try the first pictures of it.
    let isFirst = inbox.withLock { inbox in
      let start = inbox.lastOffered ?? inbox.windows.earliest
      var isFirst = false
      for index in ring.firstIndex(atOrAfter: start)..<ring.count where inbox.take(ring[index]) {
        isFirst = true
      }
      return isFirst
    }
    if isFirst { fetch() }
  }

  func offer(_ frame: VideoFrame, clockRate: Double) {
    if inbox.withLock({ $0.take(frame) }) { fetch() }
  }

  private func fetch() { scheduler.run(on: queue) { self.drain() } }

  /// Nothing changes: frames that are not there are not waited for.
  func endInput() {}

  /// Returns the encoder's backlog relative to its limit. Frames handed over from the ring at the beginning do not
  /// count.
  func backlog(at time: MediaTime) -> Double { inbox.withLock { $0.backlog(at: time) } }

  /// The still's frame is known: it becomes a sync sample if it has not been encoded yet.
  func choose(_ time: MediaTime, for id: CaptureID) {
    scheduler.run(on: queue) {
      self.inbox.withLock { $0.holds[id] = nil }
      self.encoding.syncTimes.append(time)
      self.drain()
    }
  }

  func resume(_ id: CaptureID) {
    scheduler.run(on: queue) {
      self.inbox.withLock { $0.pauses[id] = nil }
      self.drain()
    }
  }

  /// Calls `completion` on the footage's queue with a part of what `id` reserved, once its last frame is encoded.
  ///
  /// All frames of the window have been offered by now. With `calmAround`, the still's instant, shaky ends are cut off.
  func cut(
    _ window: TimeRange, for id: CaptureID, calmAround still: MediaTime? = nil,
    _ completion: @escaping VideoFootageEncoding.Completion
  ) {
    scheduler.run(on: queue) {
      self.inbox.withLock { $0.pauses[id] = nil }
      self.encoding.cuts.append(
        VideoFootageEncoding.Wanted(id: id, window: window, calmAround: still, completion: completion))
      self.drain()
    }
  }

  func release(_ id: CaptureID) -> Bool {
    let earliest = inbox.withLock { $0.remove(id) }
    scheduler.run(on: queue) {
      self.encoding.cuts.removeAll { $0.id == id }
      if let earliest { self.encoding.forget(before: earliest) } else { self.encoding.end() }
      self.drain()
    }
    return earliest == nil
  }

  /// Encodes what may be encoded and completes the cuts that are due. On `queue`.
  private func drain() {
    while true {
      let frames = inbox.withLock { inbox in
        defer { inbox.frames = [] }
        inbox.isScheduled = false
        encoding.holds = inbox.holds
        encoding.intake = inbox.intake
        return inbox.frames
      }
      encoding.waiting.append(contentsOf: frames)
      noteEncoded(bytes: 0)
      while let bytes = encoding.encodeNext() { noteEncoded(bytes: bytes) }
      encoding.completeCuts()
      if frames.isEmpty { return }
    }
  }

  private func noteEncoded(bytes: Int) {
    let next = encoding.waiting.first?.time
    inbox.withLock { $0.noteEncoded(bytes: bytes, next: next) }
  }
}
