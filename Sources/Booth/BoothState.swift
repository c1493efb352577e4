import KioskWeb
import MediaCore

/// The state of a booth and of its shots, as pages are told of it. A plain value: ``BoothDesk`` guards it.
struct BoothState {
  /// One shot, from its order to its end.
  struct Shot {
    enum Stage {
      /// Counting down; `step` is shown.
      case counting(step: Int, next: any ScheduledAction)
      /// The countdown was over at `zero`: the guest's screen is about to name its frame.
      case awaitingPress(zero: MediaTime, otherwise: any ScheduledAction)
      /// The shutter is pressed, or about to be.
      case capturing
      /// Nothing more is taken; what was taken is being stored.
      case storing
    }

    /// The shot as pages were last told of it.
    var told: KioskShot
    /// The seconds of its countdowns.
    let countdown: Int
    var stage = Stage.capturing
    /// The number of captures that are not over.
    var open = 0
    /// The pictures in the library, by their parts.
    var assets: [Int: [String]] = [:]
    var hasFailed = false
  }

  /// A still that can be looked at before its picture is stored.
  struct Review {
    let shot: Int
    let part: Int
    let jpeg: [UInt8]
  }

  var settings: KioskSettings
  /// The number of times that the shutter is pressed for a shot of a mode, where it is not once.
  var partCounts: [KioskMode: Int] = [:]
  /// The number of cameras beside the booth's own that deliver.
  var sideCameras = 0
  var isStarted = false
  var isStopping = false
  var reason: KioskState.Reason?
  var live = 0
  var lastShot = 0
  /// The shot that occupies the booth.
  var current: Int?
  /// The shots that are not over, by their numbers.
  var shots: [Int: Shot] = [:]
  var camera: KioskState.Device?
  var microphone: KioskState.Device?
  var storage = KioskState.Storage(freeBytes: nil, state: .good)
  var printer: KioskPrinterState?
  var total = 0
  var notices: [KioskState.Notice] = []
  var reviews: [Review] = []
  var counts = KioskReport.Shots()
  var errors: [KioskReport.Trouble] = []

  // What is kept for pages is bounded.
  static let mostNotices = 5
  static let mostReviews = 8
  static let mostErrors = 50

  init(settings: KioskSettings) { self.settings = settings }

  /// The modes that guests can choose now.
  var modes: [KioskMode] { settings.modes.filter { $0 != .wigglegram || sideCameras > 0 } }

  func partCount(of mode: KioskMode) -> Int { mode == .wigglegram ? 1 + sideCameras : partCounts[mode] ?? 1 }

  var phase: KioskState.Phase {
    if isStopping { return .stopping }
    if reason != nil { return .interrupted }
    guard isStarted else { return .starting }
    guard let current, let shot = shots[current] else { return .ready }
    switch shot.stage {
    case .counting, .awaitingPress: return .countdown
    case .capturing: return .capturing
    case .storing: return .ready
    }
  }

  /// The countdown in progress.
  var countdown: KioskState.Countdown? {
    guard let current, let shot = shots[current] else { return nil }
    switch shot.stage {
    case .counting(let step, _):
      return .init(shot: current, length: shot.countdown, remaining: Double(step), step: step)
    case .awaitingPress: return .init(shot: current, length: shot.countdown, remaining: 0, step: 0)
    case .capturing, .storing: return nil
    }
  }
}
