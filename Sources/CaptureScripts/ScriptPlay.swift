import CaptureDevices
import Dispatch
package import LiveCapture
package import MediaCore
import Simulator
import Synchronization

/// A script being carried out: its steps, its time, and what comes of it.
package final class ScriptPlay: Sendable {
  struct State {
    var delegates: [Int: any PhotoCaptureDelegate] = [:]
    var settings: [Int: PhotoSettings] = [:]
    var violations: [ScriptRun.Violation] = []
    var refusedPresses: [(number: Int, reason: String)] = []
    var isFinishedAfterRestart = false
  }

  package let cast: ScriptCast
  let recordings: ScriptRecordings
  let state = Mutex(State())
  private let pressCount = Atomic(0)
  let preparationCount = Atomic(0)
  /// Hears of captures in the place of delegates of the script's own that would hear everything.
  let delegate: (any PhotoCaptureDelegate)?

  /// Creates a play whose steps are yet to be taken.
  package init(_ cast: ScriptCast, delegate: (any PhotoCaptureDelegate)? = nil) {
    self.cast = cast
    self.delegate = delegate
    recordings = ScriptRecordings(cast)
  }

  /// The number of the next capture.
  package func nextNumber() -> Int { pressCount.add(1, ordering: .relaxed).newValue }

  // MARK: Time

  package func advance(to instant: MediaTime) async {
    guard instant > cast.clock.now else { return await cast.settle() }
    await cast.clock.advance(to: instant) { await cast.settle() }
  }

  package func advance(by duration: MediaTime) async {
    await cast.clock.advance(by: duration) { await cast.settle() }
  }

  // MARK: What came of it

  func finish(_ witness: ScriptWitness, _ reader: (any ScriptFileReading)?) async -> ScriptRun {
    let end = cast.clock.now
    do { try await stopSession() } catch { cast.noteRefusal(error) }
    await cast.settle()
    if state.withLock({ $0.isFinishedAfterRestart }) { finishDeferred() }
    // What an order has put off comes later.
    let longest = cast.script.order.longestDelay
    if longest > .zero { await advance(by: longest + longest) }
    await passDelays(of: .delegate)
    await cast.settle()
    // What a queue has done it has let go of only when it turns to the next.
    for output in cast.outputs { output.photo.delegateQueue.sync {} }
    let sessionEvents = await witness.session.all()
    let courses = await witness.courses(until: end)
    let calls = ScriptOutputCourse.merged(courses).map(\.call)
    let pressure = await witness.pressures.all()
    let recorded = await recordings.events()
    note(sessionEvents)
    for course in courses {
      note(course)
      noteCounts(of: course)
    }
    recordings.note(recorded)
    var run = ScriptRun()
    run.entries = cast.log.sorted
    run.files = cast.files.files
    run.timeline = ScriptCourse.timeline(calls)
    run.badge = ScriptOutputCourse.totals(courses)
    run.outputs = courses.compactMap(ScriptRun.Output.init)
    run.isClosed = Self.areClosed(calls, recorded)
    run.isAtRest = cast.clock.nextActionTime == nil
    run.violations = violations(courses)
    let told = sessionEvents.filter { event in
      // The run ends with a stop of its own.
      if case .didStopRunning(end) = event { false } else { event.time <= end }
    }
    let judge = ScriptJudge(
      cast: cast, run: run, courses: courses, preset: await cast.session.sessionPreset, waiting: waitingStills,
      pressure: pressure, session: told, reader: reader)
    run.verdicts = judge.verdicts
    run.course.title = cast.script.title.isEmpty ? cast.script.file : cast.script.title
    run.course.begin = cast.log.begin
    run.course.devices = cast.courseDevices
    run.course.comparisons = judge.comparisons
    return run
  }

  private static func areClosed(_ calls: [DelegateCall], _ recorded: [RecordingEvent]) -> Bool {
    var captures: Set<CaptureID> = []
    for call in calls {
      if call.step == .willBegin { captures.insert(call.settings.uniqueID) }
      if call.step == .didFinish { captures.remove(call.settings.uniqueID) }
    }
    var recordings: Set<String> = []
    for event in recorded {
      if case .didStartRecording = event { recordings.insert(event.path) } else { recordings.remove(event.path) }
    }
    return captures.isEmpty && recordings.isEmpty
  }

  private func note(_ events: [SessionEvent]) {
    for event in events {
      let word = ScriptCourse.word(event)
      switch event {
      case .videoDidFail(let error, _), .audioDidFail(let error, _):
        cast.log.note(.session, word, detail: error.description, at: event.time)
      case .runtimeError(let error, _):
        cast.log.note(.session, word, detail: error.description, error: error.avErrorCode, at: event.time)
      default: cast.log.note(.session, word, at: event.time)
      }
    }
  }

  /// Notes what an output told and no delegate heard.
  private func note(_ course: ScriptOutputCourse) {
    var heard: [String: Int] = [:]
    for entry in cast.log.sorted where entry.kind == .call {
      heard["\(entry.capture ?? 0) \(entry.name)", default: 0] += 1
    }
    for call in course.calls {
      if heard["\(call.number) \(call.name)", default: 0] > 0 {
        heard["\(call.number) \(call.name)", default: 0] -= 1
      } else {
        cast.log.note(
          .event, call.name, capture: call.number, output: course.label, error: call.error?.avErrorCode,
          facts: ScriptFacts(call), at: call.time)
      }
    }
  }

  private func noteCounts(of course: ScriptOutputCourse) {
    for (count, call) in zip(course.counts.dropFirst(), course.calls.filter { $0.badgeChange != nil }) {
      cast.log.note(.badge, "\(count)", output: course.label, at: call.time)
    }
  }

  func watch(with leaks: LeakWatch) {
    cast.watch(with: leaks)
    leaks.watch(self, "play")
    for (number, delegate) in state.withLock({ $0.delegates }) { leaks.watch(delegate, "delegate \(number)") }
  }
}
