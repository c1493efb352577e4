import CaptureDevices
import MediaCore

/// Carries out what ``ConfigurationTransaction`` decides: on devices, lanes, outputs and connections.
enum ConfigurationHands {
  static func perform(
    _ actions: [ConfigurationTransaction.Action], in session: isolated CaptureSession
  ) throws(CaptureError) {
    for action in actions { try perform(action, in: session) }
  }

  private static func perform(
    _ action: ConfigurationTransaction.Action, in session: isolated CaptureSession
  ) throws(CaptureError) {
    switch action {
    case .observe(let input): observe(input, in: session)
    case .setFormat(let input, let format): input.device.noteFormat(format)
    case .exchangeInputs(let change): try perform(exchange(change, in: session), in: session)
    case .forget(let input):
      session.run { inputs, _ in inputs.forgetAbsences([input]) }
    case .endCaptures(let output): session.photograph { $0.reconfigured($1) { $0.output === output } }
    case .endRecordings:
      let connections = Dictionary(grouping: session.graph.connections) { ObjectIdentifier($0.output) }
        .mapValues { $0.map { ObjectIdentifier($0) } }
      session.record { $0.connectionsChanged(connections) }
    case .detach(let output): (output as? any MemberOutput)?.membership.session = nil
    case .restore(let restoration): restoration.putBack()
    case .hear(let inputs, let connections): hear(ofNone: inputs, connections, in: session)
    case .restart(let inputs): restart(inputs, in: session)
    case .graphDidChange(let old, let lost):
      SessionHands.lanesDidChange(in: session)
      for output in session.graph.photoOutputs { SessionHands.prepare(output, in: session) }
      session.run { $0.lost(lost, $1) }
      let inputs = session.graph.inputs
      let hasMicrophone = inputs.contains { $0.device.mediaType == .audio }
      let hasNewCamera = inputs.contains { $0.device.mediaType == .video && !old.contains($0) }
      session.proceed { $0.graphDidChange(hasMicrophone: hasMicrophone, hasNewCamera: hasNewCamera, at: $1) }
    case .tell(let error): session.emit(.runtimeError(error, at: session.now))
    case .fail(let error): throw error
    }
  }

  private static func exchange(
    _ change: ConfigurationTransaction.Change, in session: isolated CaptureSession
  ) -> [ConfigurationTransaction.Action] {
    guard session.isRunning else { return session.transaction.exchanged(change) }
    let inputs = change.old.inputs
    let delivering = inputs.filter { session.runner.lane(of: $0) != nil }
    var exchange = InputExchange(
      change, delivering: delivering,
      outdated: delivering.filter { session.runner.lane(of: $0)?.isUpToDate(for: $0) == false },
      stalled: inputs.filter { session.runner.state(of: $0)?.stalledLane != nil })
    do throws(CaptureError) {
      try exchange.run { (action) throws(CaptureError) in
        switch action {
        case .requireRoom(let input):
          // As far as it can be told before the camera is opened.
          guard let format = input.device.activeFormat else { return }
          let shape = VideoFormat(
            pixelFormat: format.pixelFormat, width: format.dimensions.width, height: format.dimensions.height)
          do throws(DeviceError) { try session.configuration.requireRoom(for: shape, "\(format)") } catch {
            throw CaptureError(device: error, profile: session.environment.profile)
          }
        case .start(let input): try session.inputHands.start(input, in: session)
        case .stop(let input): session.run { inputs, _ in inputs.stop(input) }
        case .endCaptures: session.photograph { $0.reconfigured($1) { _ in true } }
        }
      }
    } catch {
      return session.transaction.failed(change, stopped: exchange.stopped, error: error)
    }
    return session.transaction.exchanged(change, lost: exchange.lost)
  }

  /// Starts inputs again; what does not run is told as a device that has failed.
  private static func restart(_ inputs: [DeviceInput], in session: isolated CaptureSession) {
    var lost: [LostInput] = []
    for input in inputs {
      if let lane = session.runner.lane(of: input), !lane.isUpToDate(for: input) {
        session.run { inputs, _ in inputs.stop(input) }
      }
      do throws(CaptureError) { try session.inputHands.start(input, in: session) } catch {
        lost.append(LostInput(input: input, error: error))
      }
    }
    SessionHands.lanesDidChange(in: session)
    session.run { $0.lost(lost, $1) }
  }

  static func observe(_ input: DeviceInput, in session: isolated CaptureSession) {
    input.device.observe(session) { [weak session, weak input] change, before in
      guard let input else { return nil }
      return session?.sync { deviceDidChange(change, of: input, before: before, in: $0) }
    }
    input.observe(session) { [weak session] input in session?.sync { SessionHands.inputDidChange(input, in: $0) } }
  }

  /// The app has set a device; says why that cannot be, and then all is as before.
  private static func deviceDidChange(
    _ change: CaptureDevice.Change, of input: DeviceInput, before: CaptureDevice.Settings,
    in session: isolated CaptureSession
  ) -> CaptureError? {
    guard session.transaction.drawnUp.contains(input) else { return nil }
    do throws(CaptureError) {
      try session.change(before: (input, before)) { if case .format = change { $0.preset = .inputPriority } }
      return nil
    } catch {
      return error
    }
  }

  private static func hear(
    ofNone inputs: [DeviceInput], _ connections: [CaptureConnection], in session: isolated CaptureSession
  ) {
    for input in inputs {
      input.device.observe(session, nil)
      input.observe(session, nil)
    }
    for connection in connections {
      connection.membership.session = nil
      for lane in session.runner.delivering { lane.remove(connection) }
    }
    for input in session.graph.inputs { observe(input, in: session) }
    for connection in session.graph.connections { connection.membership.session = session }
  }
}
