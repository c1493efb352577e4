import MediaCore

/// Tells a camera's pressure from what becomes of its frames. A plain value behind the lane's lock; notes cost no
/// memory.
///
/// A level counts when it has lasted, and falls by one when it has been gone for longer: so it does not flicker.
struct PressureMeter {
  private struct Bin {
    var number = Int64.min
    var delivered = 0
    var lost = 0
  }

  private typealias Level = SystemPressureState.Level
  private static let binCount: Int32 = 16

  private(set) var state: SystemPressureState
  private let policy: SystemPressurePolicy
  private let binLength: MediaTime
  private let fullWindow: Double
  private var bins = [Bin](repeating: Bin(), count: Int(PressureMeter.binCount))
  /// The instant, for each level, since which pressure has been at that level or above; `nil` while it is below.
  private var since = [MediaTime?](repeating: nil, count: SystemPressureState.Level.allCases.count)
  /// The instant since which pressure has been less than the level that counts; `nil` while it is not less.
  private var calmSince: MediaTime?
  private var origin: MediaTime?
  private var lossEnd = Int64.min  // the number of the first bin whose window holds no loss

  /// Creates a meter of a camera with so much time between frames, which begins at a level.
  init(_ policy: SystemPressurePolicy, frameInterval: MediaTime, from state: SystemPressureState = .nominal) {
    self.policy = policy
    self.state = state
    binLength = policy.window.multiplied(by: 1, over: Self.binCount)
    fullWindow = policy.window.seconds / max(frameInterval.seconds, 0.001)
  }

  /// Notes a frame taken at `time`, the frames lost since the one before, and how far encoders are behind. Returns the
  /// new state, if any.
  mutating func note(at time: MediaTime, isDelivered: Bool, lost: Int, backlog: Double) -> SystemPressureState? {
    let loss = lossFraction(at: time, isDelivered ? 1 : 0, lost)
    let (lossLevel, backlogLevel) = (policy.frameLoss.level(of: loss), policy.backlog.level(of: backlog))
    let raw = max(lossLevel, backlogLevel)
    var lasting = Level.nominal
    for level in Level.allCases where level > .nominal {
      guard raw >= level else {
        since[level.rawValue] = nil
        continue
      }
      let start = since[level.rawValue] ?? time
      since[level.rawValue] = start
      if time - start >= policy.holdTime { lasting = level }
    }
    var level = state.level
    if lasting > level {
      level = lasting
      calmSince = nil
    } else if raw < level {
      let start = calmSince ?? time
      calmSince = start
      if time - start >= policy.recoveryTime {
        level = Level(rawValue: level.rawValue - 1) ?? .nominal
        calmSince = time
      }
    } else {
      calmSince = nil
    }
    guard level != state.level else { return nil }
    // What shows now; on the way down what showed last.
    var factors: SystemPressureState.Factors = raw == .nominal ? state.factors : []
    if lossLevel > .nominal { factors.insert(.frameLoss) }
    if backlogLevel > .nominal { factors.insert(.encoderBacklog) }
    state = SystemPressureState(level: level, factors: level == .nominal ? [] : factors)
    return state
  }

  /// The part of a whole window's frames that was lost: a short time without a window before it does not count for
  /// more.
  private mutating func lossFraction(at time: MediaTime, _ delivered: Int, _ lost: Int) -> Double {
    let origin = origin ?? time
    self.origin = origin
    // A camera that was started anew may be mapped to instants that lie before the first.
    let number = max(0, Int64((time - origin).seconds / binLength.seconds))
    let place = Int(number % Int64(Self.binCount))
    if bins[place].number != number { bins[place] = Bin(number: number) }
    bins[place].delivered += delivered
    bins[place].lost += lost
    if lost > 0 { lossEnd = number + Int64(Self.binCount) }
    guard number < lossEnd else { return 0 }
    var (all, gone) = (0, 0)
    for bin in bins where bin.number > number - Int64(Self.binCount) {
      all += bin.delivered + bin.lost
      gone += bin.lost
    }
    return Double(gone) / max(Double(all), fullWindow)
  }
}
