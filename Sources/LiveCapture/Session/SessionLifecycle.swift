import CaptureDevices
import MediaCore

/// Whether a session runs, and what keeps it from running.
///
/// ```
/// idle ──start──► running ◄──last reason ends──► interrupted
///   ▲                └──────────stop─────────────────┘
///   └────── stopping ◄───────────┘
/// ```
/// Reasons may come while the session is idle, too: then a start is remembered.
struct SessionLifecycle {
  enum Phase: Equatable {
    case idle
    case running
    case interrupted
    case stopping
  }

  private struct Reason {
    let kind: InterruptionReason
    /// Whether the session has found it, and goes on by itself: a camera that another program has, or pressure.
    let isOwn: Bool
  }

  enum Start {
    case runs([LostInput])
    case isWithoutCamera([LostInput], CaptureError)
    case failed(CaptureError)
  }

  enum Action {
    /// Start every input; answered by ``SessionLifecycle/started(_:at:)``.
    case startInputs
    case stopInputs
    /// Let everything run that runs with the session.
    case run
    case tellLost([LostInput])
    case forgetAway
    case forgetFirstFrames
    /// End captures and recordings, and all lanes.
    case endFootage(CaptureError)
    case restStalled(InterruptionReason)
    case hurryStalled
    case arm(SessionTick, at: MediaTime)
    case cancel(SessionTick)
    case resetPressure
    case updatePressure
    case tell(SessionEvent)
    case updateReadiness
    /// Throw from the call, once everything else is done.
    case fail(CaptureError)
  }

  private(set) var phase = Phase.idle
  private var reasons: [Reason] = []
  /// Whether another program has the microphone, be there one in the session or not.
  private var isSoundTaken = false

  var isInterrupted: Bool { !reasons.isEmpty }

  /// Whether nothing but lost cameras keeps the session from running.
  var wantsCameras: Bool { reasons.allSatisfy { $0.kind == .videoDeviceWasLost } }

  /// Whether nothing but devices that are away keeps the session from running.
  var wantsAwayDevices: Bool {
    reasons.allSatisfy { $0.kind == .videoDeviceWasLost || $0.kind == .videoDeviceInUseByAnotherClient && $0.isOwn }
  }

  /// The app starts the session.
  /// - Throws: ``CaptureError`` with `.invalidConfiguration` when it runs already, or has no camera.
  mutating func start(hasCamera: Bool) throws(CaptureError) -> [Action] {
    guard phase == .idle else {
      throw CaptureError(
        .invalidConfiguration, context: "startRunning", message: "the session is running; stop it first")
    }
    guard hasCamera else {
      throw CaptureError(.invalidConfiguration, message: "the session has no camera; add one with addInput first")
    }
    guard reasons.isEmpty else {
      phase = .interrupted
      return []
    }
    return [.startInputs]
  }

  /// Inputs have been started, by the app's call or because the last reason has gone: in no other phase.
  mutating func started(_ start: Start, at now: MediaTime) -> [Action] {
    guard phase == .idle || phase == .interrupted else { return [] }
    guard phase == .interrupted else {
      switch start {
      case .runs(let lost):
        phase = .running
        return [.run, .tellLost(lost)]
      case .isWithoutCamera(_, let error), .failed(let error):
        // Whoever waits for the first frame waits for the camera that has not started.
        return [.stopInputs, .forgetFirstFrames, .tell(.runtimeError(error, at: now)), .fail(error)]
      }
    }
    switch start {
    case .runs(let lost):
      phase = .running
      return [.tell(.interruptionEnded(at: now)), .run, .tellLost(lost)]
    case .isWithoutCamera(let lost, _):
      // The next reason is here already.
      return [.tell(.interruptionEnded(at: now)), .stopInputs, .tellLost(lost)]
    case .failed(let error):
      phase = .idle
      // One that has come back from a stall runs already.
      return [
        .stopInputs, .forgetAway, .tell(.interruptionEnded(at: now)), .tell(.runtimeError(error, at: now)),
        .updateReadiness,
      ]
    }
  }

  /// The app stops the session. Returns whether there is something to stop.
  mutating func stop() -> Bool {
    guard phase == .running || phase == .interrupted else { return false }
    phase = .stopping
    return true
  }

  /// Everything has ended. A camera that was lost is tried again by the next start.
  mutating func stopped() -> [Action] {
    guard phase == .stopping else { return [] }
    phase = .idle
    let actions = forgetPressure()
    reasons.removeAll { $0.kind == .videoDeviceWasLost || $0.kind == .videoDeviceInUseByAnotherClient }
    return actions
  }

