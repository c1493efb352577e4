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
    case .stopInputs: for input in session.graph.inputs { session.run { inputs, _ in inputs.stop(input) } }
    case .run:
      adaptOutputs(in: session)
      updateConnections(in: session)
      hands.perform(.scheduleStallCheck, in: session)
      session.emit(.didStartRunning(at: session.now))
      for output in session.graph.photoOutputs { prepare(output, in: session) }
      updateReadiness(in: session)
      watchFirstFrames(in: session)
    case .tellLost(let lost): session.run { $0.lost(lost, $1) }
    case .forgetAbsences: session.run { [inputs = session.graph.inputs] runner, _ in runner.forgetAbsences(inputs) }
    case .forgetFirstFrames: hands.forgetFirstFrames()
    case .interruptCaptures(let error):
      session.photograph { $0.interrupted(error, $1) }
      session.record { $0.endAll(error) }
    case .stopCaptures(let error, let recordingError):
      session.photograph { $0.stopped(error, $1) }
      session.record { $0.endAll(recordingError) }
    case .stopLanes:
      for lane in session.runner.delivering {
        lane.stop()
        // Movies that wait for the last of their sound wait no longer; pictures are still looked for in the rings.
        lane.audio?.close()
      }
    case .closeLanes: session.run { runner, _ in runner.closeAll() }
    case .flushEvents: session.photograph { [outputs = session.graph.photoOutputs] in $0.flush(outputs, $1) }
    case .releaseOutputs:
      for connection in session.graph.connections { connection.setActive(true) }
      for output in session.graph.photoOutputs { output.sessionDidStop() }
      session.photos.resume(session.graph.photoOutputs)
    case .restStalled(let reason): session.run { $0.rest(for: reason, $1) }
    case .hurryStalled: session.run { $0.hurry($1) }
    case .arm(let tick, let time): hands.arm(tick, at: time, in: session)
    case .cancel(let tick): hands.cancel(tick)
    case .resetPressure: session.weigh { $0.reset() }
    case .updatePressure: session.weigh { $0.update() }
    case .tell(let event): session.emit(event)
    case .updateReadiness: updateReadiness(in: session)
    case .resume(let waiters): for waiter in waiters { waiter.resume() }
    case .fail(let error): throw error
    }
  }

  // MARK: Ticks

  static func take(_ tick: SessionTick, at time: MediaTime, in session: isolated CaptureSession) {
    switch tick {
    case .stallCheck:
      let arrivals = session.inputHands.arrivals(in: session)
      session.run { $0.checkForStall(arrivals, $1) }
    case .retry(let name): session.run { $0.retry(name, $1) }
    case .restart(let name): session.run { $0.restart(name, $1) }
    case .pressureEnd:
      let isIdle = session.photos.isEmpty && session.recordings.isEmpty
      let next = time + session.pressure.policy.recoveryTime
      session.proceed { $0.pressureMayEnd(isIdle: isIdle, next: next, at: $1) }
    }
  }

  static func perform(_ action: PressureWatch.Action, in session: isolated CaptureSession) {
    switch action {
    case .tell(let state): session.pressureFeed.tell(state)
    case .interrupt(let end): session.proceed { $0.beginPressure(until: end, at: $1) }
    }
  }

  static func pressureChanged(
    _ state: SystemPressureState, of input: DeviceInput, at time: MediaTime, in session: isolated CaptureSession
  ) {
    guard session.isRunning, session.runner.lane(of: input) != nil else { return }
    session.weigh { $0.note(state, of: input, at: time) }
  }

  // MARK: Devices that come and go

  static func handle(_ event: DeviceSystem.Event, in session: isolated CaptureSession) {
    switch event {
    case .wasDisconnected(let device): session.run { $0.disconnected(device, $1) }
    case .wasConnected(let device): session.run { $0.connected(device, $1) }
    case .authorizationDidChange: for input in session.graph.inputs { input.updateAuthorization() }
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
    guard let video = session.firstLane(of: .video)?.video else { return }
    session.frameInterval.withLock { $0 = video.source.mode.frameInterval }
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
          of: input.device, format: format, soundEncoder: soundEncoder(of: output, in: session),
          graph: session.graph, session.environment)
      }
      output.state.withLock { $0.features.adapt(to: capabilities) }
    }
  }

  static func updateReadiness(in session: isolated CaptureSession) {
    for output in session.graph.photoOutputs { PhotoHands.updateReadiness(of: output, in: session) }
  }

  static func prepare(_ output: PhotoOutput, in session: isolated CaptureSession) {
    guard session.isRunning, !session.transaction.isOpen else { return }
    let (preparation, features) = output.state.withLock { ($0.preparation, $0.features) }
    output.prepare(preparation.libraries(features, sound: soundEncoder(of: output, in: session)), in: session)
  }

  /// Returns the encoder of the sound of an output's movies; `nil` where there is no sound, and for PCM.
  private static func soundEncoder(of output: PhotoOutput, in session: isolated CaptureSession) -> AudioEncoder? {
    session.graph.connection(to: output, of: .audio).flatMap { _ in session.configuration.usedAudioEncoder }
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
