import Dispatch
import MediaCore
import Synchronization

/// Takes a camera's frames and a microphone's sound as they come, and makes a movie's file of them.
///
/// Frames and sound come in on the devices' threads; encoding and writing are done on a queue of its own.
final class MovieRecorder: Sendable {
  let path: String
  private let inbox: Mutex<RecordingInbox>
  private let encoded = Mutex((duration: MediaTime.zero, byteCount: 0))
  private let scheduler: any WorkScheduler
  private let queue = DispatchQueue(label: "livecam.recording", qos: .userInitiated)
  private let onFirstFrame: @Sendable (MediaTime) -> Void
  private let onEnd: @Sendable () -> Void
  // Touched on `queue` alone, which the type cannot say.
  private nonisolated(unsafe) let encoding: RecordingEncoding
  private nonisolated(unsafe) var hasToldEnd = false

  /// Creates a recorder of frames from `start` on. `onFirstFrame` is called with the first one's instant, `onEnd` when
  /// the file is as large as it may be or cannot be gone on with; ``finish(at:isKept:_:)`` is to be called then.
  init(
    _ plan: RecordingEncoding.Plan, from start: MediaTime, maximumDuration: MediaTime?, scheduler: any WorkScheduler,
    onFirstFrame: @escaping @Sendable (MediaTime) -> Void, onEnd: @escaping @Sendable () -> Void
  ) {
    inbox = Mutex(RecordingInbox(from: start, maximumDuration: maximumDuration, plan.configuration))
    self.scheduler = scheduler
    self.onFirstFrame = onFirstFrame
    self.onEnd = onEnd
    path = plan.path
    encoding = RecordingEncoding(plan)
  }

  var progress: (duration: MediaTime, byteCount: Int) { encoded.withLock { $0 } }

  func receive(_ frame: VideoFrame) -> SampleReception {
    let (reception, isFirst, tells) = inbox.withLock { $0.take(frame) }
    if isFirst { onFirstFrame(frame.time) }
    if tells { scheduler.run(on: queue) { self.drain() } }
    return reception
  }

  func receive(_ chunk: AudioChunk, clockRate: Double) {
    let tells = inbox.withLock { $0.take(chunk, clockRate: clockRate) }
    if tells { scheduler.run(on: queue) { self.drain() } }
  }

  func limit(to end: MediaTime) { inbox.withLock { $0.limit(to: end) } }

  /// Takes in nothing more, and calls `completion` on its queue once the file is complete or cannot be.
  ///
  /// The last picture is shown no longer than `end`. With `isKept` false no file is left.
  func finish(
    at end: MediaTime?, isKept: Bool, _ completion: @escaping @Sendable (Result<RecordedMovie, CaptureError>?) -> Void
  ) {
    inbox.withLock { $0.end() }
    scheduler.run(isKept ? .file : .general, on: queue) {
      self.hasToldEnd = true
      self.drain()
      guard isKept else {
        self.encoding.cancel()
        return completion(nil)
      }
      let dropped = self.inbox.withLock { $0.droppedCount }
      completion(self.encoding.finish(at: end, droppedFrames: dropped))
      self.noteProgress()
    }
  }

  /// Encodes what has come. On `queue`.
  private func drain() {
    while true {
      let (frames, chunks) = inbox.withLock { inbox in
        defer { (inbox.frames, inbox.chunks) = ([], []) }
        inbox.isScheduled = false
        return (inbox.frames, inbox.chunks)
      }
      if frames.isEmpty, chunks.isEmpty { break }
      encoding.waiting.append(contentsOf: frames)
      noteEncoded(bytes: 0)
      while let bytes = encoding.encodeNext() { noteEncoded(bytes: bytes) }
      for (chunk, clockRate) in chunks { encoding.encode(chunk, clockRate: clockRate) }
    }
    noteProgress()
    guard !hasToldEnd, encoding.isOver else { return }
    hasToldEnd = true
    inbox.withLock { $0.end() }
    onEnd()
  }

  private func noteProgress() {
    let progress = (encoding.duration, encoding.byteCount)
    encoded.withLock { $0 = progress }
  }

  private func noteEncoded(bytes: Int) {
    let next = encoding.waiting.first?.time
    inbox.withLock { $0.noteEncoded(bytes: bytes, next: next) }
  }
}
