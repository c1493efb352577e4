/// A rational instant or duration: `value / timescale` seconds, with the special values of `CMTime`.
///
/// Instants of a capture session lie on the host's monotonic clock (`CLOCK_MONOTONIC`) and are kept in
/// nanoseconds; instants and durations of a movie are kept in the movie's own timescale. Comparison is by
/// meaning: 1/2 equals 300/600.
///
/// Stands for `CMTime`, whose arithmetic it follows as Apple's header comments state it. A number whose
/// timescale is not above zero, which only the initialiser of four parts can make, counts as invalid. No
/// operation traps, except ``nanoseconds`` of a time that is not a number.
public struct MediaTime: Sendable {
  /// The kind of number that a ``MediaTime`` is. The raw bits are `CMTimeFlags`.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits of `CMTimeFlags`.
    public let rawValue: UInt32

    /// Flags with the given `CMTimeFlags` bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is a number or one of the special values; without it, it means nothing.
    public static let valid = Flags(rawValue: 1)
    /// The flag of a time that some operation had to round.
    public static let hasBeenRounded = Flags(rawValue: 2)
    /// The flag of a time that is later than every number.
    public static let positiveInfinity = Flags(rawValue: 4)
    /// The flag of a time that is earlier than every number.
    public static let negativeInfinity = Flags(rawValue: 8)
    /// The flag of a time that is unknown but valid, such as the duration of a live stream.
    public static let indefinite = Flags(rawValue: 16)

    static let impliedValue: Flags = [.positiveInfinity, .negativeInfinity, .indefinite]
  }

  /// The numerator, in units of `1 / timescale` seconds.
  public var value: Int64
  /// Units per second; above zero for every numeric time.
  public var timescale: Int32
  /// The kind of number.
  public var flags: Flags
  /// Tells apart instants of unrelated timelines; 0 for durations.
  public var epoch: Int64

  /// The finest timescale that arithmetic will choose by itself.
  public static let maximumTimescale: Int32 = 0x7fff_ffff

  /// Creates a time from its four parts, taken as they are.
  public init(value: Int64, timescale: Int32, flags: Flags, epoch: Int64) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates a time of `value / timescale` seconds; ``invalid`` when `timescale` is not above zero.
  ///
  /// Stands for `CMTimeMake` and `CMTimeMakeWithEpoch`.
  public init(value: Int64, timescale: Int32, epoch: Int64 = 0) {
    self = timescale > 0 ? MediaTime(value: value, timescale: timescale, flags: .valid, epoch: epoch) : .invalid
  }

  /// Returns a time in seconds, to the nanosecond: `.seconds(1.5)`.
  public static func seconds(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }

  /// Creates the given seconds cut to whole units of `1 / preferredTimescale`, towards zero.
  ///
  /// ``hasBeenRounded`` tells that the result's ``seconds`` are not exactly the ones given. A timescale in which
  /// the value would not fit is halved until it does; what fits in no timescale is infinite. NaN and timescales
  /// not above zero give ``invalid``. Stands for `CMTimeMakeWithSeconds`, which cuts rather than rounds: it warns
  /// that 2.87 s in a timescale of 1 is in error by −0.87 s.
  public init(seconds: Double, preferredTimescale: Int32) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self = .invalid
      return
    }
    var timescale = preferredTimescale
    while Int64(exactly: (seconds * Double(timescale)).rounded(.towardZero)) == nil, timescale > 1 { timescale /= 2 }
    guard let value = Int64(exactly: (seconds * Double(timescale)).rounded(.towardZero)) else {
      self = seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self.init(value: value, timescale: timescale)
    if self.seconds != seconds { flags.insert(.hasBeenRounded) }
  }

  /// Creates an exact count of nanoseconds: the unit of every instant of a capture session.
  public init(nanoseconds: Int64) { self.init(value: nanoseconds, timescale: 1_000_000_000) }

  /// No time at all.
  public static let invalid = MediaTime(value: 0, timescale: 0, flags: [], epoch: 0)
  /// The time that is valid and unknown.
  public static let indefinite = MediaTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// The time that is later than every number.
  public static let positiveInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// The time that is earlier than every number.
  public static let negativeInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  /// The time of zero seconds.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// A Boolean value that indicates whether the time means anything: a number or one of the special values.
  public var isValid: Bool { kind != .invalid }
  /// A Boolean value that indicates whether the time is a plain number.
  public var isNumeric: Bool { kind == .number }
  /// A Boolean value that indicates whether the time is valid and its value is unknown.
  public var isIndefinite: Bool { kind == .indefinite }
  /// A Boolean value that indicates whether the time is later than every number.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// A Boolean value that indicates whether the time is earlier than every number.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }
  /// A Boolean value that indicates whether the time is a number and some operation that led to it had to round.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds: NaN for invalid and indefinite times, infinite for the infinities.
  ///
  /// Stands for `CMTimeGetSeconds`.
  public var seconds: Double {
    switch kind {
    case .number: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }

  /// The nearest whole nanosecond; the nearest that 64 bits hold for times beyond 292 years.
  ///
  /// A trap for times that are not numbers: sample times always are.
  public var nanoseconds: Int64 {
    precondition(isNumeric, "nanoseconds of a time that is not a number")
    if timescale == 1_000_000_000 { return value }
    let converted = converted(toTimescale: 1_000_000_000)
    if converted.isNumeric { return converted.value }
    return value > 0 ? .max : .min
  }

  /// The kind of a time, in the order in which times are sorted.
  enum Kind: Comparable, Hashable {
    case negativeInfinity, number, indefinite, positiveInfinity, invalid
  }

  // By the bits themselves: every comparison asks, and a set's operations are generic where nothing is optimised.
  var kind: Kind {
    let bits = flags.rawValue
    if bits & Flags.valid.rawValue == 0 { return .invalid }
    if bits & Flags.impliedValue.rawValue == 0 { return timescale > 0 ? .number : .invalid }
    if bits & Flags.positiveInfinity.rawValue != 0 { return .positiveInfinity }
    return bits & Flags.negativeInfinity.rawValue != 0 ? .negativeInfinity : .indefinite
  }
}
