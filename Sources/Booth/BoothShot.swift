import KioskWeb
import MediaCore

/// One shot of a booth, from its order to its end.
struct BoothShot {
  /// The shot in the form in which pages have last received it.
  var told: KioskShot
  /// The seconds of its countdowns that were ordered.
  let countdown: Int
  var machine = StateMachine()
  /// The timer that the machine has asked for last.
  var timer: (any ScheduledAction)?
  /// The number of captures that are not over.
  var open = 0
  /// The pictures in the library, by their parts.
  var assets: [Int: [String]] = [:]
  var hasFailed = false
  /// Indicates whether the parts that have not been taken are left out.
  var isCut = false

  /// Indicates whether a part has been taken, or is being taken, and others are to follow, which can be left out.
  var hasRest: Bool {
    guard told.mode != .wigglegram else { return false }
    return phase == .countdown ? open > 0 || !assets.isEmpty : told.part < told.parts
  }

  /// The phase of a booth that is occupied by this shot.
  var phase: KioskState.Phase {
    switch machine.state {
    case .counting, .awaitingFrame: .countdown
    case .capturing: .capturing
    case .storing, .ended: .ready
    }
  }

  /// The countdown in progress.
  var shownCountdown: KioskState.Countdown? {
    let step: Int
    switch machine.state {
    case .counting(let shown): step = shown
    case .awaitingFrame: step = 0
    case .capturing, .storing, .ended: return nil
    }
    return .init(shot: told.shot, length: machine.countdownSeconds, remainingSeconds: Double(step), step: step)
  }
}
