import MediaCore
import Synchronization

extension MediaClock {
  /// Returns at an instant, or as soon as the task is cancelled.
  func pause(until time: MediaTime) async {
    let pause = ClockPause()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard pause.begin(continuation) else { return }
        let alarm = schedule(at: time) { pause.end() }
        pause.keep(alarm)
      }
    } onCancel: {
      pause.end()
    }
  }
}

/// Somebody who waits for an instant.
private final class ClockPause: Sendable {
  private struct State {
    var waiting: CheckedContinuation<Void, Never>?
    var alarm: (any ScheduledAction)?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Returns whether there is something to wait for.
  func begin(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    let isOver = state.withLock { state in
      if !state.isOver { state.waiting = continuation }
      return state.isOver
    }
    if isOver { continuation.resume() }
    return !isOver
  }

  func keep(_ alarm: any ScheduledAction) {
    let isOver = state.withLock { state in
      state.alarm = alarm
      return state.isOver
    }
    if isOver { alarm.cancel() }
  }

  func end() {
    let (waiting, alarm) = state.withLock { state in
      state.isOver = true
      return (state.waiting.take(), state.alarm.take())
    }
    alarm?.cancel()
    waiting?.resume()
  }
}
