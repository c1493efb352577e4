import Diagnostics
import LiveCapture
import LivePhotoFiles
import MediaCore

/// A table of the time that a capture took, for people.
struct TimingsTable {
  let timings: CaptureTimings

  /// A table of stages, and below it what was waited for and how near the capture came to what was asked for.
  var lines: [String] { stageLines + noteLines + waitingLines + errorLines }

  // MARK: Stages

  private var stageLines: [String] {
    let hasReused = !timings.reusedWork.isEmpty
    var titles = ["stage", "pieces", "total ms", "each ms", "longest ms", "cpu ms", "share"]
    if hasReused { titles.append("reused ms") }
    var rows = [titles]
    let whole = max(1, timings.work.wallNanoseconds)
    for stage in timings.work.stages {
      let all = timings.work[stage]
      var row = [
        Self.name(of: stage), "\(all.count)", Self.milliseconds(all.wallNanoseconds, digits: 1),
        Self.milliseconds(all.wallNanoseconds / Int64(max(1, all.count)), digits: 2),
        Self.milliseconds(all.longestNanoseconds, digits: 2),
        Self.milliseconds(all.processorNanoseconds, digits: 1),
        (Double(all.wallNanoseconds) * 100 / Double(whole)).fixed(digits: 1) + " %",
      ]
      if hasReused { row.append(Self.milliseconds(timings.reusedWork[stage].wallNanoseconds, digits: 1)) }
      rows.append(row)
    }
    let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + gap : gap + row[column]
      }.joined(separator: "  ")
    }
  }

  /// The notes that are needed to read the table right.
  private var noteLines: [String] {
    timings.work[.encodeVideo].count == 0
      ? [] : ["cpu ms: of the threads that called; what an encoder's own threads work is not in it"]
  }

  private static func name(of stage: CaptureStage) -> String {
    switch stage {
    case .encodeVideo: "encode video"
    case .encodeSound: "encode sound"
    default: stage.rawValue
    }
  }

  // MARK: Waiting

  private var waitingLines: [String] {
    [
      sentence(
        "still: after the shutter ",
        [
          (.shutterToStillArrived, "its frame was there"), (.shutterToStillReady, "it was ready"),
          (.shutterToStillSaved, "it was on disk"),
        ]),
      sentence(
        "still: after shutter and frame ",
        [(.arrivalToStillReady, "it was ready"), (.arrivalToStillSaved, "it was on disk")]
      ),
      sentence(
        "movie: after its last sample ",
        [(.gatheringEndToFootageEncoded, "it was encoded"), (.gatheringEndToMovieComplete, "it was on disk")]),
    ].compactMap { $0 }
  }

  private func sentence(_ beginning: String, _ parts: [(CaptureLatency, String)]) -> String? {
    let known = parts.compactMap { latency, text in
      timings[latency].map { "\(ShootPrinter.milliseconds($0)) ms \(text)" }
    }
    return known.isEmpty ? nil : beginning + known.joined(separator: ", ")
  }

  // MARK: Errors

  private var errorLines: [String] {
    var lines: [String] = []
    if let error = timings.shutterError {
      let side = error < .zero ? "before" : "after"
      lines.append(
        "error: the still's frame is of \(ShootPrinter.milliseconds(error.magnitude)) ms \(side) the shutter")
    }
    for (name, roll) in [("pre-roll", timings.preRoll), ("post-roll", timings.postRoll)] {
      guard let roll else { continue }
      lines.append(
        "error: \(name): \(ShootPrinter.milliseconds(roll.obtained)) ms recorded, "
          + "\(ShootPrinter.milliseconds(roll.asked)) ms configured (\(Self.signed(roll.error, digits: 1)) ms)")
    }
    if let sound = timings.sound {
      lines.append(
        "error: sound against picture \(Self.signed(sound.error, digits: 2)) ms, give or take "
          + "\((sound.uncertainty.seconds * 1000).fixed(digits: 2)) ms; the microphone's clock is off by "
          + "\(Self.signed(sound.driftPPM, digits: 1)) ppm, made good")
    }
    lines.append("not known: latencies inside camera\(timings.sound == nil ? "" : " and microphone"); \(stamps)")
    return lines
  }

  private var stamps: String {
    switch timings.timestampInstant {
    case .startOfExposure: "the camera stamps the start of exposure"
    case .endOfFrame: "the camera stamps the end of a frame, not its exposure"
    case .unknown: "which instant of a frame the camera stamps"
    }
  }

  private static func signed(_ time: MediaTime, digits: Int) -> String { signed(time.seconds * 1000, digits: digits) }

  private static func signed(_ value: Double, digits: Int) -> String {
    let text = value.fixed(digits: digits)
    return text.hasPrefix("-") ? text : "+" + text
  }

  private static func milliseconds(_ nanoseconds: Int64, digits: Int) -> String {
    (Double(nanoseconds) / 1e6).fixed(digits: digits)
  }
}
