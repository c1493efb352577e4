import CaptureDevices
import Dispatch
import LiveCapture
import MediaCore
import Simulator
import Synchronization

/// A script being carried out: its steps, its time, and what comes of it.
final class ScriptPlay: Sendable {
  struct State {
    var delegates: [Int: any PhotoCaptureDelegate] = [:]
    var settings: [Int: PhotoSettings] = [:]
    var pressCount = 0
    var violations: [ScriptRun.Violation] = []
    /// The presses that were refused, with the reason.
    var refusedPresses: [(number: Int, reason: String)] = []
    var preparationCount = 0
    var isFinishedAfterRestart = false
  }

  let cast: ScriptCast
  let recordings: ScriptRecordings
  let state = Mutex(State())
  // Begun before anything can happen; read when everything has.
  private let sessionEvents: AsyncStream<SessionEvent>
  private let pressures: AsyncStream<SystemPressureState>
  private let live = LiveCaptures()

  private let reader: (any ScriptFileReading)?

  /// Puts a script's world and session together.
  /// - Throws: ``ScriptError`` for what the script asks for and `tools` lack; what keeps its world from being made.
  init(_ script: CaptureScript, folder: String?, tools: ScriptTools) async throws {
    try tools.check(script)
    reader = tools.reader
    cast = try ScriptCast(script, folder: folder, tools: tools)
    recordings = ScriptRecordings(cast)
    sessionEvents = cast.session.events
    pressures = cast.session.systemPressureStates
    try await cast.putTogether()
  }

  // MARK: Time

  func advance(to instant: MediaTime) async {
    guard instant > cast.clock.now else { return await cast.settle() }
    await cast.clock.advance(to: instant) { await cast.settle() }
  }

  func advance(by duration: MediaTime) async { await advance(to: cast.clock.now + duration) }

  /// The captures whose end their output has not told yet.
  var openCaptures: Set<Int> { live.open }

  // MARK: What came of it

  /// Stops the session and gathers everything.
  func finish() async -> ScriptRun {
    let end = cast.clock.now
    await stopSession()
    if state.withLock({ $0.isFinishedAfterRestart }) { finishDeferred() }
    // What a shuffled order has put off comes later.
    if let longest = cast.script.shuffle?.longestDelay { await advance(by: longest + longest) }
    await cast.settle()
    // What a queue has done it has let go of only when it turns to the next.
    for output in cast.outputs { output.photo.delegateQueue.sync {} }
    let sessionEvents = await sessionEvents.all()
    var courses: [ScriptOutputCourse] = []
    for output in cast.outputs { courses.append(await output.course(until: end)) }
    let events = ScriptOutputCourse.merged(courses).map(\.event)
    let pressure = await pressures.all()
    let recorded = await recordings.events()
    note(sessionEvents)
    for course in courses {
      note(course)
      noteCounts(of: course)
    }
    recordings.note(recorded)
    for event in events { live.note(event) }
    var run = ScriptRun()
    run.entries = cast.log.sorted
    run.files = cast.files.files.map { ScriptRun.File(name: $0.name, size: $0.size, hash: $0.hash) }
    run.timeline = ScriptCourse.timeline(events)
    run.badge = ScriptOutputCourse.totals(courses)
    run.outputs = courses.compactMap(ScriptRun.Output.init)
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
    for (count, event) in zip(course.counts.dropFirst(), course.events.filter(\.changesBadge)) {
      cast.log.note(.badge, "\(count)", output: course.label, at: event.time)
    }
  }

  /// What must not outlive the run.
  var residents: [WeakResident] {
    var residents = cast.residents
    residents.append(WeakResident(name: "play", object: self))
    for (number, delegate) in state.withLock({ $0.delegates }) {
      residents.append(WeakResident(name: "delegate \(number)", object: delegate))
    }
    return residents
  }
}

/// Which captures have begun and not finished.
private final class LiveCaptures: Sendable {
  private let numbers = Mutex<Set<Int>>([])

  var open: Set<Int> { numbers.withLock { $0 } }

  func note(_ event: CaptureEvent) {
    let id = Int(event.resolvedSettings.uniqueID.rawValue)
    switch event {
    case .willBeginCapture: numbers.withLock { _ = $0.insert(id) }
    case .didFinishCapture: numbers.withLock { _ = $0.remove(id) }
    default: break
    }
  }
}

extension SessionEvent {
  /// Whether it is the stop with which a run ends.
  fileprivate func isEnd(at end: MediaTime) -> Bool {
    if case .didStopRunning(let time) = self { return time == end }
    return false
  }
}

extension AsyncStream where Element: Sendable {
  /// What it holds until now. Its end is forced, as nothing more is to come.
  func all() async -> [Element] {
    let reading = Task {
      var elements: [Element] = []
      for await element in self { elements.append(element) }
      return elements
    }
    reading.cancel()
    return await reading.value
  }
}
