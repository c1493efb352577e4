import CaptureScripts
import LiveCapture
import MediaCore
import Simulator
import Synchronization

/// What the captures on a clock have been told of, from now on, for reports.
final class CaptureCourses: VirtualRunWatch {
  struct Course: Sendable {
    let id: CaptureID
    var letters: [Character] = []
    var last = MediaTime.zero
    /// What the delegate would have heard first, had it not been let go.
    var missed: CaptureStep?

    var isOpen: Bool { letters.last != CaptureStep.didFinish.rawValue }
  }

  private let clock: VirtualClock
  private let begin: MediaTime
  private let courses = Mutex<[CaptureID: Course]>([:])

  init(of clock: VirtualClock) {
    self.clock = clock
    begin = clock.now
    VirtualRun.of(clock).add(self)
  }

  var all: [Course] { courses.withLock { $0.values.sorted { $0.id < $1.id } } }

  func hear(_ notice: CaptureNotice) {
    let now = clock.now
    courses.withLock { courses in
      switch notice {
      case .told(let event, _):
        let settings = event.resolvedSettings
        courses[settings.uniqueID, default: Course(id: settings.uniqueID)].letters
          .append(CaptureStep(event).rawValue)
        courses[settings.uniqueID]?.last = now
      case .delegateWasReleased(let event, _):
        let id = event.resolvedSettings.uniqueID
        if courses[id]?.missed == nil { courses[id]?.missed = CaptureStep(event) }
      }
    }
  }

  func didSettle() {}

  /// A sentence for each capture that is under way, and for those that have ended.
  var summary: [String] {
    all.map { course in
      let time = (course.last - begin).signedSeconds
      let letters = course.letters.map(String.init).joined(separator: " ")
      if let missed = course.missed {
        return "Capture \(course.id): its delegate was released before \(missed.methodName); keep it until"
          + " didFinishCaptureFor."
      }
      return course.isOpen
        ? "Capture \(course.id) is under way: \(letters), the last at \(time) s."
        : "Capture \(course.id) has finished at \(time) s: \(letters). Nothing of it resumes what still waits:"
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
