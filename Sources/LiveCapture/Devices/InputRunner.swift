import CaptureDevices
import MediaCore

/// The inputs of a session, each in one ``State``: which deliver, which are waited for, and what is done to have them
/// back.
///
/// A driver that hangs often comes to itself again; where it does not, starting the stream anew mostly helps. So a
/// device that has stalled is left running and watched, and is stopped and started now and then, more and more rarely.
/// With the first sample it is used again. A device that cannot be had is away: one that is plugged in is told by its
/// system; one that is in use is tried now and then. A session all of whose cameras are away is interrupted, and goes
/// on by itself.
///
/// ```
/// idle       ─ started ──────────────────────────► delivering
///            ─ cannot be had ────────────────────► away
/// delivering ─ silent for too long ──────────────► stalled
///            ─ fails or is unplugged ────────────► away
///            ─ stopped or closed ────────────────► idle
/// stalled    ─ a sample comes, wanted as it is ──► delivering
///            ─ a sample comes otherwise ─────────► idle; started anew where the session runs
///            ─ cannot be had ────────────────────► away
///            ─ is unplugged, stopped, forgotten ─► idle
/// away       ─ started: tried, or plugged in ────► delivering
///            ─ forgotten ────────────────────────► idle
/// ```
/// An input that is started by another lane delivers by that, whatever its state was, and its old lane is stopped. What
/// else a state does not list does nothing in it. Lanes are handed through and never looked into.
struct InputRunner<Lane: Sendable> {
  /// The state of an input. An idle input has none.
  enum State {
    case delivering(Lane)
    /// The input should deliver, and its samples are watched for; it has been started anew `rounds` times.
    case stalled(Lane, rounds: Int)
    /// The device is not available; it has been tried `rounds` times, and may be scheduled to be tried again.
    case away(rounds: Int, isScheduled: Bool)

    var lane: Lane? { if case .delivering(let lane) = self { lane } else { nil } }
    var stalledLane: Lane? { if case .stalled(let lane, _) = self { lane } else { nil } }
  }

  enum Action {
    case stop(Lane)
    /// Forget all samples of a lane and whoever waits for one.
    case close(Lane)
    /// Close a lane and report ``InputRunner/returned(_:isUpToDate:_:)`` with its next sample.
    case rest(Lane, DeviceInput)
    case restart(Lane)
    case wake(Lane, DeviceInput)
    case arm(SessionTick, at: MediaTime)
    case cancel(SessionTick)
    case deactivate(DeviceInput)
    /// End captures and recordings of a camera that has failed, or, without an error, is no longer wanted as it is.
    case end(Lane, DeviceError?)
    case tell(DeviceError, DeviceInput)
    /// Take a device for failed; answered by ``InputRunner/failed(_:_:_:)``.
    case fail(DeviceInput, DeviceError)
    /// Say what came when; answered by ``InputRunner/scheduleStallCheck(_:_:)``.
    case scheduleStallCheck
    /// Put a device in the place of one that had gone.
    case replaceDevice(DeviceInput, with: CaptureDevice)
    /// Start an input; answered by ``InputRunner/resumed(_:_:_:)``.
    case resume(DeviceInput)
    /// Try a device that was away; answered by ``InputRunner/retried(_:isThere:_:)``.
    case retry(DeviceInput)
    case report(CaptureError)
    /// Let outputs and connections follow the inputs that deliver now.
    case lanesDidChange
    /// A camera delivers no more: its pressure is none.
    case forgetPressure(DeviceInput)
    case camerasAreGone(DeviceError)
    case updateReadiness
    /// A camera that had stalled delivers again while the session is interrupted.
    case stallIsOver
    /// A camera that was away can be had while the session is interrupted.
    case cameraIsBack
  }

  /// The last arrival from an input that delivers.
  struct Arrival {
    let input: DeviceInput
    /// The name by which the device was opened.
    let device: String
    let time: MediaTime
  }

