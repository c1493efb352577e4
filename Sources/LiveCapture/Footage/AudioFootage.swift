import Diagnostics
import Dispatch
import FrameRing
import MediaCore
import MovieCoding
import Synchronization

/// One continuous stretch of encoded sound that the movies of overlapping captures share.
///
/// The sound is brought to the session's clock, so that it stays with the picture however far the microphone's
/// crystal is off, and encoded once. Each capture cuts its own window out of the result, to the sample.
final class AudioFootage: SampleFootage {
  struct Cut: Sendable {
    let track: MovieAudioTrack
    /// The library that compressed it; `nil` for PCM.
    let encoder: AudioEncoder?
    /// The duration of the silence that stands in for lost sound.
    let filler: MediaTime
    /// The offset of the chunk that lies farthest from its place; positive if the chunk is late, negative if it is
    /// early.
    let error: MediaTime
    /// The work of encoding it; `nil` where nothing is measured.
    let work: StageLog.Work?
  }

  private let inbox = Mutex(AudioFootageInbox())
  private let queue: DispatchQueue
  private let scheduler: any WorkScheduler
  // Touched on `queue` alone, which the type cannot say.
  private nonisolated(unsafe) let encoding: AudioFootageEncoding

  init(
    format: AudioFormat, configuration: SessionConfiguration, sound: any SoundEncoding, scheduler: any WorkScheduler,
    stageClock: (any StageClock)? = nil
  ) {
    self.scheduler = scheduler
    queue = DispatchQueue(label: "livecam.audio-footage", qos: .userInitiated)
    encoding = AudioFootageEncoding(
      format: format, configuration: configuration, sound: sound, stageClock: stageClock)
  }

  func begin(_ claim: FootageClaim) {
    inbox.withLock { $0.add(claim) }
    scheduler.run(on: queue) { self.encoding.begin(at: claim.window.start) }
  }

  func extend(by claim: FootageClaim, ringReachesBackTo oldest: MediaTime) -> Bool {
    inbox.withLock { inbox in
      guard inbox.canTakeOn(claim.window, ringReachesBackTo: oldest) else { return false }
      inbox.add(claim)
      return true
    }
  }

  func widen(to end: MediaTime, for id: CaptureID) { inbox.withLock { $0.widen(to: end, for: id) } }

  func offer(_ ring: FrameRing<AudioChunk>, clockRate: Double) {
    for index in 0..<ring.count { offer(ring[index], clockRate: clockRate) }
  }

  func offer(_ chunk: AudioChunk, clockRate: Double) {
    let isFirst = inbox.withLock { $0.take(chunk, clockRate: clockRate, lookahead: encoding.lookahead) }
    if isFirst { scheduler.run(on: queue) { self.drain() } }
  }

  /// Sound is no work that heaps up.
  func backlog(at time: MediaTime) -> Double { 0 }

  /// Ends the input: sound that is still wanted becomes silence.
  func endInput() {
    inbox.withLock { $0.isInputEnded = true }
    scheduler.run(on: queue) {
      self.encoding.isInputEnded = true
      self.drain()
    }
  }

  /// Calls `completion` on the footage's queue with the sound of `range`, once it is encoded or cannot be.
  func cut(
    _ range: TimeRange, for id: CaptureID, _ completion: @escaping @Sendable (Result<Cut, CaptureError>) -> Void
  ) {
    inbox.withLock { $0.expect(range.end) }
    scheduler.run(on: queue) {
      self.encoding.cuts.append((id, range, completion))
      self.drain()
    }
  }

  func release(_ id: CaptureID) -> Bool {
    let earliest = inbox.withLock { $0.remove(id) }
    scheduler.run(on: queue) {
      self.encoding.cuts.removeAll { $0.id == id }
      if let earliest { self.encoding.forget(before: earliest) } else { self.encoding.end() }
    }
    return earliest == nil
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
