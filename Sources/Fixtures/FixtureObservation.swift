import CaptureDevices
import MediaCore
import Synchronization

/// Somebody's interest in the recorded coming and going of devices.
final class FixtureObservation: DeviceObservation {
  private struct State {
    var isCancelled = false
    var scheduled: [any ScheduledAction] = []
  }

  private let handler: @Sendable (FixtureDeviceEvent) -> Void
  private let state = Mutex(State())

  init(_ handler: @escaping @Sendable (FixtureDeviceEvent) -> Void) { self.handler = handler }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func add(_ action: any ScheduledAction) { state.withLock { $0.scheduled.append(action) } }

  /// Calls the handler, under the lock that ``cancel()`` waits for.
  func call(_ event: FixtureDeviceEvent) {
    state.withLock { state in if !state.isCancelled { handler(event) } }
  }

  func cancel() {
    let scheduled = state.withLock { state in
      state.isCancelled = true
      defer { state.scheduled = [] }
      return state.scheduled
    }
    for action in scheduled { action.cancel() }
  }
}
