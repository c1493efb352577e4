import CaptureDevices
import MediaCore
import Synchronization

/// Carries out what ``SessionLifecycle`` decides, and lets outputs and connections follow inputs.
enum SessionHands {
  static func perform(
    _ action: SessionLifecycle.Action, in session: isolated CaptureSession
  ) throws(CaptureError) {
    let hands = session.inputHands
    switch action {
    case .startInputs:
      let start = hands.startAll(in: session)
      for action in session.lifecycle.started(start, at: session.now) { try perform(action, in: session) }
    case .stopInputs: hands.stopAll(in: session)
    case .run: run(in: session)
    case .tellLost(let lost): session.run { $0.lost(lost, $1) }
    case .forgetAway:
      for input in session.graph.inputs { session.run { inputs, _ in inputs.forgetAway(input) } }
    case .forgetFirstFrames: hands.forgetFirstFrames()
    case .endFootage(let error):
      let keepsMovies = session.environment.profile.movieEndedByInterruption == .isKept
      session.photograph { $0.endAll(keepsMovies ? .writes : .fails, error, $1) }
      session.record { $0.endAll(error) }
      for lane in session.runner.delivering {
        lane.stop()
        lane.close()
      }
      session.runner.removeAll()
    case .restStalled(let reason): session.run { $0.rest(for: reason, $1) }
    case .hurryStalled: session.run { $0.hurry($1) }
    case .arm(let tick, let time): hands.arm(tick, at: time, in: session)
    case .cancel(let tick): hands.cancel(tick)
    case .resetPressure: session.tellPressure(session.pressure.reset())
    case .updatePressure: session.tellPressure(session.pressure.update())
    case .tell(let event): session.emit(event)
    case .updateReadiness: updateReadiness(in: session)
    case .resume(let waiters): for waiter in waiters { waiter.resume() }
    case .fail(let error): throw error
    }
  }

  private static func run(in session: isolated CaptureSession) {
    adaptOutputs(in: session)
    updateConnections(in: session)
    armStallCheck(in: session)
    session.emit(.didStartRunning(at: session.now))
    for output in session.graph.photoOutputs { prepare(output, in: session) }
    updateReadiness(in: session)
    watchFirstFrames(in: session)
  }

  // MARK: Stopping

  /// Ends everything, and returns once that has been told.
  static func stop(_ session: isolated CaptureSession) async {
    let hands = session.inputHands
    hands.cancel(.stallCheck)
    session.run { [inputs = session.graph.inputs] runner, _ in runner.forgetAbsences(inputs) }
    let ended = CaptureError(.sessionStopped, message: "the session was stopped before the capture was complete")
    session.photograph { $0.endAll(.fails, ended, $1) }
    let recordingEnded = CaptureError(
      .sessionStopped, message: "the session was stopped while it recorded", avErrorCode: -11_803)
    session.record { $0.endAll(recordingEnded) }
    for lane in session.runner.delivering {
      lane.stop()
      // Movies that wait for the last of their sound wait no longer; pictures are still looked for in the rings.
      lane.audio?.close()
    }
    session.photograph { [outputs = session.graph.photoOutputs] in $0.flush(outputs, $1) }
    await session.capturesToClose()
    for lane in session.runner.delivering { lane.close() }
    session.runner.removeAll()
    hands.forgetFeeds()
    session.proceed { lifecycle, _ in lifecycle.stopped() }
    for connection in session.graph.connections { connection.setActive(true) }
    for output in session.graph.photoOutputs { output.sessionDidStop() }
    session.photos.resume(session.graph.photoOutputs)
    updateReadiness(in: session)
    session.emit(.didStopRunning(at: session.now))
  }

  // MARK: Ticks

  static func take(_ tick: SessionTick, at time: MediaTime, in session: isolated CaptureSession) {
    switch tick {
    case .stallCheck: checkForStall(in: session)
    case .retry(let name): session.run { $0.retry(name, $1) }
    case .restart(let name): session.run { $0.restart(name, $1) }
    case .pressureEnd:
      let isIdle = session.photos.isEmpty && session.recordings.isEmpty
      let next = time + session.configuration.systemPressure.recoveryTime
      session.proceed { $0.pressureMayEnd(isIdle: isIdle, next: next, at: $1) }
    }
  }

