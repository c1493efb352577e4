import Diagnostics
import MediaCore

/// The sound of one footage, brought to the session's clock and encoded. Belongs to the footage's queue.
///
/// Frame 0 is the instant the footage begins; frame n is n / sampleRate later on the session's clock.
final class AudioFootageEncoding {
  typealias Completion = @Sendable (Result<AudioFootage.Cut, CaptureError>) -> Void

  var cuts: [(id: CaptureID, range: TimeRange, completion: Completion)] = []
  var isInputEnded = false
  /// The duration of sound past the end of a cut that is taken in, because the resampler holds some of it back.
  let lookahead: MediaTime

  private let format: AudioFormat
  private let configuration: SessionConfiguration
  private let sound: any SoundEncoding
  private var start = MediaTime.invalid
  private var line: SoundLine
  private var track: AudioTrackEncoding?
  private var fillers: [Range<Int>] = []
  private var failure: CaptureError?
  private let stageClock: (any StageClock)?
  private var log = StageLog(capacity: 1 << 13)
  /// The offset of each chunk in frames, positive if the chunk is late, by the place of its first frame; kept until
  /// forgotten.
  private var placements: [(frame: Int, error: Double)] = []

  init(
    format: AudioFormat, configuration: SessionConfiguration, sound: any SoundEncoding,
    stageClock: (any StageClock)? = nil
  ) {
    self.stageClock = stageClock
    self.format = format
    self.configuration = configuration
    self.sound = sound
    line = SoundLine(sound, sampleRate: format.sampleRate, channelCount: format.channelCount)
    // In nanoseconds like instants, and no less: a sum of unlike timescales takes a division of wide integers.
    lookahead = MediaTime(
      nanoseconds: (4 * 1024 * 1_000_000_000 + Int64(format.sampleRate) - 1) / Int64(format.sampleRate))
  }

  func begin(at start: MediaTime) { self.start = start }

  /// Encodes a chunk of a microphone that takes `clockRate` frames in a second of the session's clock.
  func encode(_ chunk: AudioChunk, clockRate: Double) {
    guard failure == nil else { return }
    let start = stageClock?.now
    defer {
      placements.append((frame(of: chunk.time), line.placementError))
      if let start, let stageClock {
        log.add(StageSpan(from: start, to: stageClock.now), to: .encodeSound, at: chunk.time)
      }
    }
    attempt { () throws(CodingError) in
      let from = line.outputFrames
      let samples = try line.place(chunk, at: frame(of: chunk.time), clockRate: clockRate)
      if chunk.isFiller { fillers.append(from..<line.outputFrames) }
      try encode(samples)
    }
  }

  /// The offset of the chunk in `frames` that lies farthest from its place.
  private func error(in frames: Range<Int>) -> MediaTime {
    // The chunk that the window begins in counts, too.
    let first = placements.lastIndex { $0.frame <= frames.lowerBound } ?? 0
    let worst = placements[min(first, placements.count)...].prefix { $0.frame < frames.upperBound }
      .max { abs($0.error) < abs($1.error) }
    return MediaTime(
      seconds: (worst?.error ?? 0) / Double(format.sampleRate), preferredTimescale: 1_000_000_000)
  }

  /// Completes the cuts whose sound is encoded, or never will be.
  func completeCuts() {
    guard !cuts.isEmpty else { return }
    if isInputEnded, failure == nil { padToLastCut() }
    let due = cuts.filter { cut in
      failure != nil || isInputEnded || frames(of: cut.range).upperBound <= line.outputFrames
    }
    cuts.removeAll { cut in due.contains { $0.id == cut.id } }
    for cut in due { cut.completion(result(cut.range)) }
  }

  /// Drops what no range that starts at or after `time` can need.
  func forget(before time: MediaTime) {
    let frame = frame(of: time)
    track?.forget(before: frame)
    fillers.removeAll { $0.upperBound <= frame }
    log.forget(before: time)
    if let last = placements.lastIndex(where: { $0.frame <= frame }) { placements.removeFirst(last) }
  }

  func end() {
    track = nil
    fillers = []
    placements = []
    log.forget(before: .positiveInfinity)
  }

  private func frame(of time: MediaTime) -> Int {
    Int(((time - start).seconds * Double(format.sampleRate)).rounded())
  }

  private func frames(of range: TimeRange) -> Range<Int> {
    let first = max(0, frame(of: range.start))
    return first..<max(first + 1, first + Int((range.duration.seconds * Double(format.sampleRate)).rounded()))
  }

  private func encode(_ samples: [Float]) throws(CodingError) {
    if track == nil { track = try AudioTrackEncoding(format: format, configuration: configuration, sound: sound) }
    try track?.append(samples)
  }

  /// The microphone has ended: silence takes its place as far as anybody wants to hear.
  private func padToLastCut() {
    let wanted = cuts.map { frames(of: $0.range).upperBound }.max() ?? 0
    guard wanted > line.outputFrames else { return }
    attempt { () throws(CodingError) in
      let from = line.outputFrames
      try encode(line.padding(to: wanted))
      fillers.append(from..<wanted)
    }
  }

  private func attempt(_ body: () throws(CodingError) -> Void) {
    do throws(CodingError) {
      try body()
    } catch {
      failure = Self.failure(error)
    }
  }

  private func result(_ range: TimeRange) -> Result<AudioFootage.Cut, CaptureError> {
    if let failure { return .failure(failure) }
    let frames = frames(of: range)
    guard let track, frames.upperBound <= line.outputFrames else {
      return .failure(CaptureError(.encodingFailed, message: "the sound ends before the picture does"))
    }
    let filler = fillers.reduce(0) { $0 + $1.clamped(to: frames).count }
    return Result { () throws(CodingError) in
      AudioFootage.Cut(
        track: try track.cut(frames, startingAt: range.start), encoder: configuration.usedAudioEncoder,
        filler: MediaTime(value: Int64(filler), timescale: Int32(format.sampleRate)),
        error: error(in: frames), work: stageClock.map { _ in log.take(from: range.start, through: range.end) })
    }.mapError(Self.failure)
  }

  private static func failure(_ error: CodingError) -> CaptureError {
    CaptureError(.encodingFailed, message: "the sound could not be encoded", underlying: error)
  }
}