  // After so many rounds the time between them grows no more: with the default time-out it is 24 seconds then.
  private let growingRounds = 3
  private let timeout: MediaTime
  private var states: [ObjectIdentifier: State] = [:]

  /// No inputs. After `timeout` a device is tried or started anew for the first time.
  init(timeout: MediaTime) { self.timeout = timeout }

  // MARK: What others may see

  /// The lanes of all inputs that deliver, and of those that are watched for their return.
  var allLanes: [Lane] { states.values.compactMap { $0.lane ?? $0.stalledLane } }

  var delivering: [Lane] { states.values.compactMap(\.lane) }

  /// Returns the state of an input; `nil` while it is idle.
  func state(of input: DeviceInput) -> State? { states[ObjectIdentifier(input)] }

  /// The lane of an input; `nil` unless it delivers.
  func lane(of input: DeviceInput) -> Lane? { state(of: input)?.lane }

  // MARK: Starting and stopping

  mutating func started(_ input: DeviceInput, _ lane: Lane) -> [Action] {
    let old = self.lane(of: input)
    let actions = forgetAbsences([input])
    states[ObjectIdentifier(input)] = .delivering(lane)
    return actions + (old.map { [.stop($0), .close($0)] } ?? [])
  }

  mutating func stop(_ input: DeviceInput) -> [Action] {
    let actions = forgetStalled(input)
    guard let lane = lane(of: input) else { return actions }
    states[ObjectIdentifier(input)] = nil
    return actions + (input.device.mediaType == .video ? [.end(lane, nil)] : [])
      + [.stop(lane), .close(lane), .forgetPressure(input)]
  }

  /// Closes and forgets the lanes of all inputs that deliver; those that have stalled are watched on.
  mutating func closeAll() -> [Action] {
    defer { states = states.filter { $0.value.lane == nil } }
    return delivering.map { .close($0) }
  }

  mutating func forgetAbsences(_ inputs: [DeviceInput]) -> [Action] {
    inputs.flatMap { input -> [Action] in
      let name = ObjectIdentifier(input)
      guard case .away = states[name] else { return forgetStalled(input) }
      states[name] = nil
      return [.cancel(.retry(name))]
    }
  }

  mutating func forgetStalled(_ input: DeviceInput) -> [Action] {
    let name = ObjectIdentifier(input)
    guard let lane = state(of: input)?.stalledLane else { return [] }
    states[name] = nil
    return [.cancel(.restart(name)), .stop(lane), .close(lane)]
  }

  // MARK: Failing devices

  /// Looks for devices from which nothing has come for too long: by when samples came, not by what times they bear. A
  /// clock that was set is no hanging driver.
  func checkForStall(_ arrivals: [Arrival], _ view: SessionView) -> [Action] {
    guard view.isRunning else { return [] }
    let stalled = arrivals.filter { $0.time < view.now - timeout }.map { arrival -> Action in
      .fail(
        arrival.input,
        DeviceError(
          .stalled, context: arrival.device,
          message: "nothing has come from the device for \(timeout.seconds) s; it is used again as soon "
            + "as it delivers. If it does not, unplug it and plug it in again"))
    }
    return stalled + [.scheduleStallCheck]
  }

  /// Checks lie a quarter of the timeout apart. Those before any device can have been silent for all of it are left
  /// out: each wakes three threads, which costs an armed session more than some frames.
  func scheduleStallCheck(_ arrivals: [Arrival], _ view: SessionView) -> [Action] {
    guard view.isRunning else { return [] }
    let interval = timeout.multiplied(by: 1, over: 4)
    let oldest = arrivals.map { $0.time }.min() ?? view.now
    let next = (1...5).map { view.now + interval * $0 }.first { $0 - timeout > oldest } ?? view.now + interval
    return [.arm(.stallCheck, at: next)]
  }