  /// Checks lie a quarter of the timeout apart. Those before any device can have been silent for all of it are left out:
  /// each wakes three threads, which costs an armed session more than some frames.
  private static func armStallCheck(in session: isolated CaptureSession) {
    let (timeout, now) = (session.configuration.stallTimeout, session.now)
    let interval = timeout.multiplied(by: 1, over: 4)
    let oldest = session.graph.inputs.compactMap { session.runner.lane(of: $0)?.lastArrival }.min() ?? now
    let next = (1...5).map { now + interval * $0 }.first { $0 - timeout > oldest } ?? now + interval
    session.inputHands.arm(.stallCheck, at: next, in: session)
  }

  private static func checkForStall(in session: isolated CaptureSession) {
    guard session.isRunning else { return }
    let timeout = session.configuration.stallTimeout
    // By when samples came, not by what times they bear: a clock that was set is no hanging driver.
    let horizon = session.now - timeout
    for input in session.graph.inputs {
      guard let lane = session.runner.lane(of: input), lane.lastArrival < horizon else { continue }
      let error = DeviceError(
        .stalled, device: lane.deviceName,
        message: "nothing has come from the device for \(timeout.seconds) s; it is used again as soon "
          + "as it delivers. If it does not, unplug it and plug it in again")
      session.run { $0.failed(error, input, $1) }
    }
    if session.isRunning { armStallCheck(in: session) }
  }

  static func pressureChanged(
    _ state: SystemPressureState, of input: DeviceInput, at time: MediaTime, in session: isolated CaptureSession
  ) {
    guard session.isRunning, session.runner.lane(of: input) != nil else { return }
    session.tellPressure(session.pressure.note(state, of: input))
    let policy = session.configuration.systemPressure
    guard state.level == .shutdown, policy.interruptsSession else { return }
    let end = time + session.pressure.rest(policy.recoveryTime)
    session.proceed { $0.beginPressure(until: end, at: $1) }
  }

  // MARK: Devices that come and go

  static func handle(_ event: DeviceSystem.Event, in session: isolated CaptureSession) {
    switch event {
    case .wasDisconnected(let device):
      guard let input = session.graph.inputs.first(where: { $0.device === device }) else { return }
      session.run { inputs, _ in inputs.forgetStalled(input) }
      let error = InputHands.unplugged(device)
      session.run { $0.failed(error, input, $1) }
      guard device.mediaType == .video else { return }
      // A session that is interrupted for another reason must not go on without a camera when that one is gone.
      let hasCamera = session.graph.inputs.contains { input in
        input.device.mediaType == .video && (input.device.isConnected || input.device.isFixed)
      }
      guard case .interrupted = session.lifecycle.phase, !hasCamera else { return }
      let failure = CaptureError(device: error, profile: session.environment.profile)
      session.proceed { $0.camerasAreGone(failure, isBusy: false, at: $1) }
    case .wasConnected(let device): takeBack(device, in: session)
    case .authorizationDidChange: for input in session.graph.inputs { input.updateAuthorization() }
    }
  }

  /// A device that the session has lost is there again, as a new one: it takes its place.
  private static func takeBack(_ device: CaptureDevice, in session: isolated CaptureSession) {
    let input = session.graph.inputs.first { input in
      input.device.uniqueID == device.uniqueID && input.device.mediaType == device.mediaType
        && !input.device.isConnected
    }
    guard let input else { return }
    if let format = input.device.activeFormat, device.formats.contains(format) { device.noteFormat(format) }
    input.replaceDevice(with: device)
    ConfigurationHands.observe(input, in: session)
    switch session.lifecycle.phase {
    case .running: session.inputHands.perform(.resume(input), in: session)
    // A microphone that is back brings no pictures: it is started together with the camera.
    case .interrupted:
      guard device.mediaType == .video else { return }
      session.proceed { $0.cameraIsBack(at: $1) }
    case .idle, .starting, .stopping: break
    }
  }

