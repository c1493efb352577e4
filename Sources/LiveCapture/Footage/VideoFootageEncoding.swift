import Diagnostics
import MediaCore

/// The encoder of one footage and what has come out of it. Belongs to the footage's queue.
final class VideoFootageEncoding {
  private struct Entry {
    let sample: EncodedVideoSample
    let sequence: UInt64
    /// The difference between the picture and the one before; 0 where no capture asks for it.
    let motion: Double

    var place: FrameGap.Place { (sample.time, sequence) }
  }

  /// ```
  /// untried ──first frame──► encoding ──encoder of no more use──► failed
  /// ```
  private enum Course {
    /// Nothing is known of what pictures cost, unless a footage before it has told.
    case untried
    case encoding
    case failed(CaptureError)
  }

  /// A window that is wanted as soon as it is encoded.
  struct Wanted {
    let id: CaptureID
    let window: TimeRange
    /// The instant of the still, if the ends may be cut off where the camera was swung; `nil` keeps them.
    let calmAround: MediaTime?
    let completion: Completion
  }

  typealias Completion = @Sendable (Result<VideoFootage.Cut, CaptureError>) -> Void

  var waiting: [VideoFrame] = []
  var holds: [CaptureID: MediaTime] = [:]
  var intake = VideoFootageInbox.Intake.open
  var syncTimes: [MediaTime] = []
  var cuts: [Wanted] = []

  private let pictures: PictureEncoder
  private let counter: FootageCounter
  private var entries: [Entry] = []
  private var course = Course.untried
  /// The recorder of the work on the frame that is being encoded, and on those before; `nil` where nothing is measured.
  private let stages: StageRecorder?
  private var log = StageLog(capacity: 1 << 13)

  init(_ plan: PictureEncoder.Plan, stageClock: (any StageClock)? = nil) {
    var plan = plan
    plan.paceLimit = plan.configuration.paceLimit
    counter = plan.counter
    stages = stageClock.map { StageRecorder(clock: $0) }
    pictures = PictureEncoder(plan, stages: stages)
  }

  /// Encodes the next frame that may be encoded; returns its bytes, `nil` if there was none.
  func encodeNext() -> Int? {
    guard let frame = waiting.first, mayEncode(frame) else { return nil }
    if case .untried = course {
      pictures.tryPace(waiting.prefix(PictureEncoder.trialCount))
      course = .encoding
    }
    waiting.removeFirst()
    // With the newest one alone in line the camera is not waited for, and nobody is in a hurry.
    if case .encoding = course { encode(frame, next: waiting.count > 1 ? waiting.first : nil) }
    return frame.storage.count
  }

  /// The newest frame waits for the next one, or a cut that ends with it: it may yet have to become a sync sample.
  private func mayEncode(_ frame: VideoFrame) -> Bool {
    if intake == .paused || holds.values.contains(where: { $0 <= frame.time }) { return false }
    return waiting.count > 1 || intake == .passed || cuts.contains { frame.time < $0.window.end }
  }

  /// Completes the cuts that wait for no more frames. Those that need frames that were lost fail.
  func completeCuts() {
    let due = cuts.filter { cut in
      if case .failed = course { return true }
      return needsLost(cut) || waiting.first.map { $0.time >= cut.window.end } ?? true
    }
    cuts.removeAll { cut in due.contains { $0.id == cut.id } }
    for cut in due { cut.completion(result(cut)) }
  }

  private func needsLost(_ cut: Wanted) -> Bool {
    if case .lost(let first) = intake { first < cut.window.end } else { false }
  }

  /// Drops what no window that starts at or after `time` can need.
  func forget(before time: MediaTime) {
    guard let visible = entries.firstIndex(where: { $0.sample.time >= time }),
      let sync = entries[...visible].lastIndex(where: \.sample.isSync), sync > 0
    else { return }
    entries.removeFirst(sync)
    log.forget(before: entries[0].sample.time)
  }

  func end() {
    entries = []
    log.forget(before: .positiveInfinity)
    pictures.end()
    waiting = []
  }

  private func encode(_ frame: VideoFrame, next: VideoFrame?) {
    defer { if let stages { log.add(stages.take(), at: frame.time) } }
    do {
      let isSync = syncTimes.contains(frame.time)
      guard let sample = try pictures.encode(frame, forceSync: isSync, next: next) else { return }
      syncTimes.removeAll { $0 <= frame.time }
      entries.append(Entry(sample: sample, sequence: frame.sequence, motion: pictures.motion))
    } catch {
      course = .failed(CaptureError(movie: nil, error))
    }
  }

  private func result(_ wanted: Wanted) -> Result<VideoFootage.Cut, CaptureError> {
    if case .failed(let error) = course { return .failure(error) }
    if needsLost(wanted) {
      return .failure(
        CaptureError(
          .encoderOverloaded,
          message: "the encoder could not keep up with the camera; choose a smaller size or rate, or a faster preset"))
    }
    var lower = entries.firstIndex { $0.sample.time >= wanted.window.start } ?? entries.count
    var upper = entries.firstIndex { $0.sample.time >= wanted.window.end } ?? entries.count
    let end = upper
    if let still = wanted.calmAround, lower < upper {
      let calm = CalmRange.range(
        times: entries[lower..<upper].map(\.sample.time), motions: entries[lower..<upper].map(\.motion), still: still)
      (lower, upper) = (lower + calm.lowerBound, lower + calm.upperBound)
    }
    guard lower < upper, let sync = entries[...lower].lastIndex(where: \.sample.isSync), let format = pictures.format
    else {
      return .failure(CaptureError(.noFrames, message: "the camera delivered no usable frame for the movie"))
    }
    let visible = entries[lower..<upper]
    counter.count { counts in
      counts.movies += 1
      counts.shownFrames += visible.count
    }
    let missing = zip(visible, visible.dropFirst()).reduce(0) { missing, pair in
      missing + FrameGap.missing(from: pair.0.place, to: pair.1.place)
    }
    return .success(
      VideoFootage.Cut(
        samples: entries[sync..<upper].map(\.sample), visibleFrom: entries[lower].sample.time,
        visibleCount: visible.count, missingCount: missing,
        lastSequence: entries[upper - 1].sequence, format: format,
        trimmedEnd: upper < end ? entries[upper].sample.time : nil,
        work: stages.map { _ in log.take(from: entries[sync].sample.time, through: entries[upper - 1].sample.time) }))
  }
}
