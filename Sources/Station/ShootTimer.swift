import Diagnostics
import LiveCapture
import MediaCore

/// Brings the timings of captures together with what the shoot itself does for them: hearing of them, and writing
/// their stills.
struct ShootTimer {
  /// Timings that are complete.
  struct Done {
    let name: String
    let timings: CaptureTimings
  }

  private struct Capture {
    let name: String
    let recorder: StageRecorder
    var marks: [CaptureMark: MediaTime] = [:]
    /// What the session has measured.
    var timings: CaptureTimings?
    var isOver = false
  }

  private let stageClock: any StageClock
  private let clock: any MediaClock
  private var captures: [CaptureID: Capture] = [:]
  // Timings that came before their capture's press was heard of.
  private var early: [CaptureID: CaptureTimings] = [:]

  init(stageClock: any StageClock, clock: any MediaClock) {
    self.stageClock = stageClock
    self.clock = clock
  }

  /// Whether the timings of every capture are complete.
  var isIdle: Bool { captures.isEmpty }

  mutating func begin(_ id: CaptureID, name: String) {
    var capture = Capture(name: name, recorder: StageRecorder(clock: stageClock))
    capture.timings = early.removeValue(forKey: id)
    captures[id] = capture
  }

  func recorder(of id: CaptureID) -> StageRecorder? { captures[id]?.recorder }

  /// Something has just happened to a capture.
  mutating func mark(_ mark: CaptureMark, of id: CaptureID) {
    let now = clock.now
    captures[id]?.marks[mark] = now
  }

  /// The session has told its part.
  mutating func hear(_ timings: CaptureTimings) -> Done? {
    let id = timings.resolvedSettings.uniqueID
    guard captures[id] != nil else {
      early[id] = timings
      return nil
    }
    captures[id]?.timings = timings
    return take(id)
  }

  /// Nothing more is done for a capture.
  mutating func end(_ id: CaptureID) -> Done? {
    captures[id]?.isOver = true
    return take(id)
  }

  private mutating func take(_ id: CaptureID) -> Done? {
    guard let capture = captures[id], capture.isOver, var timings = capture.timings else { return nil }
    captures[id] = nil
    timings.work.add(capture.recorder.profile)
    timings.marks.merge(capture.marks) { max($0, $1) }
    return Done(name: capture.name, timings: timings)
  }
}
