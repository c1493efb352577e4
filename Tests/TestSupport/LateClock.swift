public import MediaCore
import Synchronization

/// A clock that can oversleep: what falls due during a jump runs at its end, as on a machine that was busy.
public final class LateClock: MediaClock {
  private struct State {
    var now = MediaTime(nanoseconds: 1_000_000_000)
    var actions: [(time: MediaTime, run: @Sendable () -> Void)] = []
  }
  private struct Kept: ScheduledAction { func cancel() {} }
  private let state = Mutex(State())
  /// The instant at which it begins.
  public let start = MediaTime(nanoseconds: 1_000_000_000)

  /// Creates a clock at ``start``.
  public init() {}

  /// The instant that it shows.
  public var now: MediaTime { state.withLock { $0.now } }

  /// Keeps an action until ``jump(by:)`` passes its time.
  public func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    state.withLock { $0.actions.append((time, action)) }
    return Kept()
  }

  /// Moves time on at once, and only then runs what has fallen due.
  public func jump(by duration: MediaTime) {
    state.withLock { $0.now += duration }
    while let next = state.withLock({ (state) -> (@Sendable () -> Void)? in
      guard let index = state.actions.firstIndex(where: { $0.time <= state.now }) else { return nil }
      return state.actions.remove(at: index).run
    }) { next() }
  }
}
