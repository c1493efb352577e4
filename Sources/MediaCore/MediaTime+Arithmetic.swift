extension MediaTime {
  /// The treatment of a remainder by ``converted(toTimescale:rounding:)``. The raw values are `CMTimeRoundingMethod`'s.
  public enum Rounding: UInt32, Sendable, Hashable, CaseIterable {
    /// Rounding to the nearest unit; halves go away from zero. The default of all arithmetic.
    case halfAwayFromZero = 1
    /// Rounding to the next unit nearer to zero.
    case towardZero = 2
    /// Rounding to the next unit further from zero.
    case awayFromZero = 3
    /// Rounding as by ``towardZero`` when the timescale grows coarser, as by ``awayFromZero`` when it grows finer; but
    /// a negative time never becomes 0, it becomes −1 unit.
    case quickTime = 4
    /// Rounding to the next greater unit.
    case towardPositiveInfinity = 5
    /// Rounding to the next smaller unit.
    case towardNegativeInfinity = 6
  }

  /// Returns the same time in another timescale. Special values stay; a timescale not above zero gives ``invalid``, a
  /// value that does not fit becomes infinite.
  ///
  /// Stands for `CMTimeConvertScale`.
  public func converted(toTimescale newTimescale: Int32, rounding: Rounding = .halfAwayFromZero) -> MediaTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    guard newTimescale != timescale else { return self }
    var method = rounding
    if rounding == .quickTime { method = newTimescale < timescale ? .towardZero : .awayFromZero }
    var (quotient, exact) = Self.divide(
      Int128(value) * Int128(newTimescale), by: Int128(timescale), rounding: method)
    if rounding == .quickTime, quotient == 0, value < 0 { quotient = -1 }
    guard let fitting = Int64(exactly: quotient) else { return quotient > 0 ? .positiveInfinity : .negativeInfinity }
    var result = MediaTime(value: fitting, timescale: newTimescale, flags: flags, epoch: epoch)
    if !exact { result.flags.insert(.hasBeenRounded) }
    return result
  }

  /// Returns the sum; its timescale is the least common multiple, capped at ``maximumTimescale``.
  ///
  /// A timescale in which the sum would not fit is halved until it does, and then becomes infinite. Invalid
  /// operands, opposite infinities and two different non-zero epochs give ``invalid``; infinity wins over
  /// indefinite. Epoch 0 counts as a duration: it takes the other's epoch, and two times of one epoch give a
  /// time of epoch 0. Stands for `CMTimeAdd`.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime { left.combined(with: right, sign: 1) }

  /// Returns the difference, by the rules of `+`. Stands for `CMTimeSubtract`.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime { left.combined(with: right, sign: -1) }

  /// Adds in place.
  public static func += (left: inout MediaTime, right: MediaTime) { left = left + right }
  /// Subtracts in place.
  public static func -= (left: inout MediaTime, right: MediaTime) { left = left - right }
  /// Returns the opposite duration; infinities change side.
  public static prefix func - (time: MediaTime) -> MediaTime { time * -1 }

  /// The duration without its sign. Stands for `CMTimeAbsoluteValue`.
  public var magnitude: MediaTime { isNegativeInfinity || (isNumeric && value < 0) ? -self : self }

  private func combined(with other: MediaTime, sign: Int128) -> MediaTime {
    if isPlain(beside: other) {
      let (sum, overflow) =
        sign > 0 ? value.addingReportingOverflow(other.value) : value.subtractingReportingOverflow(other.value)
      if !overflow { return MediaTime(value: sum, timescale: timescale, flags: flags.union(other.flags), epoch: 0) }
    }
    guard isValid, other.isValid else { return .invalid }
    guard isNumeric, other.isNumeric else { return combinedSpecial(with: other, sign: sign) }
    guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
    var result: MediaTime
    if let scale = Self.commonTimescale(timescale, other.timescale) {
      let sum =
        Int128(value) * Int128(scale / timescale) + sign * Int128(other.value) * Int128(scale / other.timescale)
      result = Self.rounded(sum, over: Int128(scale), toTimescale: scale)
    } else {
      let sum = Int128(value) * Int128(other.timescale) + sign * Int128(other.value) * Int128(timescale)
      result = Self.rounded(sum, over: Int128(timescale) * Int128(other.timescale), toTimescale: Self.maximumTimescale)
    }
    guard result.isNumeric else { return result }
    if hasBeenRounded || other.hasBeenRounded { result.flags.insert(.hasBeenRounded) }
    result.epoch = epoch == other.epoch ? 0 : epoch | other.epoch  // one of two different epochs is 0 here
    return result
  }

  /// Tells whether both times are numbers of one timescale and of epoch 0: the case that comes with every frame.
  func isPlain(beside other: MediaTime) -> Bool {
    timescale == other.timescale && timescale > 0 && epoch | other.epoch == 0
      && (flags.rawValue | other.flags.rawValue) & ~Flags.hasBeenRounded.rawValue == Flags.valid.rawValue
      && flags.rawValue & other.flags.rawValue & Flags.valid.rawValue != 0
  }

  /// The sum or difference of valid times of which at least one is not a number.
  private func combinedSpecial(with other: MediaTime, sign: Int128) -> MediaTime {
    let isInfinite = isPositiveInfinity || isNegativeInfinity
    guard other.isPositiveInfinity || other.isNegativeInfinity else {
      return isPositiveInfinity ? .positiveInfinity : isNegativeInfinity ? .negativeInfinity : .indefinite
    }
    let otherIsPositive = other.isPositiveInfinity == (sign > 0)
    if isInfinite, isPositiveInfinity != otherIsPositive { return .invalid }
    return otherIsPositive ? .positiveInfinity : .negativeInfinity
  }

  private static func commonTimescale(_ a: Int32, _ b: Int32) -> Int32? {
    var (divisor, rest) = (a.magnitude, b.magnitude)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return Int32(exactly: Int64(a) / Int64(divisor) * Int64(b))
  }

  static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    return x
  }

  /// `top / bottom` seconds rounded to `timescale`, which is halved while the value does not fit.
  ///
  /// `top` is at most two values times a timescale: 95 bits and a sign; its product with a timescale fits in 128.
  static func rounded(_ top: Int128, over bottom: Int128, toTimescale: Int32) -> MediaTime {
    var timescale = toTimescale
    while true {
      let (quotient, exact) = divide(top * Int128(timescale), by: bottom)
      if let value = Int64(exactly: quotient) {
        var result = MediaTime(value: value, timescale: timescale)
        if !exact { result.flags.insert(.hasBeenRounded) }
        return result
      }
      guard timescale > 1 else { return top > 0 ? .positiveInfinity : .negativeInfinity }
      timescale /= 2
    }
  }

  package static func divide(
    _ top: Int128, by bottom: Int128, rounding: Rounding = .halfAwayFromZero
  ) -> (quotient: Int128, exact: Bool) {
    let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    guard remainder != 0 else { return (quotient, true) }
    let away: Int128 = (top < 0) == (bottom < 0) ? 1 : -1
    let step: Int128 =
      switch rounding {
      case .halfAwayFromZero: remainder.magnitude >= bottom.magnitude - remainder.magnitude ? away : 0
      case .towardZero, .quickTime: 0
      case .awayFromZero: away
      case .towardPositiveInfinity: max(0, away)
      case .towardNegativeInfinity: min(0, away)
      }
    return (quotient + step, false)
  }
}
