import CaptureDevices
import MediaCore

/// The phase of a session, and the reasons that keep it from running.
///
/// ```
/// idle         ─ start ─────────────────────────────► starting; interrupted where there is a reason
/// starting     ─ inputs run ────────────────────────► running
///              ─ a reason, from within the start ───► interrupted
///              ─ resumed, and no camera can be had ─► interrupted, by the loss that is told next
///              ─ failed otherwise ──────────────────► idle
/// running      ─ a reason ──────────────────────────► interrupted
///              ─ stop ──────────────────────────────► stopping
/// interrupted  ─ last reason ends ──────────────────► starting
///              ─ stop ──────────────────────────────► stopping
/// stopping     ─ all has ended ─────────────────────► idle
/// ```
/// Reasons come and go while the session is idle or stops, too. Those that the app has told outlast a stop: a start is
/// remembered until they have gone.
struct SessionLifecycle {
  typealias Waiter = CheckedContinuation<Void, Never>

  enum Phase {
    /// A start is held back by reasons, if there are any.
    case idle([Reason])
    /// Inputs are being started; answered by ``SessionLifecycle/started(_:at:)``.
    case starting(isResumed: Bool)
    case running
    /// The session is to run, and is kept from running. The reasons are empty only between a resumption that found no
    /// camera and the report of that loss.
    case interrupted([Reason])
    /// Whoever asked for a stop meanwhile waits for its end.
    case stopping([Reason], [Waiter])

    /// The reasons that keep the session from running, or would; one of each kind. A session that ran is interrupted by
    /// the first.
    fileprivate(set) var reasons: [Reason] {
      get {
        switch self {
        case .idle(let reasons), .interrupted(let reasons), .stopping(let reasons, _): reasons
        case .starting, .running: []
        }
      }
      set {
        switch self {
        case .idle: self = .idle(newValue)
        case .starting, .running, .interrupted: self = .interrupted(newValue)
        case .stopping(_, let waiters): self = .stopping(newValue, waiters)
        }
      }
    }

    var isRunning: Bool { if case .running = self { true } else { false } }

    /// Indicates whether nothing but lost cameras keeps the session from running.
    var wantsCameras: Bool { reasons.allSatisfy { $0.kind == .videoDeviceWasLost } }

    /// Indicates whether nothing but devices that are away keeps the session from running.
    var wantsAwayDevices: Bool {
      reasons.allSatisfy { $0.kind == .videoDeviceWasLost || $0 == .found(.videoDeviceInUseByAnotherClient) }
    }
  }

  enum Reason: Equatable {
    /// The app has said so, and says when it is over.
    case told(InterruptionReason)
    /// The session has found it, and goes on by itself: cameras that are lost or that another program has, or pressure.
    case found(InterruptionReason)

    var kind: InterruptionReason {
      switch self {
      case .told(let kind), .found(let kind): kind
      }
    }
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
    case forgetAbsences
    case forgetFirstFrames
    /// End captures and recordings; what becomes of their movies, the profile says.
    case interruptCaptures(CaptureError)
    /// End captures and recordings that lack footage, each with its error.
    case stopCaptures(CaptureError, recordings: CaptureError)
    /// Stop every lane, and wait for no more sound. Pictures stay in the rings until lanes are closed.
    case stopLanes
    case closeLanes
    /// Tell of captures as soon as the causes of events allow, until outputs are released.
    case flushEvents
    /// Let outputs and connections be as they were before the session ran.
    case releaseOutputs
    case restStalled(InterruptionReason)
    case hurryStalled
    case arm(SessionTick, at: MediaTime)
    case cancel(SessionTick)
    case resetPressure
    case updatePressure
    case tell(SessionEvent)
    case updateReadiness
    /// Let those go on that wait for the stop.
    case resume([Waiter])
    /// Throw from the call; the last action.
    case fail(CaptureError)
  }

  private(set) var phase = Phase.idle([])
  /// Reasons that the app has begun and that do not apply at present: `audioDeviceInUseByAnotherClient` in a session
  /// without a microphone.
  private var unheeded: Set<InterruptionReason> = []