  // MARK: What follows the inputs

  /// Other inputs deliver now, or others are connected.
  static func lanesDidChange(in session: isolated CaptureSession) {
    if session.isRunning {
      updateConnections(in: session)
      watchFirstFrames(in: session)
    }
    session.inputHands.feedDataOutputs(in: session)
    adaptOutputs(in: session)
    updateReadiness(in: session)
  }

  /// Samples pass where the input delivers.
  private static func updateConnections(in session: isolated CaptureSession) {
    for connection in session.graph.connections {
      connection.setActive(session.runner.lane(of: connection.input) != nil)
    }
    if let video = session.firstLane(of: .video)?.video { session.noteFrameInterval(video.source.mode.frameInterval) }
  }

  /// The first frame of each camera makes outputs ready.
  private static func watchFirstFrames(in session: isolated CaptureSession) {
    for lane in session.runner.delivering where lane.video?.oldestTime == nil {
      lane.video?.whenFrame { [weak session] _ in session?.enter { updateReadiness(in: $0) } }
    }
  }

  private static func adaptOutputs(in session: isolated CaptureSession) {
    for output in session.graph.photoOutputs {
      var capabilities = OutputCapabilities()
      if let input = session.graph.connection(to: output, of: .video)?.input, let format = input.device.activeFormat {
        capabilities = OutputCapabilities(
          of: input.device, format: format, graph: session.graph, session.environment)
      }
      output.state.withLock { $0.features.adapt(to: capabilities) }
    }
  }

  static func updateReadiness(in session: isolated CaptureSession) {
    for output in session.graph.photoOutputs { PhotoHands.updateReadiness(of: output, in: session) }
  }

  static func prepare(_ output: PhotoOutput, in session: isolated CaptureSession) {
    guard session.isRunning, !session.transaction.isOpen else { return }
    output.prepare(libraries(for: output, in: session), in: session)
  }

  /// The libraries that captures with the settings which an output has been asked to be ready for would load.
  private static func libraries(for output: PhotoOutput, in session: isolated CaptureSession) -> [CaptureLibrary] {
    let (settings, features) = output.state.withLock { ($0.preparation.settings, $0.features) }
    var libraries: [CaptureLibrary] = []
    for one in settings {
      if one.format?.codec == .heic, !PhotoResolver.isDeferred(one, features) { libraries.append(.heic) }
      guard one.isLive else { continue }
      libraries.append(.movie(one.livePhotoVideoCodec ?? .h264))
      if case .aac = session.configuration.audioCoding, session.graph.connection(to: output, of: .audio) != nil {
        libraries.append(.aac(session.configuration.audioEncoder))
      }
    }
    return libraries
  }

  // MARK: Streams that the app switches off

  static func connectionDidChange(_ connection: CaptureConnection, in session: isolated CaptureSession) {
    guard !connection.isEnabled, session.graph.connections.contains(where: { $0 === connection }) else { return }
    endStream(over: connection, in: session)
  }

  static func inputDidChange(_ input: DeviceInput, in session: isolated CaptureSession) {
    guard !input.isEnabled else { return }
    for connection in session.graph.connections where connection.input === input {
      endStream(over: connection, in: session)
    }
    // No frame comes for those that wait for one.
    guard let video = session.runner.lane(of: input)?.video else { return }
    let lane = ObjectIdentifier(video)
    session.photograph { $0.reconfigured($1) { $0.camera?.lane == lane && $0.machine.isWaiting } }
  }

  /// Nothing passes from here on: movies under way end with the picture, and go on in silence without the sound.
  private static func endStream(over connection: CaptureConnection, in session: isolated CaptureSession) {
    let output = ObjectIdentifier(connection.output)
    switch connection.mediaType {
    case .video:
      session.photograph { $0.pictureEnded(of: output, $1) }
      session.record { $0.pictureEnded(of: output) }
    case .audio:
      session.photograph { $0.soundEnded(of: output, $1) }
      session.record { $0.soundEnded(of: output) }
    default: break
    }
  }
}
