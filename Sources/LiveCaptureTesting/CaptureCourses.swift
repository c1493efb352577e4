import CaptureScripts
import Diagnostics
import LiveCapture
import MediaCore
import Simulator
import Synchronization

/// A record of what the captures on a clock have told since the record was created, for reports.
final class CaptureCourses: VirtualRunWatch {
  struct Course: Sendable {
    /// Captures are numbered as they are first heard of.
    let number: Int
    var steps: [String] = []
    /// The reason why the course may not be what its author meant.
    var remark: String?
    var last = MediaTime.zero
    /// The first step that the delegate would have heard of, had it not been released.
    var missed: CaptureStep?

    /// The delegate that heard the end of the capture, as long as it exists.
    weak var delegate: (any PhotoCaptureDelegate)?
    var output: ObjectIdentifier?

    var isOpen: Bool { steps.last?.first != CaptureStep.didFinish.rawValue }
    var letters: String { steps.joined(separator: " ") }
    var text: String { letters + (remark.map { " (\($0))" } ?? "") }
  }

  private let clock: VirtualClock
  private let begin: MediaTime
  private let state = Mutex(State())

  private struct State {
    var courses: [CaptureID: Course] = [:]
    var exceptions: [String] = []
  }

  init(of clock: VirtualClock) {
    self.clock = clock
    begin = clock.now
    VirtualRun.of(clock).add(self)
  }

  var all: [Course] { state.withLock { $0.courses.values.sorted { $0.number < $1.number } } }

  /// A sentence for each request at which AVFoundation raises an exception, which ends the app.
  var exceptions: [String] { state.withLock { $0.exceptions } }

  /// The captures whose delegates are still there, where an output has several of them: one for all is meant to stay.
  var heldDelegates: String? {
    let held = Dictionary(grouping: all.filter { !$0.isOpen && $0.delegate != nil }) { $0.output }.values
      .filter { Set($0.compactMap(\.delegate).map(ObjectIdentifier.init)).count > 1 }.flatMap { $0 }
    return held.isEmpty ? nil : held.map { "\($0.number)" }.joined(separator: ", ")
  }

  func hear(_ notice: CaptureNotice) {
    let now = clock.now
    let remark = Self.remark(on: notice)
    state.withLock { state in
      switch notice {
      case .wasRefused(let error):
        // Whether the movie's folder is there is no mistake of the app's.
        guard let rule = error.rule, rule != .moviePathIsReachable else { return }
        state.exceptions.append(
          "a request was refused, for which AVFoundation raises \(rule.exception.rawValue): \(error)")
      case .told(let event, let delegate, let output):
        let id = event.resolvedSettings.uniqueID
        var course = state.courses[id] ?? Course(number: state.courses.count + 1)
        course.steps.append("\(CaptureStep(event).rawValue)" + (event.error == nil ? "" : "!"))
        course.remark = remark ?? course.remark
        course.last = now
        (course.delegate, course.output) = (delegate, ObjectIdentifier(output))
        state.courses[id] = course
      case .delegateWasReleased(let event, _):
        let id = event.resolvedSettings.uniqueID
        if state.courses[id]?.missed == nil { state.courses[id]?.missed = CaptureStep(event) }
      }
    }
  }

  func didSettle() {}

  private static func remark(on notice: CaptureNotice) -> String? {
    guard case .told(let event, _, let output) = notice else { return nil }
    if let error = event.error { return error.description }
    guard case .willBeginCapture(let settings, _) = event, !settings.isLive else { return nil }
    if output.isLivePhotoCaptureEnabled { return nil }
    return output.isLivePhotoCaptureSupported
      ? "Live Photos are supported, but not enabled"
      : "Live Photos are not supported: they need a camera of 10 frames a second, the preset photo, no movie output"
  }

  /// A sentence for each capture that is under way, and for those that have ended.
  var summary: [String] {
    all.map { course in
      let time = (course.last - begin).signedSeconds
      if let missed = course.missed {
        return "Capture \(course.number): its delegate was released before \(missed.methodName); keep it until"
          + " didFinishCaptureFor."
      }
      return course.isOpen
        ? "Capture \(course.number) is under way: \(course.letters), the last at \(time) s."
        : "Capture \(course.number) has finished at \(time) s: \(course.letters). Nothing of it resumes what still waits:"
          + " a continuation is to be resumed in didFinishCaptureFor at the latest, with its error or without."
    }
  }
}

extension CaptureStep {
  /// The delegate's method.
  var methodName: String {
    switch self {
    case .willBegin: "willBeginCaptureFor"
    case .willCapture: "willCapturePhotoFor"
    case .didCapture: "didCapturePhotoFor"
    case .didProcessPhoto: "didFinishProcessingPhoto"
    case .didCaptureProxy: "didFinishCapturingDeferredPhotoProxy"
    case .didRecordMovie: "didFinishRecordingLivePhotoMovieForEventualFileAt"
    case .didProcessMovie: "didFinishProcessingLivePhotoToMovieFileAt"
    case .didFinish: "didFinishCaptureFor"
    }
  }
}
