/// A rational instant or duration: `value / timescale` seconds, with the special values of `CMTime`.
///
/// Instants of a capture session lie on the host's monotonic clock (`CLOCK_MONOTONIC`) and are kept in
/// nanoseconds; instants and durations of a movie are kept in the movie's own timescale. Comparison is by
/// meaning: 1/2 equals 300/600.
///
/// Stands for `CMTime`, whose arithmetic it follows exactly.
public struct MediaTime: Sendable {
  /// What kind of number a ``MediaTime`` is. The raw bits are `CMTimeFlags`.
  public struct Flags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    /// Flags with the given `CMTimeFlags` bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is a number or one of the special values; without it, it means nothing.
    public static let valid = Flags(rawValue: 1)
    /// Some operation that led here had to round.
    public static let hasBeenRounded = Flags(rawValue: 2)
    /// Later than every number.
    public static let positiveInfinity = Flags(rawValue: 4)
    /// Earlier than every number.
    public static let negativeInfinity = Flags(rawValue: 8)
    /// A valid time that nobody knows, such as the duration of a live stream.
    public static let indefinite = Flags(rawValue: 16)

    static let impliedValue: Flags = [.positiveInfinity, .negativeInfinity, .indefinite]
  }

  /// The numerator, in units of `1 / timescale` seconds.
  public var value: Int64
  /// Units per second; above zero for every numeric time.
  public var timescale: Int32
  /// What kind of number this is.
  public var flags: Flags
  /// Tells apart instants of unrelated timelines; 0 for durations.
  public var epoch: Int64

  /// The finest timescale that arithmetic will choose by itself.
  public static let maximumTimescale: Int32 = 0x7fff_ffff

  /// A time from its four parts, taken as they are.
  public init(value: Int64, timescale: Int32, flags: Flags, epoch: Int64) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// `value / timescale` seconds; ``invalid`` when `timescale` is not above zero.
  public init(value: Int64, timescale: Int32) {
    self = timescale > 0 ? MediaTime(value: value, timescale: timescale, flags: .valid, epoch: 0) : .invalid
  }

  /// The given seconds rounded to `1 / preferredTimescale`; ``hasBeenRounded`` tells when that was inexact.
  ///
  /// A timescale in which the value would not fit is halved until it does. NaN and timescales not above zero
  /// give ``invalid``. Stands for `CMTimeMakeWithSeconds`.
  public init(seconds: Double, preferredTimescale: Int32) {
    guard preferredTimescale > 0, !seconds.isNaN else { self = .invalid; return }
    guard seconds.isFinite else { self = seconds > 0 ? .positiveInfinity : .negativeInfinity; return }
    var timescale = preferredTimescale
    while abs(seconds * Double(timescale)) >= 0x1p63, timescale > 1 { timescale /= 2 }
    let exact = seconds * Double(timescale)
    guard abs(exact) < 0x1p63 else { self = seconds > 0 ? .positiveInfinity : .negativeInfinity; return }
    let rounded = exact.rounded(.toNearestOrAwayFromZero)
    self.init(value: Int64(rounded), timescale: timescale)
    if rounded != exact || timescale != preferredTimescale { flags.insert(.hasBeenRounded) }
  }

  /// An exact count of nanoseconds: the unit of every instant of a capture session.
  public init(nanoseconds: Int64) { self.init(value: nanoseconds, timescale: 1_000_000_000) }

  /// No time at all.
  public static let invalid = MediaTime(value: 0, timescale: 0, flags: [], epoch: 0)
  /// Valid and unknown.
  public static let indefinite = MediaTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// Later than every number.
  public static let positiveInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Earlier than every number.
  public static let negativeInfinity = MediaTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  /// Zero seconds.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// Whether this means anything.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether this is valid and a plain number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValue) }
  /// Whether this is valid and nobody knows its value.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether this is later than every number.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether this is earlier than every number.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether some operation that led here had to round.
  public var hasBeenRounded: Bool { flags.contains(.hasBeenRounded) }

  /// The time in seconds: NaN for invalid and indefinite times, infinite for the infinities.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    if isNegativeInfinity { return -.infinity }
    return .nan
  }

  /// The nearest whole nanosecond. A trap for times that are not numeric: sample times always are.
  public var nanoseconds: Int64 {
    precondition(isNumeric, "nanoseconds of a time that is not a number")
    return timescale == 1_000_000_000 ? value : converted(toTimescale: 1_000_000_000).value
  }
}
