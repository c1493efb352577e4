import LiveCapture
import MediaCore
import Synchronization

/// The state of a shoot so far: its events as they are told, its result, and what is still to come.
final class ShootTally: Sendable {
  private struct State {
    var result: ShootResult
    var remaining: Int
    /// Captures that are not over, each with its delegate, which nobody else holds.
    var open: [CaptureID: ShootDelegate] = [:]
    /// The names of captures that are over and whose timings have not come yet.
    var untimed: [CaptureID: String] = [:]
  }

  let events: AsyncStream<ShootEvent>
  /// Ends when nothing more is to come of any capture.
  let ended: AsyncStream<Void>
  private let continuation: AsyncStream<ShootEvent>.Continuation
  private let endContinuation: AsyncStream<Void>.Continuation
  private let state: Mutex<State>
  private let isMeasured: Bool
  private let hear: @Sendable (ShootEvent) -> Void
  // Counted along with the events: the output's own count may be ahead of them.
  private let liveIndicator = LiveIndicator()

  init(requested: Int, isMeasured: Bool, hearing hear: @escaping @Sendable (ShootEvent) -> Void) {
    self.isMeasured = isMeasured
    self.hear = hear
    (events, continuation) = AsyncStream.makeStream()
    (ended, endContinuation) = AsyncStream.makeStream()
    state = Mutex(State(result: ShootResult(requested: requested), remaining: requested))
  }

  var result: ShootResult { state.withLock(\.result) }

  var hasOpenCaptures: Bool { state.withLock { !$0.open.isEmpty } }

  func tell(_ event: ShootEvent) {
    hear(event)
    continuation.yield(event)
  }

  func tell(_ event: CaptureEvent, name: String) {
    liveIndicator.update(for: event)
    tell(.capture(event, name: name, live: liveIndicator.count))
  }

  func begin(_ id: CaptureID, _ delegate: ShootDelegate) {
    state.withLock { state in
      state.open[id] = delegate
      state.remaining -= 1
      state.result.begun += 1
    }
  }

  func refuse(_ id: CaptureID, name: String, _ error: CaptureError) {
    tell(.refused(name: name, error: error))
    update { state in
      state.open[id] = nil
      state.result.begun -= 1
      state.result.failures.append(error)
    }
  }

  /// Counts a press that was refused.
  func leaveOut(name: String, _ error: CaptureError) {
    tell(.refused(name: name, error: error))
    update { state in
      state.remaining -= 1
      state.result.failures.append(error)
    }
  }

  func note(_ failure: CaptureError) { state.withLock { $0.result.failures.append(failure) } }

  func end(_ id: CaptureID, name: String, isComplete: Bool) {
    update { state in
      state.open[id] = nil
      if isMeasured { state.untimed[id] = name }
      if isComplete { state.result.completed += 1 }
    }
  }

  /// Tells the timings of a capture, which come after its end.
  func hear(_ timings: CaptureTimings) {
    let id = timings.resolvedSettings.uniqueID
    guard let name = state.withLock({ $0.untimed[id] }) else { return }
    tell(.timings(timings, name: name))
    update { $0.untimed[id] = nil }
  }

  /// Leaves out so many presses, for the user has had enough.
  func interrupt(leavingOut count: Int, isAbandoned: Bool) {
    update { state in
      state.remaining -= count
      state.result.wasInterrupted = true
      state.result.wasAbandoned = state.result.wasAbandoned || isAbandoned && !state.open.isEmpty
    }
  }

  /// Leaves out so many presses, for the camera has failed. Captures that were under way have reported the failure
  /// themselves, or will.
  func fail(leavingOut count: Int, _ failure: CaptureError) {
    update { state in
      state.remaining -= count
      if state.open.isEmpty, !state.result.failures.contains(where: { $0.code == failure.code }) {
        state.result.failures.append(failure)
      }
    }
  }

  func close() { continuation.finish() }

  private func update(_ change: (inout State) -> Void) {
    let isOver = state.withLock { state in
      change(&state)
      return state.remaining == 0 && state.open.isEmpty && state.untimed.isEmpty
    }
    if isOver { endContinuation.finish() }
  }
}
