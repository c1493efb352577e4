import CaptureDevices
import MediaCore

/// Carries out what ``ConfigurationTransaction`` decides: on devices, lanes, outputs and connections.
enum ConfigurationHands {
  static func perform(
    _ actions: [ConfigurationTransaction.Action], in session: isolated CaptureSession
  ) throws(CaptureError) {
    var failure: CaptureError?
    for action in actions {
      if case .fail(let error) = action { failure = error }
      try perform(action, in: session)
    }
    if let failure { throw failure }
  }

  private static func perform(
    _ action: ConfigurationTransaction.Action, in session: isolated CaptureSession
  ) throws(CaptureError) {
    switch action {
    case .observe(let input): observe(input, in: session)
    case .setFormat(let input, let format): input.device.noteFormat(format)
    case .exchangeInputs(let change): try perform(exchange(change, in: session), in: session)
    case .forget(let input):
      session.forgetStalled(input)
      session.forgetAway(input)
    case .endCaptures(let output): session.end(session.requests.values.filter { $0.output === output })
    case .endRecordings:
      let connections = Dictionary(grouping: session.graph.connections) { ObjectIdentifier($0.output) }
        .mapValues { $0.map { ObjectIdentifier($0) } }
      session.record { $0.connectionsChanged(connections) }
    case .detach(let output):
      (output as? PhotoOutput)?.detach()
      (output as? MovieFileOutput)?.detach()
    case .restore(let restoration): restoration.putBack()
    case .hear(let inputs, let connections): hear(ofNone: inputs, connections, in: session)
    case .restart(let inputs): restart(inputs, in: session)
    case .graphDidChange(let old, let lost):
      session.lanesDidChange()
      if session.isRunning { for output in session.graph.photoOutputs { session.prepare(output) } }
      session.tellLost(lost)
      session.updateInterruption(from: old)
    case .tell(let error): session.emit(.runtimeError(error, at: session.environment.clock.now))
    case .fail: break
    }
  }

  private static func exchange(
    _ change: ConfigurationTransaction.Change, in session: isolated CaptureSession
  ) -> [ConfigurationTransaction.Action] {
    guard session.isRunning else { return session.transaction.exchanged(change) }
    let inputs = change.old.inputs
    let delivering = inputs.filter { session.lanes[ObjectIdentifier($0)] != nil }
    var exchange = InputExchange(
      change, delivering: delivering,
      outdated: delivering.filter { input in
        session.lanes[ObjectIdentifier(input)].map { !$0.isUpToDate(for: input) } ?? false
      }, stalled: inputs.filter { session.stalledDevices[ObjectIdentifier($0)] != nil })
    do throws(CaptureError) {
      try exchange.run { (action) throws(CaptureError) in
        switch action {
        case .requireRoom(let input): try session.requireRoom(for: input)
        case .start(let input): try session.startLane(of: input)
        case .stop(let input): session.stopLane(of: input)
        case .endCaptures: session.end(Array(session.requests.values))
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
      if let lane = session.lanes[ObjectIdentifier(input)], !lane.isUpToDate(for: input) {
        session.stopLane(of: input)
      }
      do throws(CaptureError) { try session.startLane(of: input) } catch {
        lost.append(LostInput(input: input, error: error))
      }
    }
    session.lanesDidChange()
    session.tellLost(lost)
  }

  /// Hears of what the app does to an input and its device.
  static func observe(_ input: DeviceInput, in session: isolated CaptureSession) {
    input.device.observe(session) { [weak session, weak input] change, before in
      guard let input else { return nil }
      return session?.deviceDidChange(change, of: input, before: before)
    }
    input.observe(session) { [weak session] input in session?.inputDidChange(input) }
  }

  private static func hear(
    ofNone inputs: [DeviceInput], _ connections: [CaptureConnection], in session: isolated CaptureSession
  ) {
    for input in inputs {
      input.device.observe(session, nil)
      input.observe(session, nil)
    }
    for connection in connections { connection.observe(nil) }
    for input in session.graph.inputs { observe(input, in: session) }
    for connection in session.graph.connections {
      connection.observe { [weak session] connection in session?.connectionDidChange(connection) }
    }
  }
}
