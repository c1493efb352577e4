import LivePhotoFiles

/// The sum of the work on many photos: each is told when it comes, and all are summed up in the end.
struct BatchSum: Sendable {
  private(set) var (done, failed, passedOver, doneBefore) = (0, 0, 0, 0)
  /// Files that are nothing to the command.
  var otherCount = 0
  /// Files of which is known what came of them.
  private(set) var fileCount = 0
  private var worst: ExitReason?
  /// The error that kept the search from reaching all photos.
  var failure: (any Error)?
  /// Indicates whether Ctrl-C came before all was done.
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
      if let reason = report.reason { count(reason) } else { done += 1 }
      let status = report.reason == nil ? "done" : "failed"
      lines(report.lines, #"{"input":\#(JSONText.text(input)),"report":\#(report.json),"status":"\#(status)"}"#)
    case .failed(var failure):
      count(failure.reason)
      // A name may be taken by what was made of another photo.
      if let other = desk.origin(of: failure.file) { failure.message += " It was made of \(other)." }
      if asJSON {
        terminal.line(JSONText.text(["error": failure.json, "input": input, "status": "failed"] as JSONObject))
      } else {
        Terminal.complain("livecam: \(failure.message)")
      }
    case .passedOver(let why):
      passedOver += 1
      lines(
        ["passed over: \(unit.path): \(why)"],
        JSONText.text(["input": input, "message": why, "status": "passedOver"] as JSONObject))
    case .doneBefore: doneBefore += 1
    case .ended: isEnded = true
    }
  }

  private mutating func count(_ reason: ExitReason) {
    failed += 1
    worst = max(worst ?? reason, reason)
  }

  /// Sums up.
  /// - Throws: `ExitCode`, unless all was done.
  func end(_ command: String, asJSON: Bool) throws {
    Terminal().show(
      [
        "kind": "sum", "done": done, "failed": failed, "passedOver": passedOver, "doneBefore": doneBefore,
        "others": otherCount, "isPartial": isPartial,
      ] as JSONObject, [line(command)], asJSON: asJSON)
    Terminal.endIfOutputWasLost()
    if isEnded || failure is CancellationError {
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

  private var isPartial: Bool { isEnded || failure != nil }

  private func line(_ command: String) -> String {
    let parts = [
      "\(done) done", "\(failed) failed", "\(passedOver) passed over",
      doneBefore > 0 ? "\(doneBefore) done before" : nil,
      otherCount > 0 ? "\(otherCount) other file\(otherCount == 1 ? "" : "s")" : nil,
      isPartial ? "not all was looked at" : nil,
    ]
    return "\(command): " + parts.compactMap(\.self).joined(separator: ", ")
  }
}