  /// A device has been unplugged.
  mutating func disconnected(_ device: CaptureDevice, _ view: SessionView) -> [Action] {
    guard let input = view.graph.inputs.first(where: { $0.device === device }) else { return [] }
    let error = DeviceError.unplugged(device)
    let actions = forgetStalled(input) + failed(error, input, view)
    // A session that is interrupted for another reason must not go on without a camera when that one is gone.
    let hasCamera = view.graph.inputs.contains { input in
      input.device.mediaType == .video && (input.device.isConnected || input.device.isFixed)
    }
    guard device.mediaType == .video, case .interrupted = view.phase, !hasCamera else { return actions }
    return actions + [.camerasAreGone(error)]
  }

  /// A device has failed, or has delivered nothing for too long.
  mutating func failed(_ error: DeviceError, _ input: DeviceInput, _ view: SessionView) -> [Action] {
    guard view.isRunning, let lane = lane(of: input) else { return [] }
    let name = ObjectIdentifier(input)
    let isStalled = error.code == .stalled
    let isVideo = input.device.mediaType == .video
    var actions: [Action] = (isStalled ? [] : [.stop(lane)]) + [.deactivate(input)]
    if isVideo { actions.append(.end(lane, error)) }
    actions.append(.close(lane))
    if isStalled {
      states[name] = .stalled(lane, rounds: 0)
      actions += [.rest(lane, input), .arm(.restart(name), at: view.now + pause(after: 0))]
    } else {
      actions += noteAway(input, error, view)
    }
    if isVideo { actions.append(.forgetPressure(input)) }
    actions.append(.tell(error, input))
    guard isVideo else { return actions }
    return actions + (hasCamera(view) ? [] : [.camerasAreGone(error)]) + [.updateReadiness]
  }

  private func hasCamera(_ view: SessionView) -> Bool {
    view.graph.inputs.contains { $0.device.mediaType == .video && lane(of: $0) != nil }
  }

  /// Inputs have not started: tells of those that are newly away, and that the session is left without a camera.
  mutating func lost(_ lost: [LostInput], _ view: SessionView) -> [Action] {
    var actions: [Action] = []
    for lost in lost where lane(of: lost.input) == nil {
      guard let error = lost.error.underlying as? DeviceError else { continue }
      let isNews = state(of: lost.input) == nil
      actions += noteAway(lost.input, error, view)
      if isNews { actions.append(.tell(error, lost.input)) }
    }
    guard let reason = whyNothingRuns(without: lost, view)?.underlying as? DeviceError else { return actions }
    return actions + [.camerasAreGone(reason)]
  }

  /// Returns the reason why a session cannot run with the inputs that have started, when it has cameras and all of them
  /// are away; `nil` otherwise.
  func whyNothingRuns(without lost: [LostInput], _ view: SessionView) -> CaptureError? {
    guard !hasCamera(view) else { return nil }
    return lost.first { $0.input.device.mediaType == .video && $0.error.underlying is DeviceError }?.error
  }

  private mutating func noteAway(_ input: DeviceInput, _ error: DeviceError, _ view: SessionView) -> [Action] {
    let name = ObjectIdentifier(input)
    let actions = forgetStalled(input)
    if case .away = states[name] {} else { states[name] = .away(rounds: 0, isScheduled: false) }
    guard error.code == .busy || error.code == .notFound, case .away(_, false) = states[name] else { return actions }
    return actions + scheduleRetry(of: input, view)
  }

  // MARK: Coming back

  /// A device has been plugged in: it takes the place of one that the session has lost.
  func connected(_ device: CaptureDevice, _ view: SessionView) -> [Action] {
    let input = view.graph.inputs.first { input in
      input.device.uniqueID == device.uniqueID && input.device.mediaType == device.mediaType
        && !input.device.isConnected
    }
    guard let input else { return [] }
    let actions = [Action.replaceDevice(input, with: device)]
    switch view.phase {
    case .running: return actions + [.resume(input)]
    // A microphone that is back brings no pictures: it is started together with the camera.
    case .interrupted where device.mediaType == .video: return actions + [.cameraIsBack]
    default: return actions
    }
  }

