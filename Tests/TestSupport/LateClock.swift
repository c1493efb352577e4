public import MediaCore
import Synchronization

/// A clock that can oversleep: what falls due during a jump runs at its end, as on a machine that was busy.
public final class LateClock: MediaClock {
  private struct State {
    var now = MediaTime(nanoseconds: 1_000_000_000)
    var actions: [(number: Int, time: MediaTime, run: @Sendable () -> Void)] = []
    var count = 0
  }
  private struct Entry: ScheduledAction {
    let clock: LateClock
    let number: Int

    func cancel() {
      clock.state.withLock { state in
        if let index = state.actions.firstIndex(where: { $0.number == number }) { state.actions.remove(at: index) }
      }
    }
  }
  private let state = Mutex(State())
  /// The instant at which it begins.
  public let start = MediaTime(nanoseconds: 1_000_000_000)

  /// Creates a clock at ``start``.
  public init() {}

  /// The instant that it shows.
  public var now: MediaTime { state.withLock { $0.now } }

  /// Keeps an action until ``jump(by:)`` passes its time, or it is cancelled.
  public func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    let number = state.withLock { state in
      state.count += 1
      state.actions.append((state.count, time, action))
      return state.count
    }
    return Entry(clock: self, number: number)
  }

  /// Moves time on at once, and only then runs what has fallen due: in the order of times, and what is of one time in
  /// the order in which it was scheduled.
  public func jump(by duration: MediaTime) {
    state.withLock { $0.now += duration }
    while let next = state.withLock({ (state) -> (@Sendable () -> Void)? in
      let next = state.actions.indices.min { (state.actions[$0].time, $0) < (state.actions[$1].time, $1) }
      guard let next, state.actions[next].time <= state.now else { return nil }
      return state.actions.remove(at: next).run
    }) { next() }
  }
}
