import LiveCapture
import MediaCore
import Synchronization

/// Presses the shutter at given instants of the session's clock.
///
/// Everything happens inside the clock's own calls, so that a virtual clock waits for it.
final class Shutter: Sendable {
  private struct State {
    /// idle ─ start ─► pressing ─ the last press ─► over. Whatever is cancelled is over.
    enum Phase { case idle, pressing, over }
    var phase = Phase.idle
    var first = MediaTime.invalid
    var pressed = 0
    var scheduled: (any ScheduledAction)?
    var preparation: (any ScheduledAction)?
  }

  /// The time before the first press at which what it needs is loaded: long enough on a busy machine. Until then a
  /// shoot that is armed for hours keeps no library in memory; libavcodec alone takes 16 MB.
  static let preparationLead = MediaTime(value: 2, timescale: 1)

  private let state = Mutex(State())
  private let clock: any MediaClock
  private let count: Int
  private let interval: MediaTime
  private let press: @Sendable (_ shutterTime: MediaTime) -> Void

  init(
    clock: any MediaClock, count: Int, interval: MediaTime,
    press: @escaping @Sendable (_ shutterTime: MediaTime) -> Void
  ) {
    self.clock = clock
    self.count = count
    self.interval = interval
    self.press = press
  }

  /// Presses for the first time at `first`, then at every interval; calls `prepare` some time ahead.
  func start(at first: MediaTime, prepare: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard state.phase == .idle, count > 0 else { return }
      (state.phase, state.first) = (.pressing, first)
      state.preparation = clock.schedule(at: first - Self.preparationLead, prepare)
      state.scheduled = clock.schedule(at: first) { [weak self] in self?.fire() }
    }
  }

  /// Presses no more; returns how many presses are left out.
  func cancel() -> Int {
    state.withLock { state in
      defer { state.phase = .over }
      state.scheduled?.cancel()
      state.preparation?.cancel()
      return state.phase == .over ? 0 : count - state.pressed
    }
  }

  private func scheduleNext() {
    state.withLock { state in
      guard state.phase == .pressing else { return }
      let offset = MediaTime(nanoseconds: interval.nanoseconds * Int64(state.pressed))
      state.scheduled = clock.schedule(at: state.first + offset) { [weak self] in self?.fire() }
    }
  }

  private func fire() {
    let shutterTime = clock.now
    let isPressed = state.withLock { state in
      guard state.phase == .pressing else { return false }
      state.pressed += 1
      if state.pressed == count { state.phase = .over }
      return true
    }
    guard isPressed else { return }
    press(shutterTime)
    scheduleNext()
  }
}
