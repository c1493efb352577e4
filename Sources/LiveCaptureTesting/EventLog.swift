import Dispatch
import MediaCore
import Synchronization

/// The events that a receiver was told of, in order, with the callers, and a way to wait for more of them.
final class EventLog<Event: Sendable>: Sendable {
  private struct State {
    var recorded: [Event] = []
    var waiting: [DispatchSemaphore] = []
    var depth = 0
    var hadOverlap = false
    var callers: Set<ObjectIdentifier> = []
  }

  private let state = Mutex(State())

  var events: [Event] { state.withLock { $0.recorded } }

  /// Indicates whether a call ever began before the one before it had ended.
  var hadOverlap: Bool { state.withLock { $0.hadOverlap } }

  var callers: Set<ObjectIdentifier> { state.withLock { $0.callers } }

  /// Notes what `event` makes of a call of `caller`, and wakes those who wait.
  func note(_ caller: AnyObject, _ event: () -> Event) {
    state.withLock { state in
      state.depth += 1
      if state.depth > 1 { state.hadOverlap = true }
      state.callers.insert(ObjectIdentifier(caller))
    }
    let event = event()
    let waiting = state.withLock { state in
      state.depth -= 1
      state.recorded.append(event)
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.signal() }
  }

  /// Blocks until the events satisfy a condition or `limit` of real time is over, and tells whether they do.
  ///
  /// For real devices only, whose time cannot be moved; it is the one place here where time really passes.
  func wait(within limit: MediaTime, until isDone: ([Event]) -> Bool) -> Bool {
    let deadline = DispatchTime.now() + limit.seconds
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
