import Dispatch
import Glibc
public import MediaCore
import Synchronization

/// The host's monotonic clock, which V4L2 and ALSA stamp with: `CLOCK_MONOTONIC`, in nanoseconds.
///
/// It stands still while the machine sleeps. Scheduled actions run one at a time on one queue of the clock's own,
/// in the order of their times; those of one time run in the order in which they were scheduled. Actions that are
/// still waiting when the last reference to the clock goes are not called.
public final class MonotonicClock: MediaClock {
  private let agenda = Agenda()

  /// Creates the clock; each has an agenda of its own.
  public init() {}

  deinit { agenda.close() }

  /// The present instant, by `clock_gettime(CLOCK_MONOTONIC)`.
  public var now: MediaTime { MediaTime(nanoseconds: Self.nanoseconds()) }

  /// Calls `action` once on the clock's queue, at `time` or as soon after it as can be.
  ///
  /// Times that are not numeric are never reached, except negative infinity, which is at once.
  public func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
    guard time.isNumeric || time.isNegativeInfinity else { return Agenda.Entry(agenda: agenda, number: -1) }
    let due = time.isNumeric ? time.nanoseconds : Int64.min
    return agenda.add(due: due, action)
  }

  /// The reading of a clock of the system, in nanoseconds.
  static func nanoseconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
    var reading = timespec()
    clock_gettime(clock, &reading)
    return Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec)
  }
}

extension MonotonicClock {
  // What is still to be called, earliest first, and the timer that wakes for the first of it.
  // Unchecked: Dispatch's objects may be used from any thread and do not say so; the rest is behind the lock.
  private final class Agenda: @unchecked Sendable {
    private struct Item {
      let due: Int64
      let number: Int
      let action: @Sendable () -> Void
    }

    private struct State {
      var items: [Item] = []
      var nextNumber = 0
    }

    private let state = Mutex(State())
    private let timer: any DispatchSourceTimer

    init() {
      let queue = DispatchQueue(label: "livecam.clock", qos: .userInitiated)
      timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
      timer.setEventHandler { [weak self] in self?.runDue() }
      timer.activate()
    }

    func close() {
      timer.cancel()
      state.withLock { $0.items.removeAll() }
    }

    // The handle of one item; one that was called or cancelled is no longer found.
    struct Entry: ScheduledAction {
      let agenda: Agenda
      let number: Int
      func cancel() { agenda.remove(number) }
    }

    func add(due: Int64, _ action: @escaping @Sendable () -> Void) -> Entry {
      state.withLock { state in
        let number = state.nextNumber
        state.nextNumber += 1
        // Usually the latest of all: look from the end.
        let place = (state.items.lastIndex { $0.due <= due } ?? -1) + 1
        state.items.insert(Item(due: due, number: number, action: action), at: place)
        if place == 0 { arm(for: due) }
        return Entry(agenda: self, number: number)
      }
    }

    func remove(_ number: Int) {
      state.withLock { $0.items.removeAll { $0.number == number } }
    }

    // Runs on the clock's queue. Each item is taken out before its call, so that calls can schedule and cancel.
    private func runDue() {
      while true {
        let item: Item? = state.withLock { state in
          guard let first = state.items.first else { return nil }
          guard first.due <= MonotonicClock.nanoseconds() else {
            arm(for: first.due)
            return nil
          }
          return state.items.removeFirst()
        }
        guard let item else { return }
        item.action()
      }
    }

    // Dispatch's uptime is CLOCK_MONOTONIC on Linux; zero would mean "now" to it.
    private func arm(for due: Int64) {
      timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(due, 1))), leeway: .nanoseconds(0))
    }
  }
}
