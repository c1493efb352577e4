import KioskWeb
import LiveCapture
import MediaCore
import Synchronization

/// Guards a booth's state, and sends pages an event for every change, in the order of the changes.
final class BoothDesk: Sendable {
  /// Sends events while the state is locked, so that no page receives them in another order.
  struct Teller {
    let log: KioskEventLog

    func tell(_ name: String, _ value: some Encodable) { log.append(name, json: KioskJSON.text(value)) }
  }

  private struct PhaseChange: Encodable {
    let phase: KioskState.Phase
    let reason: KioskState.Reason?
  }

  private struct LiveCount: Encodable { let count: Int }

  let events: KioskEventLog
  let clock: any MediaClock
  let wallClock: any WallClock
  let scheduler: any WorkScheduler
  private let state: Mutex<BoothState>

  init(
    settings: KioskSettings, clock: any MediaClock, wallClock: any WallClock, scheduler: any WorkScheduler
  ) {
    (self.clock, self.wallClock, self.scheduler) = (clock, wallClock, scheduler)
    events = KioskEventLog(from: wallClock.date(at: clock.now))
    state = Mutex(BoothState(settings: settings))
  }

  /// Returns the value that `body` reads from the state.
  func read<Value>(_ body: (BoothState) -> sending Value) -> sending Value { state.withLock { body($0) } }

  /// Changes the state and sends pages the events of the change: first those of `body`, then the phase and the number
  /// of Live Photos if they have changed.
  @discardableResult
  func update<Value, Failure: Error>(
    _ body: (inout BoothState, Teller) throws(Failure) -> sending Value
  ) throws(Failure) -> sending Value {
    try state.withLock { state throws(Failure) in
      let (phase, reason, live) = (state.phase, state.operation.reason, state.live)
      let teller = Teller(log: events)
      let value = try body(&state, teller)
      if state.live != live { teller.tell("live", LiveCount(count: state.live)) }
      if state.phase != phase || state.operation.reason != reason {
        teller.tell("phase", PhaseChange(phase: state.phase, reason: state.operation.reason))
      }
      return value
    }
  }

  /// Shows a notice on the pages, and keeps warnings and errors for the report. One about a `cause` is over when that
  /// is said to be mended.
  func notify(_ level: String, _ message: String, about cause: TroubleCause? = nil) {
    let time = now
    update { state, teller in
      let notice = KioskState.Notice(level: level, message: message)
      state.notices = state.notices.suffix(BoothState.mostNotices - 1) + [notice]
      if level != "info" {
        let trouble = KioskReport.Trouble(time: time, message: message)
        state.errors = state.errors.suffix(BoothState.mostErrors - 1) + [(trouble, cause)]
      }
      teller.tell("notice", notice)
    }
  }

  /// Marks the troubles of a cause as over, for the report.
  func mend(_ cause: TroubleCause) {
    let time = now
    update { state, _ in
      for index in state.errors.indices where state.errors[index].cause == cause {
        if state.errors[index].told.mended == nil { state.errors[index].told.mended = time }
      }
    }
  }

  private var now: String {
    let time = wallClock.date(at: clock.now)
    return time.localString() + time.offsetString()
  }

  /// The whole state, as of the newest event.
  func snapshot(name: String, shape: KioskState.MovieShape, preview: (width: Int, height: Int)) -> KioskState {
    state.withLock { state in
      var told = KioskState(host: .booth, name: name, total: state.total)
      told.event = events.newest
      (told.phase, told.reason, told.live) = (state.phase, state.operation.reason, state.live)
      told.shot = state.currentShot?.told
      told.countdown = state.currentShot?.shownCountdown
      (told.camera, told.microphone) = (state.camera, state.microphone)
      told.preview = .init(isMirrored: state.settings.mirrored, width: preview.width, height: preview.height)
      told.modes = state.modes.map { .init(id: $0, shots: state.partCount(of: $0)) }
      told.defaults = state.settings
      told.movie = shape
      told.storage = state.storage
      told.printer = state.printer
      told.notices = state.notices
      return told
    }
  }
}

extension KioskMode {
  /// Indicates whether the mode takes Live Photos.
  var isLive: Bool { [.live, .boomerang, .exposure].contains(self) }
}
