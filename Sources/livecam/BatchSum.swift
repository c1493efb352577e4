import LivePhotoFiles

/// What came of many photos: each is told when it comes, and all are summed up in the end.
struct BatchSum: Sendable {
  private(set) var (done, failed, passedOver, doneBefore) = (0, 0, 0, 0)
  /// Files that are nothing to the command.
  var otherCount = 0
  /// Files of which is known what came of them.
  private(set) var fileCount = 0
  private var worst: ExitReason?
  /// Why not all was looked at.
  var failure: (any Error)?
  /// Whether Ctrl-C came before all was done.
  var isEnded = false

  /// Tells of a photo.
  mutating func tell(_ unit: ArchiveUnit, _ outcome: BatchOutcome, _ desk: BatchDesk, asJSON: Bool) {
    let terminal = Terminal()
    let input = unit.paths
    fileCount += input.count
    func lines(_ texts: [String], _ json: @autoclosure () -> String) {
      for text in asJSON ? [json()] : texts { terminal.line(text) }
    }
    switch outcome {
    case .done(let report):
      if let reason = report.reason {
        failed += 1
        worst = max(worst ?? reason, reason)
      } else {
        done += 1
      }
      lines(report.lines, #"{"input":\#(JSONText.text(input)),"report":\#(report.json)}"#)
    case .failed(var failure):
      failed += 1
      worst = max(worst ?? failure.reason, failure.reason)
      // A name may be taken by what was made of another photo.
      if let other = desk.origin(of: failure.file) { failure.message += " It was made of \(other)." }
      if asJSON {
        terminal.line(JSONText.text(["input": input, "error": failure.json] as JSONObject))
      } else {
        Terminal.complain("livecam: \(failure.message)")
      }
    case .passedOver(let why):
      passedOver += 1
      lines(["passed over: \(unit.path): \(why)"], JSONText.text(["input": input, "passedOver": why] as JSONObject))
    case .doneBefore: doneBefore += 1
    case .ended: break
    }
  }

  /// Sums up.
  /// - Throws: `ExitCode`, unless all was done.
  func end(_ command: String, asJSON: Bool) throws {
    Terminal().show(
      [
        "sum": [
          "done": done, "failed": failed, "passedOver": passedOver, "doneBefore": doneBefore, "otherFiles": otherCount,
          "isComplete": isComplete,
        ] as JSONObject
      ] as JSONObject, [line(command)], asJSON: asJSON)
    if isEnded {
      Terminal.complain("livecam: ended before all was done; nothing is half written")
      throw ExitReason.interrupted.exitCode
    }
    let reason = failure.map { error in
      Terminal.complain("livecam: \(error)")
      return ExitReason(error)
    }
    if let worst = [worst, reason].compactMap(\.self).max() { throw worst.exitCode }
    if done + doneBefore == 0 {
      Terminal.complain("livecam: there was nothing to \(command) in what was named")
      throw ExitReason.captureFailed.exitCode
    }
  }

  private var isComplete: Bool { !isEnded && failure == nil }

  private func line(_ command: String) -> String {
    let parts = [
      "\(done) done", "\(failed) failed", "\(passedOver) passed over",
      doneBefore > 0 ? "\(doneBefore) done before" : nil,
      otherCount > 0 ? "\(otherCount) other file\(otherCount == 1 ? "" : "s")" : nil,
      isComplete ? nil : "not all was looked at",
    ]
    return "\(command): " + parts.compactMap(\.self).joined(separator: ", ")
  }
}