  /// An input was to be started in a running session; `error` is why it was not.
  mutating func resumed(_ input: DeviceInput, _ error: CaptureError?, _ view: SessionView) -> [Action] {
    guard let error else { return [.lanesDidChange] }
    let lost = error.isAbsence ? lost([LostInput(input: input, error: error)], view) : []
    return [.report(error)] + lost + [.lanesDidChange]
  }

  private mutating func scheduleRetry(of input: DeviceInput, _ view: SessionView) -> [Action] {
    let name = ObjectIdentifier(input)
    // The system of one that is unplugged tells when it is plugged in again.
    guard case .away(let rounds, _) = states[name], input.device.isConnected || input.device.isFixed else {
      return []
    }
    states[name] = .away(rounds: rounds, isScheduled: true)
    return [.arm(.retry(name), at: view.now + pause(after: rounds))]
  }

  private func pause(after rounds: Int) -> MediaTime { timeout * Int32(1 << min(rounds, growingRounds)) }

  mutating func retry(_ name: ObjectIdentifier, _ view: SessionView) -> [Action] {
    guard case .away(let rounds, _) = states[name], let input = view.graph.input(named: name) else { return [] }
    states[name] = .away(rounds: rounds + 1, isScheduled: false)
    // Who interrupts the session wants no devices to run, and a microphone is started together with the camera.
    guard view.phase.wantsAwayDevices, view.isRunning || input.device.mediaType == .video else {
      return scheduleRetry(of: input, view)
    }
    return [.retry(input)]
  }

  /// A device that was away has been tried.
  mutating func retried(_ input: DeviceInput, isThere: Bool, _ view: SessionView) -> [Action] {
    guard isThere else { return scheduleRetry(of: input, view) }
    return [view.isRunning ? .lanesDidChange : .cameraIsBack]
  }

  mutating func restart(_ name: ObjectIdentifier, _ view: SessionView) -> [Action] {
    guard case .stalled(let lane, let rounds) = states[name] else { return [] }
    states[name] = .stalled(lane, rounds: rounds + 1)
    // Whoever has interrupted the session for a reason of his own does not want cameras to run.
    return (view.phase.wantsCameras ? [.restart(lane)] : [])
      + [.arm(.restart(name), at: view.now + pause(after: rounds + 1))]
  }

  /// A stalled device delivers again. One that has been set differently meanwhile is opened anew.
  mutating func returned(_ input: DeviceInput, isUpToDate: Bool, _ view: SessionView) -> [Action] {
    let name = ObjectIdentifier(input)
    guard let lane = state(of: input)?.stalledLane else { return [] }
    let isThere = view.graph.contains(input)
    let isTaken = isThere && view.phase.wantsCameras && isUpToDate
    states[name] = isTaken ? .delivering(lane) : nil
    let actions: [Action] = [.cancel(.restart(name)), isTaken ? .wake(lane, input) : .stop(lane)]
    switch view.phase {
    case .running where isThere: return actions + [.resume(input)]
    case .interrupted where isThere && input.device.mediaType == .video: return actions + [.stallIsOver]
    default:
      states[name] = nil
      return actions + (isTaken ? [.stop(lane)] : [])
    }
  }

  // MARK: Interruptions

  /// The session is interrupted: microphones start together with the camera; cameras stop unless only lost ones are the
  /// reason.
  mutating func rest(for reason: InterruptionReason, _ view: SessionView) -> [Action] {
    view.graph.inputs.flatMap { input -> [Action] in
      guard let lane = state(of: input)?.stalledLane else { return [] }
      if input.device.mediaType == .audio { return forgetStalled(input) }
      return reason == .videoDeviceWasLost ? [] : [.stop(lane)]
    }
  }

  /// Nothing but lost cameras keeps the session from running: they are tried at once.
  mutating func hurry(_ view: SessionView) -> [Action] {
    view.graph.inputs.flatMap { input -> [Action] in
      let name = ObjectIdentifier(input)
      guard let lane = state(of: input)?.stalledLane else { return [] }
      states[name] = .stalled(lane, rounds: 0)
      return [.cancel(.restart(name))] + restart(name, view)
    }
  }
}
