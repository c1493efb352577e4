package import CaptureDevices
package import Diagnostics
import Dispatch
package import FileStorage
package import LiveCapture
package import MediaCore
package import Simulator
import Synchronization

/// The world of a script, the session in it, and what both stand on.
package final class ScriptCast: Sendable {
  private struct State {
    var inputs: [String: DeviceInput] = [:]
    /// The reasons why a camera or a microphone was not added, or the session was not started.
    var startFailures: [String] = []
  }

  let script: CaptureScript
  package let clock = VirtualClock()
  let log: ScriptLog
  let files: ScriptStore
  let work: SlowWork
  let media: CaptureMedia
  let encoders: FailingEncoders
  let stills: FailingStills
  package let catalog: SimulatedWorld
  let prompts: ScriptPrompts
  let deferred: ScriptDeferredStorage
  let system: DeviceSystem
  package let session: CaptureSession
  /// The photo outputs in the script's order; the first is meant where a step names none.
  package let outputs: [ScriptOutput]
  let flash: SimulatedFlash?
  private let state = Mutex(State())
  let readinessQueue = DispatchQueue(label: "livecam.script.readiness")

  /// Creates a cast whose session has nothing yet; ``putTogether()`` adds what the script says. `base` is what files
  /// are written by instead of the script's own folder: any file then, and none of stills that are to be finished
  /// later.
  package init(
    _ script: CaptureScript, folder: String?, tools: ScriptTools, over base: (any FileStore)? = nil,
    stageClock: (any StageClock)? = nil, firstIdentifier: UInt64 = 0
  ) throws {
    self.script = script
    log = ScriptLog(clock: clock, folder: ScriptStore.prefix(folder))
    files = ScriptStore(folder: folder, over: base, log: log)
    work = SlowWork(VirtualRun.of(clock).makeWork(), on: clock)
    encoders = FailingEncoders(tools.media(for: script))
    var media = encoders.media
    stills = FailingStills(media.stills)
    media.stills = stills
    self.media = media
    catalog = try Self.catalog(
      of: script, clock: clock, schemes: tools.schemes, pictures: media.pictures)
    prompts = ScriptPrompts(log)
    deferred = ScriptDeferredStorage(files: files)
    system = try DeviceSystem(catalog, authorization: prompts.policy(of: script), profile: script.profile)
    var environment = CaptureEnvironment.virtual(
      clock: clock, files: base == nil ? files : files.disk, scheduler: work, profile: script.profile,
      order: script.order, media: media, firstIdentifier: firstIdentifier)
    if base == nil { environment.deferredStorage = deferred }
    environment.stageClock = stageClock
    flash = script.flash.map { [log] state in
      SimulatedFlash(isAvailable: state == .ready) { log.note(.flash, $0 ? "on" : "off") }
    }
    environment.flash = flash
    session = try CaptureSession(configuration: script.session.configuration, environment: environment)
    let plans = script.session.outputs
    outputs = plans.isEmpty ? [ScriptOutput()] : plans.map { ScriptOutput($0, isAlone: plans.count == 1) }
  }

  func putTogether() async throws {
    let setup = script.session
    await session.beginConfiguration()
    try await session.setSessionPreset(setup.preset)
    var present: [DeviceInput] = []
    let checks = ScriptChecks(script)
    let away = [MediaType.video: checks.cameras.away, .audio: checks.microphones.away]
    for device in system.devices where away[device.mediaType]?.contains(device.uniqueID) != true {
      await attempt {
        let input = try DeviceInput(device, of: system)
        state.withLock { $0.inputs[device.uniqueID] = input }
        try await session.addInput(input)
        present.append(input)
      }
    }
    let added = try await addOutputs(present)
    try await session.commitConfiguration()
    for output in added { try output.setUp(script) }
  }

  /// Returns once everything that the present instant has set off is done.
  package func settle() async {
    await session.settle()
    readinessQueue.sync {}
  }

  func noteStart(_ body: () async throws -> Void) async throws {
    do { try await body() } catch {
      state.withLock { $0.startFailures.append("\(error)") }
      throw error
    }
  }

  var startFailures: [String] { state.withLock { $0.startFailures } }

  /// Does what the session begins with; notes what is refused of it.
  func attempt(output: String? = nil, _ body: () async throws -> Void) async {
    do { try await noteStart(body) } catch { noteRefusal(error, output: output) }
  }

  func noteRefusal(_ error: any Error, capture: Int? = nil, output: String? = nil) {
    guard let error = error as? CaptureError else {
      return log.note(.refusal, "error", capture: capture, output: output, detail: "\(error)")
    }
    log.note(
      .refusal, error.rule?.rawValue ?? "\(error.code)", capture: capture, output: output, detail: error.description,
      error: error.avErrorCode)
  }

  /// The input of a device: the one that the session has or had, or a new one.
  func input(_ name: String) throws -> DeviceInput {
    if let input = state.withLock({ $0.inputs[name] }), input.device.isConnected { return input }
    guard let device = system.devices.first(where: { $0.uniqueID == name }) else {
      throw DeviceError(.notFound, context: name, message: "The device is not plugged in.")
    }
    let input = try DeviceInput(device, of: system)
    state.withLock { $0.inputs[name] = input }
    return input
  }

  func watch(with leaks: LeakWatch) {
    leaks.watch(session, "session")
    leaks.watch(catalog, "catalog")
    leaks.watch(system, "system")
    leaks.watch(files, "files")
    leaks.watch(self, "cast")
    for output in outputs { leaks.watch(output.photo, output.label ?? "output") }
    for name in script.cameraNames { if let camera = catalog.camera(name) { leaks.watch(camera, name) } }
  }
}

/// The devices of a bench, which are open before its session has them, and stay as they were opened.
extension ScriptCast {
  /// Opens a camera of the world.
  /// - Throws: `DeviceError` as the world does.
  package func openCamera(_ name: String, _ wish: VideoWish) throws(DeviceError) -> FaultyCamera {
    let source = try catalog.openVideo(name, wish: wish).source
    return catalog.camera(name) ?? FaultyCamera(source)
  }

  /// Opens a microphone of the world.
  /// - Throws: `DeviceError` as the world does.
  package func openMicrophone(_ name: String, _ wish: AudioWish) throws(DeviceError) -> FaultyMicrophone {
    let source = try catalog.openAudio(name, wish: wish)
    return catalog.microphone(name) ?? FaultyMicrophone(source)
  }

  /// The steps of a timeline from now on.
  /// - Throws: ``TimelineError`` for a device that is not there, ``ScriptError`` where there is none of its kind.
  package func steps(
    of timeline: CaptureTimeline, every interval: MediaTime, isImmediate: Bool
  ) throws -> [ScriptStep] {
    var script = script
    script.steps = timeline.steps(from: clock.now - log.begin, every: interval, isImmediate: isImmediate)
    let checks = ScriptChecks(script)
    for (index, step) in script.steps.enumerated() {
      do { try checks.checkDevices(step.action, index) } catch {
        throw TimelineError(error, in: timeline.description) ?? error
      }
    }
    return script.steps
  }
}
