import CaptureCodecs
import CaptureDevices
import Dispatch
import LiveCapture
import MediaCore
import Simulator
import Synchronization

/// The world, the session and the app of one script, while it runs.
final class ScriptStage: Sendable {
  struct State {
    var inputs: [String: DeviceInput] = [:]
    var delegates: [Int: any PhotoCaptureDelegate] = [:]
    var settings: [Int: PhotoSettings] = [:]
    var pressCount = 0
    var movieOutput: MovieFileOutput?
    var recordings: [AsyncStream<RecordingEvent>] = []
    var openRecordings: Set<String> = []
    var recordingCount = 0
    var violations: [ScriptRun.Violation] = []
    /// What kept a camera or a microphone from being added, or the session from being started.
    var startFailures: [String] = []
    /// The presses that were refused, with the reason.
    var refusedPresses: [(number: Int, reason: String)] = []
    var preparationCount = 0
    var isFinishedAfterRestart = false
  }

  let script: CaptureScript
  let clock = VirtualClock()
  let log: ScriptLog
  let files: ScriptFiles
  let media: CaptureMedia
  let work: SteppedWork
  let encoders: FailingEncoders
  let catalog: FaultyCatalog
  let prompts: ScriptPrompts
  let deferred: ScriptDeferredStorage
  let system: DeviceSystem
  let session: CaptureSession
  /// The photo outputs in the script's order; the first is meant where a step names none.
  let outputs: [ScriptOutput]
  let flash: ScriptFlash?
  let state = Mutex(State())
  private let readinessQueue = DispatchQueue(label: "livecam.script.readiness")
  // Begun before anything can happen; read when everything has.
  private let sessionEvents: AsyncStream<SessionEvent>
  private let pressures: AsyncStream<SystemPressureState>
  private let live = LiveCaptures()

  init(_ script: CaptureScript, folder: String?) async throws {
    self.script = script
    log = ScriptLog(clock: clock, folder: ScriptFiles.prefix(folder))
    files = ScriptFiles(folder: folder, log: log)
    work = SteppedWork(clock: clock)
    var media = CaptureMedia.standard
    if script.encoder == .null { media.movies = NullMovies() }
    encoders = FailingEncoders(media.movies)
    media.movies = encoders
    self.media = media
    catalog = try Self.catalog(of: script, clock: clock)
    prompts = ScriptPrompts(log)
    deferred = ScriptDeferredStorage(files)
    system = try DeviceSystem(catalog, authorization: prompts.policy(of: script), profile: script.profile)
    var environment = CaptureEnvironment.virtual(
      clock: clock, files: files, scheduler: work, profile: script.profile, shuffle: script.shuffle, media: media)
    environment.deferredStorage = deferred
    flash = script.flash.map { [log] in ScriptFlash($0, log) }
    environment.flash = flash
    session = try CaptureSession(configuration: script.session.configuration, environment: environment)
    outputs = ScriptOutput.all(of: script, log, readinessQueue)
    sessionEvents = session.events
    pressures = session.systemPressureStates
    try await putTogether()
  }

  /// Adds what the script's session has from the beginning.
  private func putTogether() async throws {
    let setup = script.session
    await session.beginConfiguration()
    try await session.setSessionPreset(setup.preset)
    var present: [DeviceInput] = []
    for device in system.devices where isAttached(device) {
      await attempt("addInput: \(device.uniqueID)", isTold: false) {
        try await noteStart {
          let input = try DeviceInput(device, of: system)
          state.withLock { $0.inputs[device.uniqueID] = input }
          try await session.addInput(input)
          present.append(input)
        }
      }
    }
    let added = try await addOutputs(present)
    try await session.commitConfiguration()
    for output in added { try output.setUp(script) }
  }

  private func isAttached(_ device: CaptureDevice) -> Bool {
    let isHeldBack =
      device.mediaType == .video
      ? script.cameras?.contains { $0.name == device.uniqueID && !$0.isAttached }
      : script.microphones?.contains { $0.name == device.uniqueID && !$0.isAttached }
    return isHeldBack != true
  }

  // MARK: Time

  /// Lets everything come to rest that the present instant has set off.
  func settle() async {
    await session.settle()
    readinessQueue.sync {}
  }

  /// Keeps what kept the session from having a device, or from running.
  func noteStart(_ body: () async throws -> Void) async throws {
    do { try await body() } catch {
      state.withLock { $0.startFailures.append("\(error)") }
      throw error
    }
  }

  func advance(to instant: MediaTime) async {
    guard instant > clock.now else { return await settle() }
    await clock.advance(to: instant) { await settle() }
  }

