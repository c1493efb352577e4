import Dispatch
import MediaCore
import PhotoLibrary
import Synchronization

/// A clock that runs, for servers that really restart.
final class RunningClock: MediaClock {
  private let start = ContinuousClock.now

  var now: MediaTime {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return MediaTime(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    let wait = max(0, (time - now).nanoseconds)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(wait)), execute: action)
    return UncancelledAction()
  }
}

/// A clock that is at each time at once: who waits for it does not wait.
final class JumpingClock: MediaClock {
  private let time = Mutex(MediaTime(nanoseconds: 0))

  var now: MediaTime { time.withLock(\.self) }

  func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    self.time.withLock { $0 = max($0, time) }
    action()
    return UncancelledAction()
  }
}

private struct UncancelledAction: ScheduledAction {
  func cancel() {}
}

extension Patience {
  static var usual: Patience { Patience(RunningClock()) }

  /// For servers that do not come back.
  static func brief(_ limit: MediaTime) -> Patience {
    Patience(RunningClock(), opening: limit, reconnecting: limit, attempt: limit)
  }
}
