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
    var pressCount = 0
    var violations: [ScriptRun.Violation] = []
    var refusedPresses: [(number: Int, reason: String)] = []
    var preparationCount = 0
    var isFinishedAfterRestart = false
  }

  package let cast: ScriptCast
  let recordings: ScriptRecordings
  let state = Mutex(State())
  /// Hears of captures in the place of delegates of the script's own that would hear everything.
  let delegate: (any PhotoCaptureDelegate)?

  /// A play whose steps are yet to be taken.
  package init(_ cast: ScriptCast, delegate: (any PhotoCaptureDelegate)? = nil) {
    self.cast = cast
    self.delegate = delegate
    recordings = ScriptRecordings(cast)
  }

  /// The number of the next capture.
  package func nextNumber() -> Int {
    state.withLock { state in
      state.pressCount += 1
      return state.pressCount
    }
  }

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
    // What a shuffled order has put off comes later.
    if let longest = cast.script.shuffle?.longestDelay { await advance(by: longest + longest) }
    await cast.settle()
    // What a queue has done it has let go of only when it turns to the next.
    for output in cast.outputs { output.photo.delegateQueue.sync {} }
    let sessionEvents = await witness.sessionEvents()
    let courses = await witness.courses(until: end)
    let events = ScriptOutputCourse.merged(courses).map(\.event)
    let pressure = await witness.systemPressureStates()
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
    run.timeline = ScriptCourse.timeline(events)
    run.badge = ScriptOutputCourse.totals(courses)
    run.outputs = courses.compactMap(ScriptRun.Output.init)
    run.isClosed = Self.areClosed(events, recorded)
    run.isAtRest = cast.clock.nextActionTime == nil
    run.violations = ScriptViolations(
      cast: cast, late: state.withLock { $0.violations }, refusedPresses: state.withLock { $0.refusedPresses }
    ).all(courses)
    run.verdicts =
      ScriptJudge(
        script: cast.script, run: run, courses: courses, preset: await cast.session.sessionPreset,
        waiting: waitingStills, pressure: pressure,
        session: sessionEvents.filter { $0.time <= end && !$0.isEnd(at: end) }, files: cast.files, reader: reader,
        begin: cast.log.begin
      ).verdicts
    return run
  }

  /// Whether every capture and every recording that began has finished.
  private static func areClosed(_ events: [CaptureEvent], _ recorded: [RecordingEvent]) -> Bool {
    var captures: Set<CaptureID> = []
    for event in events {
      if case .willBeginCapture = event { captures.insert(event.resolvedSettings.uniqueID) }
      if case .didFinishCapture = event { captures.remove(event.resolvedSettings.uniqueID) }
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
    for event in course.events {
      let step = CaptureStep(event)
      let (id, name) = (Int(event.resolvedSettings.uniqueID.rawValue), "\(step.rawValue) \(step)")
      if heard["\(id) \(name)", default: 0] > 0 {
        heard["\(id) \(name)", default: 0] -= 1
      } else {
        cast.log.note(
          .event, name, capture: id, output: course.label, error: event.error?.avErrorCode, facts: ScriptFacts(event),
          at: event.time)
      }
    }
  }

  /// Notes the values of an output's counter at the instants of the events that changed it.
  private func noteCounts(of course: ScriptOutputCourse) {
    for (count, event) in zip(course.counts.dropFirst(), course.events.filter { LawStep($0).badgeChange != nil }) {
      cast.log.note(.badge, "\(count)", output: course.label, at: event.time)
    }
  }

  /// Watches what must not outlive the run.
  func watch(with leaks: LeakWatch) {
    cast.watch(with: leaks)
    leaks.watch(self, "play")
    for (number, delegate) in state.withLock({ $0.delegates }) { leaks.watch(delegate, "delegate \(number)") }
  }
}

extension SessionEvent {
  /// Whether it is the stop with which a run ends.
  fileprivate func isEnd(at end: MediaTime) -> Bool {
    if case .didStopRunning(let time) = self { return time == end }
    return false
  }
}
