import LiveCapture
import MediaCore
import Simulator

/// The facts that a drawing needs beside a play itself: what an observer has heard of it, and what was expected.
package struct CourseAccount: Sendable {
  package var title = ""
  package var verdict = ""
  /// The deviations from what was expected, a sentence each.
  package var problems: [String] = []
  /// The calls that a delegate other than the script's own has heard.
  package var calls: [DelegateCall] = []
  package var comparisons: [CourseComparison] = []

  package init() {}
}

extension ScriptPlay {
  /// The play so far as a picture, in SVG.
  package func svg(_ account: CourseAccount) -> String {
    var facts = CourseFacts()
    (facts.title, facts.verdict, facts.problems) = (account.title, account.verdict, account.problems)
    facts.holds = account.problems.isEmpty
    facts.begin = cast.log.begin
    facts.length = (cast.clock.now - cast.log.begin).nanoseconds
    facts.devices = cast.courseDevices
    facts.comparisons = account.comparisons
    // Lost and missing pictures are steps of a timeline, one for each: the camera's lane has them.
    let own = cast.log.sorted.filter { entry in
      !(entry.kind == .step && ["freeze", "thaw", "drop"].contains(entry.name.prefix { $0 != ":" }))
    }
    facts.entries = (own + entries(of: account.calls)).enumerated().sorted { left, right in
      (left.element.nanoseconds, left.offset) < (right.element.nanoseconds, right.offset)
    }.map(\.element)
    return CourseDrawing(facts).svg
  }

  /// Returns the log entries that a script would have of calls, of the counter that follows from them, and of the
  /// movies that they tell of.
  private func entries(of calls: [DelegateCall]) -> [ScriptEntry] {
    var entries: [ScriptEntry] = []
    var count = 0
    for call in calls {
      guard let time = call.time else { continue }
      func add(_ kind: ScriptEntry.Kind, _ name: String, _ facts: ScriptFacts = ScriptFacts()) {
        let isOwn = kind == .call
        entries.append(
          ScriptEntry(
            nanoseconds: (time - cast.log.begin).nanoseconds, kind: kind, capture: isOwn ? call.number : nil,
            output: nil, name: name, detail: isOwn ? call.error?.description : nil,
            error: isOwn ? call.error?.avErrorCode : nil, facts: facts))
      }
      add(.call, call.name, ScriptFacts(call))
      if let change = call.badgeChange {
        count += change
        add(.badge, "\(count)")
      }
      if call.step == .didProcessMovie, call.error == nil {
        add(.file, "\(call.number).mov", ScriptFacts(file: "\(call.number).mov"))
      }
    }
    return entries
  }
}
