import MediaCore
import Simulator

/// The facts of a course that a drawing shows.
struct CourseFacts: Sendable {
  /// The title of the drawing.
  var title = ""
  /// The line below the title, which says whether everything came as expected.
  var verdict = ""
  /// Indicates whether everything came as expected.
  var holds = true
  /// The deviations from what was expected, a sentence each.
  var problems: [String] = []
  /// Everything that happened, by time.
  var entries: [ScriptEntry] = []
  /// The cameras and the microphones.
  var devices: [CourseDevice] = []
  /// The instant from which entries count.
  var begin = MediaTime.zero
  /// The length of the course in nanoseconds; `nil` ends the drawing with the last event.
  var length: Int64?
  /// The steps that came, compared with those that were expected.
  var comparisons: [CourseComparison] = []

  /// The calls of captures, heard by a delegate or not.
  var calls: [ScriptEntry] { entries.filter { $0.kind == .call || $0.kind == .event } }

  /// The last instant at which anything happened but the stop at the end.
  var end: Int64 {
    let last = entries.last { $0.name != "didStopRunning" && $0.name != "sessionNotRunning" }?.nanoseconds ?? 0
    return max(last, length ?? 0, 100_000_000)
  }
}
