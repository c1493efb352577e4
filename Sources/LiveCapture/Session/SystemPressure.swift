public import MediaCore

/// The pressure on the system, measured by the frames of cameras that it loses or processes late.
///
/// Stands for `AVCaptureDevice.SystemPressureState`. Phones measure heat; here the measure is work that is not done in
/// time.
public struct SystemPressureState: Sendable, Hashable {
  /// The amount of pressure.
  public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// There is no noticeable pressure.
    case nominal = 0
    /// There is some pressure, which needs no reaction yet.
    case fair = 1
    /// There is high pressure: a lower frame rate or a smaller size is advised.
    case serious = 2
    /// There is very high pressure: captures lose frames.
    case critical = 3
    /// Most frames are lost: the session is interrupted until the pressure is gone.
    case shutdown = 4

    /// Compares the amount of pressure.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The signs of pressure.
  public struct Factors: OptionSet, Sendable, Hashable {
    /// The factors as bits.
    public let rawValue: Int

    /// Creates factors from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Frames are lost: the driver has no buffer for them, or a recording's encoder has no room.
    public static let frameLoss = Factors(rawValue: 1)
    /// Encoders are behind their cameras.
    public static let encoderBacklog = Factors(rawValue: 2)
  }

  /// The amount of pressure.
  public let level: Level
  /// The signs of the pressure; empty at `nominal`.
  public let factors: Factors

  /// The state without pressure.
  public static let nominal = SystemPressureState(level: .nominal, factors: [])
}

/// The policy that decides when lost and waiting frames count as system pressure, and what a session does about it.
///
/// All times are those of frames: a machine that is slow to show virtual time is under no pressure.
public struct SystemPressurePolicy: Sendable, Hashable {
  /// The values from which on each level is reached; the highest level that is reached counts. Infinity is never
  /// reached.
  public struct Thresholds: Sendable, Hashable {
    /// The threshold of ``SystemPressureState/Level/fair``.
    public var fair: Double
    /// The threshold of ``SystemPressureState/Level/serious``.
    public var serious: Double
    /// The threshold of ``SystemPressureState/Level/critical``.
    public var critical: Double
    /// The threshold of ``SystemPressureState/Level/shutdown``.
    public var shutdown: Double

    /// Creates thresholds; each must be at least the one before.
    public init(fair: Double, serious: Double, critical: Double, shutdown: Double) {
      self.fair = fair
      self.serious = serious
      self.critical = critical
      self.shutdown = shutdown
    }

    func level(of value: Double) -> SystemPressureState.Level {
      if value >= shutdown { return .shutdown }
      if value >= critical { return .critical }
      if value >= serious { return .serious }
      return value >= fair ? .fair : .nominal
    }

    var isValid: Bool { fair > 0 && fair <= serious && serious <= critical && critical <= shutdown }
  }

  /// A Boolean value that indicates whether pressure is looked for at all.
  public var isEnabled = true
  /// A Boolean value that indicates whether `shutdown` interrupts the session. Otherwise the session only reports it.
  public var interruptsSession = true
  /// The duration over which lost frames are counted.
  public var window = MediaTime(value: 4, timescale: 1)
  /// The time that pressure has to last before its level counts.
  public var holdTime = MediaTime(value: 1, timescale: 1)
  /// The time that pressure has to be gone before the level falls by one; and the least length of an interruption. Each
  /// further interruption lasts twice as long, up to sixteen times, until pressure has gone altogether.
  public var recoveryTime = MediaTime(value: 5, timescale: 1)
  /// The part of all frames of the window that was lost.
  public var frameLoss = Thresholds(fair: 0.05, serious: 0.2, critical: 0.4, shutdown: 0.75)
  /// The time by which an encoder is behind, relative to ``SessionConfiguration/maximumBacklog`` or
  /// ``SessionConfiguration/maximumRecordingBacklog``. This alone never interrupts a session, because a movie fails
  /// first.
  public var backlog = Thresholds(fair: 0.5, serious: 0.8, critical: 1, shutdown: .infinity)

  /// Creates the defaults.
  public init() {}

  /// A policy that measures no pressure.
  public static var off: SystemPressurePolicy {
    var policy = SystemPressurePolicy()
    policy.isEnabled = false
    return policy
  }
}
