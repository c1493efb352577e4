package import LiveCapture
import MediaCore

/// Hears what a session and its photo outputs tell, from before anything can happen; asked once, when everything has.
struct ScriptWitness {
  private struct Seat {
    let output: ScriptOutput
    let events: AsyncStream<CaptureEvent>
    let counts: AsyncStream<Int>
    let readiness: ReadinessLog
  }

  let session: AsyncStream<SessionEvent>
  let pressures: AsyncStream<SystemPressureState>
  private let seats: [Seat]

  init(_ cast: ScriptCast) {
    session = cast.session.events
    pressures = cast.session.systemPressureStates
    seats = cast.outputs.map { output in
      Seat(
        output: output, events: output.photo.events, counts: output.photo.liveIndicator.counts,
        readiness: ReadinessLog(cast, output))
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

/// Notes how ready an output is, as long as it is held.
package final class ReadinessLog: ReadinessCoordinatorDelegate {
  private let log: ScriptLog
  private let output: String?
  private let coordinator: ReadinessCoordinator

  package convenience init(_ cast: ScriptCast) { self.init(cast, cast.outputs[0]) }

  init(_ cast: ScriptCast, _ output: ScriptOutput) {
    (log, self.output) = (cast.log, output.label)
    coordinator = ReadinessCoordinator(photoOutput: output.photo, queue: cast.readinessQueue)
    coordinator.delegate = self
  }

  func values(until end: MediaTime) -> [String] {
    log.sorted.filter { entry in
      entry.kind == .readiness && entry.output == output
        && entry.nanoseconds < end.nanoseconds - log.begin.nanoseconds
    }.map(\.name)
  }

  package func readinessCoordinator(
    _ coordinator: ReadinessCoordinator, captureReadinessDidChange captureReadiness: CaptureReadiness
  ) {
    log.note(.readiness, "\(captureReadiness)", output: output)
  }
}
