public import MediaCore
import Simulator

/// Judges a finished Live Photo of a scene by what ffmpeg makes of its two files.
///
/// The bars: length and beginning of the movie to within a frame, its frames without a gap, sound and picture within
/// 10 ms of each other and 25 ms in length, the still within half a frame of the shutter, and the movie's mark of the
/// still at the frame that the still shows.
public struct PairJudge: Sendable {
  /// The most that sound and picture may be apart.
  public static let syncLimit = MediaTime(value: 10, timescale: 1000)
  /// The most that sound and picture may differ in length.
  public static let soundLengthLimit = MediaTime(value: 25, timescale: 1000)
  private let probe: MovieProbe

  /// A judge who looks through the given probe.
  public init(probe: MovieProbe = MovieProbe()) { self.probe = probe }

  /// Looks at a pair.
  /// - Throws: ``ProbeError`` when a file cannot be looked at, such as `.toolMissing`.
  public func judge(
    still: String, movie: String, against expected: PairExpectation
  ) throws(ProbeError) -> PairJudgement {
    let seen = try probe.report(onMovie: movie, still: still)
    return judge(report: seen.movie, stillCode: seen.stillCode, against: expected)
  }

  func judge(report: ProbedMovie, stillCode: BarCode?, against expected: PairExpectation) -> PairJudgement {
    var judgement = PairJudgement()
    judgement.frameCount = report.frames.count
    judgeLength(report, expected, &judgement)
    judgeFrames(report, expected, &judgement)
    judgeSound(report, expected, &judgement)
    judgeStill(stillCode, report, expected, &judgement)
    return judgement
  }

  private func judgeLength(_ report: ProbedMovie, _ expected: PairExpectation, _ judgement: inout PairJudgement) {
    guard let duration = report.videoDuration else {
      judgement.violations.append("the movie tells no length")
      return
    }
    let error = (duration - expected.preRoll - expected.postRoll).magnitude
    judgement.figures.duration = error
    if error > expected.frameInterval {
      let wanted = expected.preRoll + expected.postRoll
      judgement.violations.append("the movie is \(duration.seconds) s long instead of \(wanted.seconds) s")
    }
  }

  private func judgeFrames(_ report: ProbedMovie, _ expected: PairExpectation, _ judgement: inout PairJudgement) {
    let codes = report.frames.compactMap(\.code)
    if codes.count < report.frames.count {
      judgement.violations.append("\(report.frames.count - codes.count) frames show no code")
    }
    guard let first = codes.first else { return judgement.violations.append("no frame shows a code") }
    for (previous, next) in zip(codes, codes.dropFirst()) where next.frameNumber != previous.frameNumber + 1 {
      judgement.violations.append("frame \(next.frameNumber) follows frame \(previous.frameNumber)")
    }
    let error = (first.time - (expected.shutter - expected.preRoll)).magnitude
    judgement.figures.preRoll = error
    if error > expected.frameInterval {
      judgement.violations.append(
        "the movie begins \((expected.shutter - first.time).seconds) s before the shutter instead of "
          + "\(expected.preRoll.seconds) s")
    }
  }

  private func judgeSound(_ report: ProbedMovie, _ expected: PairExpectation, _ judgement: inout PairJudgement) {
    guard expected.hasSound else {
      if report.audioDuration != nil { judgement.violations.append("the movie has sound that nobody recorded") }
      return
    }
    guard let sound = report.audioDuration, let picture = report.videoDuration else {
      return judgement.violations.append("the movie has no sound")
    }
    judgement.figures.soundLength = (sound - picture).magnitude
    if judgement.figures.soundLength > Self.soundLengthLimit {
      judgement.violations.append("\(sound.seconds) s of sound go with \(picture.seconds) s of picture")
    }
    for reading in report.sync { judge(reading, report, expected, &judgement) }
    // A second and a half always hold a full second and its beep.
    if judgement.syncReadings == 0, picture > MediaTime(value: 3, timescale: 2) {
      judgement.violations.append("no flash could be compared with its beep")
    }
  }

  private func judge(
    _ reading: ProbedMovie.SyncReading, _ report: ProbedMovie, _ expected: PairExpectation,
    _ judgement: inout PairJudgement
  ) {
    let second = MediaTime(value: reading.second, timescale: 1)
    // The flash is the first frame at or after its second; at the movie's edge it can be outside.
    let flash = report.frames.first { $0.code.map { $0.time >= second } ?? false }
    guard let flash, let code = flash.code, code.time - second < expected.frameInterval else { return }
    guard flash.isFlash else {
      return judgement.violations.append("the frame of second \(reading.second) is no flash")
    }
    let offset = (reading.sound - (flash.time - (code.time - second))).magnitude
    judgement.syncReadings += 1
    judgement.figures.sync = max(judgement.figures.sync, offset)
    if offset > Self.syncLimit {
      judgement.violations.append("at second \(reading.second) sound and picture are \(offset.seconds) s apart")
    }
  }

  private func judgeStill(
    _ code: BarCode?, _ report: ProbedMovie, _ expected: PairExpectation, _ judgement: inout PairJudgement
  ) {
    guard let code else { return judgement.violations.append("the still shows no code") }
    let error = (code.time - expected.shutter).magnitude
    judgement.figures.still = error
    // Codes tell microseconds, rounded.
    let limit = expected.frameInterval.multiplied(by: 1, over: 2) + MediaTime(value: 1, timescale: 1_000_000)
    if error > limit { judgement.violations.append("the still was taken \(error.seconds) s from the shutter") }
    guard let time = report.stillTime else { return judgement.violations.append("the movie marks no still") }
    guard let index = report.frames.indices.min(by: { distance($0, time, report) < distance($1, time, report) })
    else { return }
    let marked = report.frames[index]
    if marked.code != code {
      judgement.violations.append(
        "the still shows \(code), the movie marks \(marked.code.map { "\($0)" } ?? "a frame without a code")")
    }
    // One from the very first frame is marked a little later, since a mark at 0 makes some devices show black.
    let latest = MediaTime(value: index == 0 ? 11 : 1, timescale: 1000)
    if (marked.time - time).magnitude > latest {
      judgement.violations.append("the mark of the still at \(time.seconds) s is at no frame")
    }
  }

  private func distance(_ index: Int, _ time: MediaTime, _ report: ProbedMovie) -> MediaTime {
    (report.frames[index].time - time).magnitude
  }
}
