import CaptureScripts
import LiveCapture
import MediaCore
import Simulator

/// A comparison of the steps of a timeline's run with the expected ones.
///
/// Steps are written as ``/CaptureScripts/CaptureStep`` has them, with the capture's number where there are several: `B
/// W C P R M F`, or `B1 W1 C1 P1 B2 …`. A step may be expected in a certain interval, counted from 0: `R@90`. Where
/// they differ, the description marks the places and describes the unexpected steps:
///
/// ```
/// timeline "45v v* 20v |": 2 problems
///   expected  B  W  C  P  R  M   F
///   actual    B  W  C  P  R  M!  F!
///                            ^^  ^^
///   - M! at +2.200000 s, interval 65: sessionStopped (-11800): the session was stopped …
/// ```
public struct TimelineReport: ExpectationReport {
  /// What a failed expectation names: whose timeline it is.
  public let subject: String
  /// The expected steps.
  public let expected: String
  /// The steps that came.
  public let actual: String
  /// The mistakes that were found.
  public let problems: [String]
  /// The run, for further questions.
  public let run: TimelineRun
  private let marks: [String]

  /// The steps in two rows, marked where they differ, and what the unexpected ones brought.
  public var description: String {
    if passes { return "\(subject): \(actual)" }
    return
      (["\(subject): \(problems.count) \(problems.count == 1 ? "problem" : "problems")"]
      + (marks + problems.map { "- \($0)" }).map { "  \($0)" }).joined(separator: "\n")
  }

  init(_ timeline: CaptureTimeline, _ run: TimelineRun, expecting course: ExpectedCourse) {
    self.run = run
    subject = "timeline \"\(timeline)\""
    let came = Self.steps(of: run)
    let showsCapture = (course.steps + came).contains { $0.capture != 1 }
    let rows = Alignment(
      expected: course.steps.map { $0.text(showsCapture: showsCapture) },
      actual: Self.texts(of: came, as: course, showsCapture: showsCapture)
    ).rows
    expected = rows.compactMap(\.expected).joined(separator: " ")
    actual = rows.compactMap(\.actual).joined(separator: " ")
    marks = Self.marks(rows)
    problems = Self.problems(rows, run)
  }

  private static func steps(of run: TimelineRun) -> [ExpectedCourse.Step] {
    var numbers: [CaptureID: Int] = [:]
    return run.calls.map { call in
      let number = numbers[call.settings.uniqueID] ?? numbers.count + 1
      numbers[call.settings.uniqueID] = number
      return .init(step: call.step, capture: number, hasError: call.error != nil, interval: run.interval(of: call))
    }
  }

  /// The steps that came; with their intervals where those of the same steps are expected in one.
  private static func texts(
    of steps: [ExpectedCourse.Step], as course: ExpectedCourse, showsCapture: Bool
  ) -> [String] {
    let timed = course.steps.filter { $0.interval != nil }
    return steps.map { step in
      var step = step
      if !timed.contains(where: { ($0.step, $0.capture) == (step.step, step.capture) }) { step.interval = nil }
      return step.text(showsCapture: showsCapture)
    }
  }

  private static func marks(_ rows: [Alignment<String>.Row]) -> [String] {
    var lines = ["expected", "actual  ", "        "]
    for row in rows {
      let width = max(row.expected?.count ?? 0, row.actual?.count ?? 0)
      func padded(_ text: String) -> String { "  " + text + String(repeating: " ", count: width - text.count) }
      lines[0] += padded(row.expected ?? "")
      lines[1] += padded(row.actual ?? "")
      lines[2] += padded(row.isEqual ? "" : String(repeating: "^", count: width))
    }
    return lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func problems(_ rows: [Alignment<String>.Row], _ run: TimelineRun) -> [String] {
    var problems: [String] = []
    var index = 0
    for row in rows {
      defer { if row.actual != nil { index += 1 } }
      guard !row.isEqual else { continue }
      if let came = row.actual {
        problems.append(came + Self.circumstances(of: run.calls[index], run))
      } else if let missing = row.expected {
        problems.append("\(missing) did not come")
      }
    }
    return problems
  }

  private static func circumstances(of call: DelegateLog.Call, _ run: TimelineRun) -> String {
    var text = call.time.map { " at \(($0 - run.bench.scene.epoch).signedSeconds) s" } ?? ""
    if let interval = run.interval(of: call) { text += ", interval \(interval)" }
    if let error = call.error { text += ": \(EventLogText.kind(of: error)): \(error)" }
    return text
  }
}
