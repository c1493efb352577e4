import Dispatch
import Synchronization

/// What happened, in order, and a way to wait for more of it.
final class EventLog<Event: Sendable>: Sendable {
  private struct State {
    var recorded: [Event] = []
    var waiting: [DispatchSemaphore] = []
  }

  private let state = Mutex(State())

  var events: [Event] { state.withLock { $0.recorded } }

  /// Notes an event and wakes those who wait.
  func append(_ event: Event) {
    let waiting = state.withLock { state in
      state.recorded.append(event)
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.signal() }
  }

  /// Blocks until the events satisfy a condition or the time is over, and tells whether they do.
  ///
  /// For real devices only, whose time cannot be moved; it is the one place here where time really passes.
  func wait(seconds: Double, until isDone: ([Event]) -> Bool) -> Bool {
    let deadline = DispatchTime.now() + seconds
    while true {
      let more = DispatchSemaphore(value: 0)
      let events = state.withLock { state in
        state.waiting.append(more)
        return state.recorded
      }
      if isDone(events) { return true }
      if more.wait(timeout: deadline) == .timedOut { return isDone(self.events) }
    }
  }
}
