import MediaCore
import Simulator

/// What there is to draw of a course.
struct CourseFacts: Sendable {
  /// What the course is about.
  var title = ""
  /// What is said below the title: whether all was as expected.
  var verdict = ""
  /// Whether it was.
  var holds = true
  /// What was not, a sentence each.
  var problems: [String] = []
  /// Everything that happened, by time.
  var entries: [ScriptEntry] = []
  /// The cameras and the microphones.
  var devices: [CourseDevice] = []
  /// The instant from which entries count.
  var begin = MediaTime.zero
  /// How far the course has gone; `nil` where nobody looks beyond what happened.
  var length: Int64?
  /// Where what came is held against what was expected.
  var comparisons: [CourseComparison] = []

  /// The calls of captures, heard by a delegate or not.
  var calls: [ScriptEntry] { entries.filter { $0.kind == .call || $0.kind == .event } }

  /// The last instant at which anything happened but the stop at the end.
  var end: Int64 {
    let last = entries.last { $0.name != "didStopRunning" && $0.name != "sessionNotRunning" }?.nanoseconds ?? 0
    return max(last, length ?? 0, 100_000_000)
  }
}