  /// The app starts the session.
  /// - Throws: ``CaptureError`` with `.invalidConfiguration` when it runs already, or has no camera.
  mutating func start(hasCamera: Bool) throws(CaptureError) -> [Action] {
    guard case .idle(let reasons) = phase else {
      throw CaptureError(
        .invalidConfiguration, context: "startRunning", message: "the session is running; stop it first")
    }
    guard hasCamera else {
      throw CaptureError(.invalidConfiguration, message: "the session has no camera; add one with addInput first")
    }
    guard reasons.isEmpty else {
      phase = .interrupted(reasons)
      return []
    }
    phase = .starting(isResumed: false)
    return [.startInputs]
  }

  /// Inputs have been started, by the app's call or because the last reason has gone.
  mutating func started(_ start: Start, at now: MediaTime) -> [Action] {
    guard case .starting(let isResumed) = phase else {
      // A reason came from within the start, by a device that called the session: nothing may run.
      return phase.isRunning ? [] : [.stopInputs]
    }
    switch start {
    case .runs(let lost):
      phase = .running
      return (isResumed ? [.tell(.interruptionEnded(at: now))] : []) + [.run, .tellLost(lost)]
    case .isWithoutCamera(let lost, _) where isResumed:
      phase = .interrupted([])
      // The next reason is here already.
      return [.tell(.interruptionEnded(at: now)), .stopInputs, .tellLost(lost)]
    case .failed(let error) where isResumed:
      phase = .idle([])
      // One that has come back from a stall runs already.
      return [
        .stopInputs, .forgetAbsences, .tell(.interruptionEnded(at: now)), .tell(.runtimeError(error, at: now)),
        .updateReadiness,
      ]
    case .isWithoutCamera(_, let error), .failed(let error):
      phase = .idle([])
      // Whoever waits for the first frame waits for the camera that has not started.
      return [.stopInputs, .forgetFirstFrames, .tell(.runtimeError(error, at: now)), .fail(error)]
    }
  }

  /// The app stops the session, where there is something to stop: answered by ``stopped(at:)`` once captures have
  /// ended.
  mutating func stop() -> [Action] {
    switch phase {
    case .running, .interrupted: phase = .stopping(phase.reasons, [])
    case .idle, .starting, .stopping: return []
    }
    let error = CaptureError(.sessionStopped, message: "the session was stopped before the capture was complete")
    let recordingError = CaptureError(
      .sessionStopped, message: "the session was stopped while it recorded", avErrorCode: -11_803)
    return [
      .cancel(.stallCheck), .forgetAbsences, .stopCaptures(error, recordings: recordingError), .stopLanes, .flushEvents,
    ]
  }

  /// Somebody waits for the end of a stop that is under way.
  mutating func join(_ waiter: Waiter) -> [Action] {
    guard case .stopping(let reasons, let waiters) = phase else { return [.resume([waiter])] }
    phase = .stopping(reasons, waiters + [waiter])
    return []
  }

  /// Every capture has ended. A camera that was lost is tried again by the next start.
  mutating func stopped(at now: MediaTime) -> [Action] {
    guard case .stopping(let reasons, let waiters) = phase else { return [] }
    phase = .idle(
      reasons.filter { reason in
        reason != Self.pressure && reason.kind != .videoDeviceWasLost && reason.kind != .videoDeviceInUseByAnotherClient
      })
    return [
      .closeLanes, .cancel(.pressureEnd), .resetPressure, .releaseOutputs, .updateReadiness,
      .tell(.didStopRunning(at: now)), .resume(waiters),
    ]
  }

  /// The app knows of a reason. That the microphone is taken does not matter to a session without one, until it has
  /// one.
  mutating func begin(_ reason: InterruptionReason, hasMicrophone: Bool, at now: MediaTime) -> [Action] {
    guard hasMicrophone || reason != .audioDeviceInUseByAnotherClient else {
      unheeded.insert(reason)
      return []
    }
    return begin(
      .told(reason),
      CaptureError(.sessionInterrupted, message: "the session was interrupted before the capture was complete"), now)
  }

