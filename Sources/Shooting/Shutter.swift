import LiveCapture
import MediaCore
import Synchronization

/// Presses the shutter at given instants of the session's clock.
///
/// Everything happens inside the clock's own calls, so that a virtual clock waits for it.
final class Shutter: Sendable {
  private struct State {
    var first = MediaTime.invalid
    var pressed = 0
    var isCancelled = false
    var scheduled: (any ScheduledAction)?
    var preparation: (any ScheduledAction)?
  }

  /// How long before the first press what it needs is loaded: long enough on a busy machine. Until then a shoot that is
  /// armed for hours keeps no library in memory; libavcodec alone takes 16 MB.
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
      state.first = first
      guard !state.isCancelled else { return }
      state.preparation = clock.schedule(at: first - Self.preparationLead, prepare)
    }
    scheduleNext()
  }

  /// Presses no more; returns how many presses are left out.
  func cancel() -> Int {
    state.withLock { state in
      state.isCancelled = true
      state.scheduled?.cancel()
      state.preparation?.cancel()
      defer { state.pressed = count }
      return count - state.pressed
    }
  }

  private func scheduleNext() {
    state.withLock { state in
      guard !state.isCancelled, state.pressed < count else { return }
      let offset = MediaTime(nanoseconds: interval.nanoseconds * Int64(state.pressed))
      state.scheduled = clock.schedule(at: state.first + offset) { [weak self] in self?.fire() }
    }
  }

  private func fire() {
    let shutterTime = clock.now
    let isPressed = state.withLock { state in
      guard !state.isCancelled else { return false }
      state.pressed += 1
      return true
    }
    guard isPressed else { return }
    press(shutterTime)
    scheduleNext()
  }
}
