import Foundation

/// What happened, in order, and a way to wait for more of it.
// Unchecked because every access holds the condition's lock, which the compiler does not see.
final class EventLog<Event: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var recorded: [Event] = []

  /// Everything so far.
  var events: [Event] {
    condition.lock()
    defer { condition.unlock() }
    return recorded
  }

  /// Notes an event and wakes those who wait.
  func append(_ event: Event) {
    condition.lock()
    recorded.append(event)
    condition.broadcast()
    condition.unlock()
  }

  /// Blocks until the events satisfy a condition or the time is over, and tells whether they do.
  ///
  /// For real devices only, whose time cannot be moved; it is the one place here where time really passes.
  func wait(seconds: Double, until isDone: ([Event]) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while !isDone(recorded) {
      if !condition.wait(until: deadline) { return isDone(recorded) }
    }
    return true
  }
}
