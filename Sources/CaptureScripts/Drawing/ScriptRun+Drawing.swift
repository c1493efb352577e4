extension ScriptRun {
  /// The run as a picture, in SVG: a lane for each device, the session, the LIVE counter, each capture and each file.
  ///
  /// Where a capture's steps part from those that were expected, both are drawn, one above the other, and the places
  /// are marked. It is one text that needs nothing else, and equal runs have equal bytes. See <doc:CaptureScripts>.
  public var svg: String {
    var facts = course
    let failed = verdicts.compactMap { verdict in verdict.failure.map { "\(verdict.expectation): found \($0)" } }
    facts.entries = entries
    facts.holds = holds
    facts.problems = failed + violations.map(\.message)
    facts.verdict = "\(verdicts.count - failed.count) of \(verdicts.count) expectations held"
    if !violations.isEmpty {
      facts.verdict += ", and \(violations.count) \(violations.count == 1 ? "violation" : "violations")"
    }
    return CourseDrawing(facts).svg
  }
}
