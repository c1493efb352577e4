import LiveCapture
import MediaCore

/// Hears what a session and its photo outputs tell, from before anything can happen; asked once, when everything has.
struct ScriptWitness {
  private struct Seat {
    let output: ScriptOutput
    let events: AsyncStream<CaptureEvent>
    let counts: AsyncStream<Int>
    let coordinator: ReadinessCoordinator
    let readiness: ReadinessLog
  }

  let session: AsyncStream<SessionEvent>
  let pressures: AsyncStream<SystemPressureState>
  private let seats: [Seat]

  init(_ cast: ScriptCast) {
    session = cast.session.events
    pressures = cast.session.systemPressureStates
    seats = cast.outputs.map { output in
      let seat = Seat(
        output: output, events: output.photo.events, counts: output.photo.liveIndicator.counts,
        coordinator: ReadinessCoordinator(photoOutput: output.photo, queue: cast.readinessQueue),
        readiness: ReadinessLog(cast.log, output.label))
      seat.coordinator.delegate = seat.readiness
      return seat
    }
  }

  func courses(until end: MediaTime) async -> [ScriptOutputCourse] {
    var courses: [ScriptOutputCourse] = []
    for seat in seats {
      courses.append(
        ScriptOutputCourse(
          name: seat.output.plan?.name, label: seat.output.label,
          calls: await seat.events.all().map { DelegateCall($0) }, counts: await seat.counts.all(),
          readiness: seat.readiness.values(until: end)))
    }
    return courses
  }
}

private final class ReadinessLog: ReadinessCoordinatorDelegate {
  private let log: ScriptLog
  private let output: String?

  init(_ log: ScriptLog, _ output: String?) {
    self.log = log
    self.output = output
  }

  func values(until end: MediaTime) -> [String] {
    log.sorted.filter { entry in
      entry.kind == .readiness && entry.output == output
        && entry.nanoseconds < end.nanoseconds - log.begin.nanoseconds
    }.map(\.name)
  }

  func readinessCoordinator(
    _ coordinator: ReadinessCoordinator, captureReadinessDidChange captureReadiness: CaptureReadiness
  ) {
    log.note(.readiness, "\(captureReadiness)", output: output)
  }
}
