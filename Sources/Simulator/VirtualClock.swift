public import MediaCore
import Synchronization

/// A clock whose time moves only by calls, so that minutes of capture take no real time and every run is equal.
///
/// Due actions run inside ``advance(to:)`` and its kin, on the caller's thread, in order of their times; actions of
/// one instant run in the order in which they were scheduled. An action scheduled for the past runs with the next
/// advance, also one that goes no further than the present. `now`, `schedule` and `cancel` may be called from any
/// thread and from inside actions; time is moved by one caller at a time and never from inside an action.
///
/// Where a session runs on the clock, move time by the methods with `settling`: moving it while work of the session is
/// pending is a programming error.
public final class VirtualClock: MediaClock {
  private let state: Mutex<State>

  /// Creates a clock that shows `start`, by default 1000 s: late enough that instants before it are still positive.
  public init(start: MediaTime = MediaTime(nanoseconds: 1_000_000_000_000)) {
    precondition(start.isNumeric, "a virtual clock that starts at no instant")
    state = Mutex(State(nowNanoseconds: start.nanoseconds))
  }

  /// Returns the host of the work on the clock, made by `make` if there is none yet.
  package func host<Host: VirtualClockHost>(_ make: () -> Host) -> Host {
    state.withLock { state in
      if let host = state.host as? Host { return host }
      let host = make()
      state.host = host
      return host
    }
  }

  /// Calls `body` as an action of the clock.
  private func perform(_ body: () -> Void, thenSettling settles: Bool = false) {
    guard let host = state.withLock({ $0.host }) else { return body() }
    host.perform(body, thenSettling: settles)
  }

  /// The instant the clock shows, in nanoseconds. Inside an action it is the action's time.
  public var now: MediaTime { MediaTime(nanoseconds: state.withLock { $0.nowNanoseconds }) }

  /// The number of actions that are waiting, whenever they are due.
  public var pendingActionCount: Int { state.withLock { $0.queue.count } }

  /// The time of the next waiting action, or `nil` when there is none.
  public var nextActionTime: MediaTime? {
    state.withLock { $0.queue.last.map { MediaTime(nanoseconds: $0.nanoseconds) } }
  }

