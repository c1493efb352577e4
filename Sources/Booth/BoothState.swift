import KioskWeb

/// The state of a booth and of its shots, which its pages show. A plain value: ``BoothDesk`` guards it.
struct BoothState {
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
  var operation = BoothOperation.starting
  /// The number of Live Photos whose frames are being gathered.
  var live = 0
  var lastShot = 0
  /// The number of the shot that occupies the booth; see ``currentShot``.
  var current: Int?
  /// The shots that are not over, by their numbers.
  var shots: [Int: BoothShot] = [:]
  var camera: KioskState.Device?
  var microphone: KioskState.Device?
  var storage = KioskState.Storage(freeBytes: nil, state: .good)
  var printer: KioskPrinterState?
  var total = 0
  var notices: [KioskState.Notice] = []
  var reviews: [Review] = []
  var counts = KioskReport.Shots()
  /// The latest troubles, each with its cause if it may mend itself.
  var errors: [(told: KioskReport.Trouble, cause: TroubleCause?)] = []

  // What is kept for pages is bounded.
  static let mostNotices = 5
  static let mostReviews = 8
  static let mostErrors = 50

  init(settings: KioskSettings) { self.settings = settings }

  /// The modes that guests can choose now.
  var modes: [KioskMode] { settings.modes.filter { $0 != .wigglegram || sideCameras > 0 } }

  /// Tells whether there is a trouble of a cause that is not over.
  func isInTrouble(_ cause: TroubleCause) -> Bool { errors.contains { $0.cause == cause && $0.told.mended == nil } }

  func partCount(of mode: KioskMode) -> Int { mode == .wigglegram ? 1 + sideCameras : partCounts[mode] ?? 1 }

  /// The shot that occupies the booth.
  var currentShot: BoothShot? { current.flatMap { shots[$0] } }

  var phase: KioskState.Phase {
    switch operation {
    case .starting: .starting
    case .running: currentShot?.phase ?? .ready
    case .interrupted: .interrupted
    case .stopping: .stopping
    }
  }
}