  mutating func camerasAreGone(_ error: CaptureError, isBusy: Bool, at now: MediaTime) -> [Action] {
    begin(.found(isBusy ? .videoDeviceInUseByAnotherClient : .videoDeviceWasLost), error, now)
  }

  /// The machine cannot keep up: the session rests until `end`.
  mutating func beginPressure(until end: MediaTime, at now: MediaTime) -> [Action] {
    let error = CaptureError(
      .sessionInterrupted,
      message: "the machine cannot keep up with the camera; choose a smaller size or rate, or end other programs")
    let actions = begin(Self.pressure, error, now)
    return actions.isEmpty ? [] : actions + [.arm(.pressureEnd, at: end)]
  }

  private mutating func begin(_ reason: Reason, _ error: CaptureError, _ now: MediaTime) -> [Action] {
    guard !isKeptFromRunning(by: reason.kind) else { return [] }
    var actions: [Action] = [.restStalled(reason.kind)]
    if phase.isRunning {
      actions += [.cancel(.stallCheck), .interruptCaptures(error), .stopLanes, .closeLanes]
      if reason != Self.pressure { actions += [.cancel(.pressureEnd), .resetPressure] }
    }
    phase.reasons.append(reason)
    return actions + [.tell(.wasInterrupted(reason.kind, at: now)), .updateReadiness]
  }

  private static let pressure = Reason.found(.videoDeviceNotAvailableDueToSystemPressure)

  private var isRestingFromPressure: Bool { phase.reasons.contains(Self.pressure) }

  private func isKeptFromRunning(by kind: InterruptionReason) -> Bool { phase.reasons.contains { $0.kind == kind } }

  /// Cameras have rested; once what they left behind is worked off the session goes on, or looks again at `next`.
  mutating func pressureMayEnd(isIdle: Bool, next: MediaTime, at now: MediaTime) -> [Action] {
    guard isRestingFromPressure else { return [] }
    guard isIdle else { return [.arm(.pressureEnd, at: next)] }
    return clear(.videoDeviceNotAvailableDueToSystemPressure, at: now) + [.updatePressure]
  }

  mutating func end(_ reason: InterruptionReason, at now: MediaTime) -> [Action] {
    unheeded.remove(reason)
    let wasResting = isRestingFromPressure
    let actions = clear(reason, at: now)
    return wasResting && !isRestingFromPressure ? [.cancel(.pressureEnd)] + actions + [.updatePressure] : actions
  }

  mutating func stallIsOver(at now: MediaTime) -> [Action] { clear(.videoDeviceWasLost, at: now) }

  mutating func cameraIsBack(at now: MediaTime) -> [Action] {
    let isBusy = phase.reasons.contains(.found(.videoDeviceInUseByAnotherClient))
    let actions = isBusy ? clear(.videoDeviceInUseByAnotherClient, at: now) : []
    return actions + clear(.videoDeviceWasLost, at: now)
  }

  /// The session is made of something else: reasons may have come or gone with its devices.
  mutating func graphDidChange(hasMicrophone: Bool, hasNewCamera: Bool, at now: MediaTime) -> [Action] {
    let sound = InterruptionReason.audioDeviceInUseByAnotherClient
    var actions: [Action] = []
    if hasMicrophone, unheeded.contains(sound) {
      unheeded.remove(sound)
      actions = begin(sound, hasMicrophone: true, at: now)
    } else if !hasMicrophone, isKeptFromRunning(by: sound) {
      unheeded.insert(sound)
      actions = clear(sound, at: now)
    }
    if case .interrupted = phase, hasNewCamera { actions += cameraIsBack(at: now) }
    return actions
  }

  private mutating func clear(_ kind: InterruptionReason, at now: MediaTime) -> [Action] {
    guard let place = phase.reasons.firstIndex(where: { $0.kind == kind }) else { return [] }
    phase.reasons.remove(at: place)
    guard phase.reasons.isEmpty else {
      return phase.reasons.map(\.kind) == [.videoDeviceWasLost] ? [.hurryStalled] : []
    }
    guard case .interrupted = phase else { return [.tell(.interruptionEnded(at: now))] }
    phase = .starting(isResumed: true)
    return [.startInputs]
  }
}
