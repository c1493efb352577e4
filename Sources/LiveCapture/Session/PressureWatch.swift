import CaptureDevices
import MediaCore

/// The pressure of keeping up with the cameras of a session, and the number of interruptions that it has caused.
struct PressureWatch {
  enum Action: Equatable {
    case tell(SystemPressureState)
    /// Let the session rest.
    case interrupt(until: MediaTime)
  }

  let policy: SystemPressurePolicy
  private var states: [ObjectIdentifier: SystemPressureState] = [:]
  /// The state that was told last: that of the camera under the most pressure.
  private(set) var told = SystemPressureState.nominal
  /// The number of times that the session has interrupted itself since there was no pressure.
  private var rounds = 0

  init(_ policy: SystemPressurePolicy) { self.policy = policy }

  /// Creates the meter that tells a camera's pressure from its frames; returns `nil` where pressure is not looked for.
  ///
  /// It begins high after an interruption, so that lasting pressure shows at once.
  mutating func meter(of input: DeviceInput, frameInterval: MediaTime) -> PressureMeter? {
    guard policy.isEnabled else { return nil }
    let state: SystemPressureState =
      rounds > 0 ? SystemPressureState(level: .critical, factors: told.factors) : .nominal
    states[ObjectIdentifier(input)] = state
    return PressureMeter(policy, frameInterval: frameInterval, from: state)
  }

  /// A camera has not started.
  mutating func drop(_ input: DeviceInput) { states[ObjectIdentifier(input)] = nil }

  /// A camera's pressure is another since `time`. The session interrupts itself where it is too high: each time for
  /// twice as long as before, at most sixteen times.
  mutating func note(_ state: SystemPressureState, of input: DeviceInput, at time: MediaTime) -> [Action] {
    states[ObjectIdentifier(input)] = state
    let actions = update()
    guard state.level == .shutdown, policy.interruptsSession else { return actions }
    defer { rounds += 1 }
    return actions + [.interrupt(until: time + policy.recoveryTime * Int32(1 << min(rounds, 4)))]
  }

  /// A camera delivers no more.
  mutating func forget(_ input: DeviceInput) -> [Action] {
    states[ObjectIdentifier(input)] = nil
    return update()
  }

  /// The session has stopped, or is interrupted for another reason.
  mutating func reset() -> [Action] {
    (states, rounds) = ([:], 0)
    return update()
  }

  /// Tells the state of the camera for which it is hardest, if it is another than was told.
  mutating func update() -> [Action] {
    let new = states.values.max { $0.level < $1.level } ?? .nominal
    guard new != told else { return [] }
    told = new
    if new.level == .nominal { rounds = 0 }
    return [.tell(new)]
  }
}
