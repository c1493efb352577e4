import CaptureDevices
import MediaCore
import Synchronization

/// How hard it is for the machine to keep up, and what becomes of the session when it cannot.
extension CaptureSession {
  /// What the session keeps of its cameras' pressure.
  struct Pressure {
    /// By camera's input.
    var states: [ObjectIdentifier: SystemPressureState] = [:]
    /// What was told last.
    var told = SystemPressureState.nominal
    /// Whether the session itself has interrupted itself, and is to go on by itself.
    var isInterrupting = false
    /// How often it has, since there was no pressure.
    var rounds = 0
    var end: (any ScheduledAction)?
  }

  /// How hard it is for the machine to keep up: that of the camera for which it is hardest.
  ///
  /// With the interruption `videoDeviceNotAvailableDueToSystemPressure` it is `shutdown`. See ``SystemPressurePolicy``.
  public var systemPressureState: SystemPressureState { pressure.told }

  /// Every later ``systemPressureState``; ends with the session. Stands for observing
  /// `AVCaptureDevice.systemPressureState`.
  public nonisolated var systemPressureStates: AsyncStream<SystemPressureState> {
    AsyncStream { continuation in pressureObservers.withLock { $0.append(continuation) } }
  }

  /// The meter of a camera that is started. After an interruption for pressure it begins high, and pressure that is still
  /// there shows at once.
  func makePressureMeter(of source: any VideoSource, for input: DeviceInput) -> PressureMeter? {
    let policy = configuration.systemPressure
    guard policy.isEnabled else { return nil }
    let state: SystemPressureState =
      pressure.rounds > 0 ? SystemPressureState(level: .critical, factors: pressure.told.factors) : .nominal
    pressure.states[ObjectIdentifier(input)] = state
    return PressureMeter(policy, frameInterval: source.mode.frameInterval, from: state)
  }

  func pressureChanged(_ state: SystemPressureState, of input: DeviceInput, at time: MediaTime) {
    guard case .running = self.state, lanes[ObjectIdentifier(input)] != nil else { return }
    pressure.states[ObjectIdentifier(input)] = state
    updatePressure()
    if state.level == .shutdown, configuration.systemPressure.interruptsSession { interruptForPressure(at: time) }
  }

  /// A camera delivers no more.
  func forgetPressure(of input: DeviceInput) {
    pressure.states[ObjectIdentifier(input)] = nil
    updatePressure()
  }

  /// The session has stopped, or is interrupted for another reason.
  func forgetPressure() {
    pressure.end?.cancel()
    if pressure.isInterrupting { interruptions.removeAll { $0 == .videoDeviceNotAvailableDueToSystemPressure } }
    let told = pressure.told
    pressure = Pressure()
    pressure.told = told
    updatePressure()
  }

  func updatePressure() {
    let new = pressure.states.values.max { $0.level < $1.level } ?? .nominal
    guard new != pressure.told else { return }
    pressure.told = new
    if new.level == .nominal { pressure.rounds = 0 }
    pressureObservers.withLock { observers in
      observers.removeAll { observer in
        if case .terminated = observer.yield(new) { return true }
        return false
      }
    }
  }

  private func interruptForPressure(at time: MediaTime) {
    pressure.isInterrupting = true
    let rest = configuration.systemPressure.recoveryTime * Int32(1 << min(pressure.rounds, 4))
    pressure.rounds += 1
    beginInterruption(
      .videoDeviceNotAvailableDueToSystemPressure,
      failing: CaptureError(
        .sessionInterrupted,
        message: "the machine cannot keep up with the camera; choose a smaller size or rate, or end other programs"))
    schedulePressureEnd(at: time + rest)
  }

  private func schedulePressureEnd(at time: MediaTime) {
    pressure.end = environment.clock.schedule(at: time) { [weak self] in
      self?.enter { $0.pressureMayEnd(at: time) }
    }
  }

  /// Cameras have rested; once what they left behind is worked off the session goes on.
  private func pressureMayEnd(at time: MediaTime) {
    guard pressure.isInterrupting else { return }
    guard requests.isEmpty, recordings.isEmpty else {
      return schedulePressureEnd(at: time + configuration.systemPressure.recoveryTime)
    }
    pressure.isInterrupting = false
    pressure.end = nil
    endInterruption(.videoDeviceNotAvailableDueToSystemPressure)
    updatePressure()
  }
}
