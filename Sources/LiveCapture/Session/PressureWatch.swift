import CaptureDevices
import MediaCore

/// How hard it is for the machine to keep up with the cameras of a session, and how often that has interrupted it.
struct PressureWatch {
  private var states: [ObjectIdentifier: SystemPressureState] = [:]
  /// What was told last: the state of the camera for which it is hardest.
  private(set) var told = SystemPressureState.nominal
  /// How often the session has interrupted itself, since there was no pressure.
  private(set) var rounds = 0

  /// Returns the state a camera's meter begins with: high after an interruption, so that lasting pressure shows at
  /// once.
  mutating func begin(_ input: DeviceInput) -> SystemPressureState {
    let state: SystemPressureState =
      rounds > 0 ? SystemPressureState(level: .critical, factors: told.factors) : .nominal
    states[ObjectIdentifier(input)] = state
    return state
  }

  mutating func drop(_ input: DeviceInput) { states[ObjectIdentifier(input)] = nil }

  /// A camera's pressure is another. Returns what is to be told, if anything is.
  mutating func note(_ state: SystemPressureState, of input: DeviceInput) -> SystemPressureState? {
    states[ObjectIdentifier(input)] = state
    return update()
  }

  /// A camera delivers no more. Returns what is to be told, if anything is.
  mutating func forget(_ input: DeviceInput) -> SystemPressureState? {
    states[ObjectIdentifier(input)] = nil
    return update()
  }

  /// The session interrupts itself. Returns for how long: each time twice as long as before, at most sixteen times.
  mutating func rest(_ recoveryTime: MediaTime) -> MediaTime {
    defer { rounds += 1 }
    return recoveryTime * Int32(1 << min(rounds, 4))
  }

  /// The session has stopped, or is interrupted for another reason. Returns what is to be told, if anything is.
  mutating func reset() -> SystemPressureState? {
    (states, rounds) = ([:], 0)
    return update()
  }

  /// Returns the state of the camera for which it is hardest, if it is another than was told.
  mutating func update() -> SystemPressureState? {
    let new = states.values.max { $0.level < $1.level } ?? .nominal
    guard new != told else { return nil }
    told = new
    if new.level == .nominal { rounds = 0 }
    return new
  }
}