  func advance(by duration: MediaTime) async { await advance(to: clock.now + duration) }

  /// The captures whose end their output has not told yet.
  var openCaptures: Set<Int> { live.open }
  /// The recordings whose end their output has not told.
  var openRecordings: Set<String> { state.withLock { $0.openRecordings } }

  // MARK: What came of it

  /// Stops the session and gathers everything.
  func finish() async -> ScriptRun {
    let end = clock.now
    await stopSession()
    if state.withLock({ $0.isFinishedAfterRestart }) { finishDeferred() }
    // What a shuffled order has put off comes later.
    if let longest = script.shuffle?.longestDelay { await advance(by: longest + longest) }
    await settle()
    // What a queue has done it has let go of only when it turns to the next.
    for output in outputs { output.photo.delegateQueue.sync {} }
    let sessionEvents = await Self.all(of: sessionEvents)
    var courses: [ScriptOutputCourse] = []
    for output in outputs { courses.append(await output.course(until: end)) }
    let events = ScriptOutputCourse.merged(courses).map(\.event)
    let pressure = await Self.all(of: pressures)
    let recordings = await recordingEvents()
    note(sessionEvents)
    for course in courses {
      note(course)
      noteCounts(of: course)
    }
    note(recordings)
    for event in events { live.note(event) }
    var run = ScriptRun()
    run.entries = log.sorted
    run.files = files.files.map { ScriptRun.File(name: $0.name, size: $0.size, hash: $0.hash) }
    run.timeline = ScriptCourse.timeline(events)
    run.badge = ScriptOutputCourse.totals(courses)
    run.outputs = courses.compactMap(ScriptRun.Output.init)
    run.isAtRest = clock.nextActionTime == nil
    run.violations = violations(courses)
    run.verdicts =
      ScriptJudge(
        script: script, run: run, courses: courses, preset: await session.sessionPreset,
        waiting: waitingStills, pressure: pressure,
        session: sessionEvents.filter { $0.time <= end && !$0.isEnd(at: end) }, files: files, begin: log.begin
      ).verdicts
    return run
  }

  /// What a stream holds until now. Its end is forced, as nothing more is to come.
  static func all<Element: Sendable>(of stream: AsyncStream<Element>) async -> [Element] {
    let reading = Task {
      var elements: [Element] = []
      for await element in stream { elements.append(element) }
      return elements
    }
    reading.cancel()
    return await reading.value
  }

  private func note(_ events: [SessionEvent]) {
    for event in events {
      let word = ScriptCourse.word(event)
      switch event {
      case .videoDidFail(let error, _), .audioDidFail(let error, _):
        log.note(.session, word, detail: error.description, at: event.time)
      case .runtimeError(let error, _):
        log.note(.session, word, detail: error.description, error: error.avErrorCode, at: event.time)
      default: log.note(.session, word, at: event.time)
      }
    }
  }

  /// Notes what an output told and no delegate heard.
  private func note(_ course: ScriptOutputCourse) {
    var heard: [String: Int] = [:]
    for entry in log.sorted where entry.kind == .call {
      heard["\(entry.capture ?? 0) \(entry.name)", default: 0] += 1
    }
    for event in course.events {
      let step = CaptureStep(event)
      let (id, name) = (Int(event.resolvedSettings.uniqueID.rawValue), "\(step.rawValue) \(step)")
      if heard["\(id) \(name)", default: 0] > 0 {
        heard["\(id) \(name)", default: 0] -= 1
      } else {
        log.note(
          .event, name, capture: id, output: course.label, error: event.error?.avErrorCode, facts: ScriptFacts(event),
          at: event.time)
      }
    }
  }

  /// Notes the values of an output's counter at the instants of the events that changed it.
  private func noteCounts(of course: ScriptOutputCourse) {
    for (count, event) in zip(course.counts.dropFirst(), course.events.filter(\.changesBadge)) {
      log.note(.badge, "\(count)", output: course.label, at: event.time)
    }
  }

  /// What must not outlive the run.
  var residents: [WeakResident] {
    var residents = [
      WeakResident(name: "session", object: session),
      WeakResident(name: "catalog", object: catalog), WeakResident(name: "system", object: system),
      WeakResident(name: "files", object: files), WeakResident(name: "stage", object: self),
    ]
    for output in outputs { residents.append(WeakResident(name: output.label ?? "output", object: output.photo)) }
    for (number, delegate) in state.withLock({ $0.delegates }) {
      residents.append(WeakResident(name: "delegate \(number)", object: delegate))
    }
    for name in script.cameraNames {
      if let camera = catalog.camera(name) { residents.append(WeakResident(name: name, object: camera)) }
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
