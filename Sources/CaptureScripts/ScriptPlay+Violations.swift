import LiveCapture
import MediaCore
import Synchronization

extension ScriptPlay {
  /// Returns the violations of rules that hold for every script, whatever it expects.
  func violations(_ courses: [ScriptOutputCourse]) -> [ScriptRun.Violation] {
    // Errors name files by their paths; what is told of a run does not.
    let failures = cast.startFailures.map(cast.log.withoutFolder)
    var violations = state.withLock { $0.violations } + courses.flatMap(violations(of:)) + strayEvents(courses)
    if courses.count > 1 {
      let all = ScriptOutputCourse.merged(courses).map(\.call)
      violations += CaptureLaws.checkBadge(ScriptOutputCourse.totals(courses), of: all).problems.map {
        .init(kind: .badge, message: "all outputs together: \($0)")
      }
    }
    let expected = cast.script.expectations
    // Whoever lists what happens to the session, or what is refused, has said that it cannot start; others have not.
    if expected.session == nil, expected.refusals == nil {
      violations += failures.map {
        .init(kind: .start, message: "the session could not be started as it is to be: \($0)")
      }
    }
    violations += unforeseenRefusals
    return violations + cast.files.real.failures.map { .init(kind: .unwritten, message: cast.log.withoutFolder($0)) }
  }

  private func violations(of course: ScriptOutputCourse) -> [ScriptRun.Violation] {
    let whose = course.label.map { "output \($0): " } ?? ""
    // Every value that the counter has had, against what the events up to there make.
    let badge = CaptureLaws.checkBadge(course.counts, of: course.calls)
    // A script may end with captures under way.
    let laws = CaptureLaws.check(course.calls, areFinished: false, profile: cast.script.profile)
    return badge.problems.map { .init(kind: .badge, message: whose + $0) }
      + laws.violations.filter { $0.law != .badge }.map { .init(kind: .laws, message: whose + $0.description) }
  }

  /// Captures of which another output tells, or a delegate hears, than the one that was asked.
  private func strayEvents(_ courses: [ScriptOutputCourse]) -> [ScriptRun.Violation] {
    let asked = cast.script.outputsOfPresses.map { courses[$0].label }
    var told = courses.flatMap { course in course.calls.map { ($0.number, course.label) } }
    told += cast.log.sorted.filter { $0.kind == .call }.map { ($0.capture ?? 0, $0.output) }
    var violations: [ScriptRun.Violation] = []
    for (number, output) in told where !asked.indices.contains(number - 1) || asked[number - 1] != output {
      let wanted = asked.indices.contains(number - 1) ? asked[number - 1] ?? "the output" : "nobody"
      let message = "capture \(number) was asked of \(wanted), and \(output ?? "the output") told of it"
      if !violations.contains(where: { $0.message == message }) {
        violations.append(.init(kind: .laws, message: message))
      }
    }
    return violations
  }

  /// The presses that were refused though the script says nothing of the kind.
  private var unforeseenRefusals: [ScriptRun.Violation] {
    let expected = cast.script.expectations
    // A timeline has all captures: what is not in it is to have been refused.
    guard expected.refusals == nil, expected.timeline == nil else { return [] }
    let asked = cast.script.outputsOfPresses
    return state.withLock { $0.refusedPresses }.compactMap { number, reason in
      if let name = cast.outputs[asked[number - 1]].plan?.name, expected.outputs[name]?.timeline != nil { return nil }
      let capture = expected.captures[number]
      guard capture?.refused == nil, capture?.course == nil, capture?.calls == nil else { return nil }
      return .init(
        kind: .refused,
        message: "press \(number) was refused, which the script does not expect: "
          + cast.log.withoutFolder(reason))
    }
  }
}