  /// The app knows of a reason. That the microphone is taken does not matter to a session without one, until it has
  /// one.
  mutating func begin(_ reason: InterruptionReason, hasMicrophone: Bool, at now: MediaTime) -> [Action] {
    if reason == .audioDeviceInUseByAnotherClient {
      isSoundTaken = true
      guard hasMicrophone else { return [] }
    }
    return begin(
      Reason(kind: reason, isOwn: false),
      CaptureError(.sessionInterrupted, message: "the session was interrupted before the capture was complete"), now)
  }

  mutating func camerasAreGone(_ error: CaptureError, isBusy: Bool, at now: MediaTime) -> [Action] {
    begin(
      Reason(kind: isBusy ? .videoDeviceInUseByAnotherClient : .videoDeviceWasLost, isOwn: true), error, now)
  }

  /// The machine cannot keep up: the session rests until `end`.
  mutating func beginPressure(until end: MediaTime, at now: MediaTime) -> [Action] {
    let error = CaptureError(
      .sessionInterrupted,
      message: "the machine cannot keep up with the camera; choose a smaller size or rate, or end other programs")
    let actions = begin(Reason(kind: .videoDeviceNotAvailableDueToSystemPressure, isOwn: true), error, now)
    return actions.isEmpty ? [] : actions + [.arm(.pressureEnd, at: end)]
  }

  private mutating func begin(_ reason: Reason, _ error: CaptureError, _ now: MediaTime) -> [Action] {
    guard !reasons.contains(where: { $0.kind == reason.kind }) else { return [] }
    reasons.append(reason)
    var actions: [Action] = [.restStalled(reason.kind)]
    if phase == .running {
      phase = .interrupted
      actions += [.cancel(.stallCheck), .endFootage(error)]
      if !isRestingFromPressure { actions += forgetPressure() }
    }
    return actions + [.tell(.wasInterrupted(reason.kind, at: now)), .updateReadiness]
  }

  private var isRestingFromPressure: Bool {
    reasons.contains { $0.kind == .videoDeviceNotAvailableDueToSystemPressure && $0.isOwn }
  }

  private mutating func forgetPressure() -> [Action] {
    reasons.removeAll { $0.kind == .videoDeviceNotAvailableDueToSystemPressure && $0.isOwn }
    return [.cancel(.pressureEnd), .resetPressure]
  }

  /// Cameras have rested; once what they left behind is worked off the session goes on, or looks again at `next`.
  mutating func pressureMayEnd(isIdle: Bool, next: MediaTime, at now: MediaTime) -> [Action] {
    guard isRestingFromPressure else { return [] }
    guard isIdle else { return [.arm(.pressureEnd, at: next)] }
    return clear(.videoDeviceNotAvailableDueToSystemPressure, at: now) + [.updatePressure]
  }

  mutating func end(_ reason: InterruptionReason, at now: MediaTime) -> [Action] {
    if reason == .audioDeviceInUseByAnotherClient { isSoundTaken = false }
    let wasResting = isRestingFromPressure
    let actions = clear(reason, at: now)
    return wasResting && !isRestingFromPressure ? [.cancel(.pressureEnd)] + actions + [.updatePressure] : actions
  }

  mutating func stallIsOver(at now: MediaTime) -> [Action] { clear(.videoDeviceWasLost, at: now) }

  mutating func cameraIsBack(at now: MediaTime) -> [Action] {
    let isOwn = reasons.contains { $0.kind == .videoDeviceInUseByAnotherClient && $0.isOwn }
    let actions = isOwn ? clear(.videoDeviceInUseByAnotherClient, at: now) : []
    return actions + clear(.videoDeviceWasLost, at: now)
  }

  /// The session is made of something else: reasons may have come or gone with its devices.
  mutating func graphDidChange(hasMicrophone: Bool, hasNewCamera: Bool, at now: MediaTime) -> [Action] {
    var actions: [Action] = []
    if isSoundTaken, hasMicrophone {
      actions = begin(.audioDeviceInUseByAnotherClient, hasMicrophone: true, at: now)
    } else if !hasMicrophone {
      actions = clear(.audioDeviceInUseByAnotherClient, at: now)
    }
    if phase == .interrupted, hasNewCamera { actions += cameraIsBack(at: now) }
    return actions
  }

  private mutating func clear(_ reason: InterruptionReason, at now: MediaTime) -> [Action] {
    guard let place = reasons.firstIndex(where: { $0.kind == reason }) else { return [] }
    reasons.remove(at: place)
    guard reasons.isEmpty else { return reasons.map(\.kind) == [.videoDeviceWasLost] ? [.hurryStalled] : [] }
    return phase == .interrupted ? [.startInputs] : [.tell(.interruptionEnded(at: now))]
  }
}
