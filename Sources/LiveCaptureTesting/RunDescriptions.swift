import LiveCapture

extension ScriptRun: CustomStringConvertible {
  /// For people, and for what a failed test prints: what did not come, then the captures' steps, the badge, the files.
  public var description: String {
    let failed = verdicts.compactMap { verdict in verdict.failure.map { "  - \(verdict.expectation): \($0)" } }
    let head =
      holds
      ? "script: all \(verdicts.count) expectations held"
      : "script: \(failed.count) of \(verdicts.count) expectations failed"
    var lines = [head] + failed
    func describe(_ whose: String, _ timeline: String, _ badge: [Int]) {
      lines.append("  timeline\(whose): " + (timeline.isEmpty ? "no captures" : timeline))
      lines.append("  badge\(whose): " + badge.map { "\($0)" }.joined(separator: " "))
    }
    if outputs.count > 1 {
      for output in outputs { describe(" of \(output.name)", output.timeline, output.badge) }
    } else {
      describe("", timeline, badge)
    }
    lines.append(
      "  files: " + (files.isEmpty ? "none" : files.map { "\($0.name) (\($0.size) B)" }.joined(separator: ", ")))
    if !isClosed { lines.append("  a capture that began has not finished") }
    return lines.joined(separator: "\n")
  }
}

extension DelegateLog: CustomStringConvertible {
  /// For people: the calls in the notation of ``CaptureStep``, and a line for each error.
  public var description: String {
    let calls = calls
    let errors = calls.compactMap { call in call.error.map { "  - \(call.step) of \(call.settings.uniqueID): \($0)" } }
    return ([calls.isEmpty ? "no calls" : timeline] + errors).joined(separator: "\n")
  }
}

extension DelegateLog.Call: CustomStringConvertible {
  /// For people: the method, the capture, and the error if it brought one.
  public var description: String {
    "\(step) of \(settings.uniqueID)" + (error.map { ": \($0)" } ?? "")
  }
}
