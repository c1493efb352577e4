public import CaptureDevices
import Synchronization

/// A light that logs when it is switched, for the `flash` of a capture environment.
public final class SimulatedFlash: Flash {
  private struct State {
    var isAvailable: Bool
    var changes: [Bool] = []
  }

  private let state: Mutex<State>
  private let onSwitch: @Sendable (Bool) -> Void

  /// Creates a flash that can be used, or one that is too hot. `onSwitch` is called with each change.
  public init(isAvailable: Bool = true, onSwitch: @escaping @Sendable (Bool) -> Void = { _ in }) {
    state = Mutex(State(isAvailable: isAvailable))
    self.onSwitch = onSwitch
  }

  /// A Boolean value that indicates whether the flash can be used now. A flash that is on stays on.
  public var isAvailable: Bool { state.withLock { $0.isAvailable } }

  /// The changes so far, in order: `[true, false]` after one flash.
  public var changes: [Bool] { state.withLock { $0.changes } }

  /// Sets whether the flash can be used, or is too hot.
  public func setAvailable(_ isAvailable: Bool) { state.withLock { $0.isAvailable = isAvailable } }

  /// Records the switch.
  public func setOn(_ isOn: Bool) {
    state.withLock { $0.changes.append(isOn) }
    onSwitch(isOn)
  }
}
