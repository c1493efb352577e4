import AudioCoding
import Dispatch
import FrameRing
import MediaCore
import Synchronization

/// One continuous stretch of encoded sound that the movies of overlapping captures share.
///
/// The sound is brought to the session's clock, so that it stays with the picture however far the microphone's
/// crystal is off, and encoded once. Each capture cuts its own window out of the result, to the sample.
final class AudioFootage: Sendable {
  /// A window of the footage, encoded.
  struct Cut: Sendable {
    /// What the sound is coded as.
    enum Coding: Sendable {
      /// AAC packets of 1024 frames; the first `leadingFrames` that they decode to are not shown.
      case aac(packets: [EncodedAudioPacket], leadingFrames: Int, configuration: [UInt8])
      /// Interleaved signed 16-bit little-endian samples.
      case linearPCM([UInt8])
    }

    let coding: Coding
    let sampleRate: Int
    let channelCount: Int
    /// Frames shown.
    let frameCount: Int
    /// Frames among them that are silence in place of lost sound.
    let fillerCount: Int
  }

  private struct Inbox {
    var chunks: [(chunk: AudioChunk, clockRate: Double)] = []
    var windows: [CaptureID: TimeRange] = [:]
    var earliest = MediaTime.positiveInfinity
    var lastOffered: MediaTime?
    var isScheduled = false
    var isEnded = false

    var until: MediaTime { windows.values.map(\.end).max() ?? .negativeInfinity }
  }

  private let format: AudioFormat
  private let inbox = Mutex(Inbox())
  private let queue: DispatchQueue
  private let tracker: WorkTracker
  // Touched on `queue` alone, which the type cannot say.
  private nonisolated(unsafe) let encoding: AudioFootageEncoding

  init(format: AudioFormat, configuration: SessionConfiguration, tracker: WorkTracker) {
    self.format = format
    self.tracker = tracker
    queue = DispatchQueue(label: "livecam.audio-footage", qos: .userInitiated)
    encoding = AudioFootageEncoding(format: format, coding: configuration.audioCoding)
  }

  /// The start of the newest chunk that was taken in; `nil` before the first.
  var lastOfferedTime: MediaTime? { inbox.withLock { $0.lastOffered } }

  func begin(with window: TimeRange, for id: CaptureID) {
    inbox.withLock { inbox in
      inbox.windows[id] = window
      inbox.earliest = window.start
    }
    tracker.async(on: queue) { self.encoding.begin(at: window.start) }
  }

  /// Takes on another window, if the footage reaches back to its beginning and can go on without a gap.
  func extend(to window: TimeRange, for id: CaptureID, ringReachesBackTo oldest: MediaTime) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isEnded, inbox.earliest <= window.start, let last = inbox.lastOffered, oldest <= last
      else { return false }
      inbox.windows[id] = window
      return true
    }
  }

  /// Takes in the chunks of a ring that some window needs and that are newer than `time`.
  func offer(_ ring: FrameRing<AudioChunk>, clockRate: Double, after time: MediaTime?) {
    for index in 0..<ring.count {
      let chunk = ring[index]
      if let time, chunk.time <= time { continue }
      offer(chunk, clockRate: clockRate)
    }
  }

  /// Takes in a chunk if some window needs it. Chunks come in order; `clockRate` is the number of frames that
  /// the microphone takes in a second of the session's clock.
  func offer(_ chunk: AudioChunk, clockRate: Double) {
    let schedule = inbox.withLock { inbox in
      guard !inbox.isEnded, chunk.endTime > inbox.earliest, chunk.time < inbox.until + encoding.lookahead
      else { return false }
      inbox.chunks.append((chunk, clockRate))
      inbox.lastOffered = chunk.time
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
    if schedule { tracker.async(on: queue) { self.drain() } }
  }

  /// No more sound comes: what is still wanted is silence.
  func endInput() {
    inbox.withLock { $0.isEnded = true }
    tracker.async(on: queue) {
      self.encoding.isEnded = true
      self.drain()
    }
  }

  /// Calls `completion` on the footage's queue with the sound of `range`, once it is encoded or cannot be.
  func cut(
    _ range: TimeRange, for id: CaptureID, _ completion: @escaping @Sendable (Result<Cut, CaptureError>) -> Void
  ) {
    tracker.async(on: queue) {
      self.encoding.cuts.append((id, range, completion))
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
      self.encoding.cuts.removeAll { $0.id == id }
      if let earliest { self.encoding.forget(before: earliest) } else { self.encoding.end() }
    }
    return isLast
  }

  /// Encodes what has come and completes the cuts that are due. On `queue`.
  private func drain() {
    while true {
      let chunks = inbox.withLock { inbox in
        defer { inbox.chunks = [] }
        inbox.isScheduled = false
        return inbox.chunks
      }
      for (chunk, clockRate) in chunks { encoding.encode(chunk, clockRate: clockRate) }
      encoding.completeCuts()
      if chunks.isEmpty { return }
    }
  }
}