  /// Calls `action` once, when time is moved to or past `time`; at ``/MediaCore/MediaTime/positiveInfinity``, never.
  ///
  /// A time between two nanoseconds counts as the later one, so that no action runs early.
  public func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    precondition(time.isValid && !time.isIndefinite, "an action scheduled at no instant")
    if time.isPositiveInfinity { return Entry(clock: self, number: -1) }
    let nanoseconds = time.isNegativeInfinity ? Int64.min : Self.nanosecondsRoundedUp(time)
    let number = state.withLock { $0.add(action, atNanoseconds: nanoseconds) }
    return Entry(clock: self, number: number)
  }

  /// Moves time to `time`, running every action that falls due on the way, and those they schedule.
  public func advance(to time: MediaTime) {
    let target = begin(movingTo: time)
    while let action = takeNext(before: target) { perform(action) }
    state.withLock { $0.finish(at: target) }
  }

  /// Moves time on by `duration`, running every action that falls due on the way.
  public func advance(by duration: MediaTime) { advance(to: now + duration) }

  /// Moves time on by `duration` while the work of sessions stays pending, as on a machine that is too slow: frames
  /// arrive, and nothing is encoded, written or reported until the clock is settled again.
  public func fallBehind(by duration: MediaTime) {
    let target = begin(movingTo: now + duration)
    while let action = takeNext(before: target, leavingWork: true) { perform(action) }
    state.withLock { $0.finish(at: target) }
  }

  /// Moves time to `time`, awaiting `settle` after every action and at the end.
  ///
  /// `settle` returns when all work that an action has started is done; only then does time move on. Actions that it
  /// schedules before `time` still run.
  public func advance(
    to time: MediaTime, isolation: isolated (any Actor)? = #isolation, settling settle: () async -> Void
  ) async {
    let target = begin(movingTo: time)
    // What has been set off before belongs to the present.
    if let host = state.withLock({ $0.host }), host.waitingCount > 0 { await settle() }
    var hasSettledAtEnd = false
    while true {
      if let action = takeNext(before: target) {
        perform(action, thenSettling: true)
        hasSettledAtEnd = false
        await settle()
      } else if hasSettledAtEnd {
        break
      } else {
        state.withLock { $0.nowNanoseconds = target }
        await settle()
        hasSettledAtEnd = true
      }
    }
    state.withLock { $0.finish(at: target) }
  }

  /// Moves time on by `duration`, awaiting `settle` after every action and at the end.
  public func advance(
    by duration: MediaTime, isolation: isolated (any Actor)? = #isolation, settling settle: () async -> Void
  ) async {
    await advance(to: now + duration, isolation: isolation, settling: settle)
  }

  private func takeNext(before target: Int64, leavingWork: Bool = false) -> (@Sendable () -> Void)? {
    let (host, passes) = state.withLock { ($0.host, $0.nextInstant(before: target) > $0.nowNanoseconds) }
    if passes, !leavingWork, let waiting = host?.waitingCount, waiting > 0 {
      fatalError(
        """
        Time was moved while \(waiting) pieces of a session's work waited. Move it by advance(by:settling: session) or \
        run(settling: session), and call the app's code within run, not from a task that runs beside it.
        """)
    }
    return state.withLock { $0.takeNext(before: target) }
  }

  private func begin(movingTo time: MediaTime) -> Int64 {
    precondition(time.isNumeric, "a virtual clock moved to no instant")
    let target = Self.nanosecondsRoundedUp(time)
    state.withLock { state in
      precondition(
        !state.isAdvancing, "a virtual clock is moved by one caller at a time, and not from inside an action")
      precondition(target >= state.nowNanoseconds, "a virtual clock does not go back")
      state.isAdvancing = true
    }
    return target
  }

  private static func nanosecondsRoundedUp(_ time: MediaTime) -> Int64 {
    let rounded = time.converted(toTimescale: 1_000_000_000, rounding: .towardPositiveInfinity)
    precondition(rounded.isNumeric, "an instant beyond what nanoseconds can count")
    return rounded.value
  }

  private struct Pending {
    let nanoseconds: Int64
    let number: Int64
    let action: @Sendable () -> Void
  }

  private struct State {
    var nowNanoseconds: Int64
    /// Latest first, so that the next is taken from the end.
    var queue: [Pending] = []
    var nextNumber: Int64 = 0
    var isAdvancing = false
    var host: (any VirtualClockHost)?

    mutating func add(_ action: @escaping @Sendable () -> Void, atNanoseconds nanoseconds: Int64) -> Int64 {
      let number = nextNumber
      nextNumber += 1
      // An action behind time is due now, after what is due now already.
      let due = max(nanoseconds, nowNanoseconds)
      let place = queue.firstIndex { $0.nanoseconds <= due } ?? queue.count
      queue.insert(Pending(nanoseconds: due, number: number, action: action), at: place)
      return number
    }

    /// Returns the instant of the next action, or the target if no action is due before it.
    func nextInstant(before target: Int64) -> Int64 { min(queue.last?.nanoseconds ?? target, target) }

    mutating func takeNext(before target: Int64) -> (@Sendable () -> Void)? {
      guard let next = queue.last, next.nanoseconds <= target else { return nil }
      queue.removeLast()
      nowNanoseconds = max(nowNanoseconds, next.nanoseconds)
      return next.action
    }

    mutating func finish(at target: Int64) {
      nowNanoseconds = target
      isAdvancing = false
    }
  }

  private struct Entry: ScheduledAction {
    let clock: VirtualClock
    let number: Int64

    func cancel() {
      clock.state.withLock { $0.queue.removeAll { $0.number == number } }
    }
  }
}
