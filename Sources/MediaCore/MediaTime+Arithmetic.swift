extension MediaTime {
  /// How ``converted(toTimescale:rounding:)`` treats a remainder. The names are those of `CMTimeRoundingMethod`.
  public enum Rounding: Sendable {
    /// To the nearest unit; halves go away from zero. The default of all arithmetic.
    case halfAwayFromZero
    /// To the next unit nearer to zero.
    case towardZero
    /// To the next unit further from zero.
    case awayFromZero
    /// As ``towardZero`` when the timescale grows coarser, as ``awayFromZero`` when it grows finer.
    case quickTime
    /// To the next greater unit.
    case towardPositiveInfinity
    /// To the next smaller unit.
    case towardNegativeInfinity
  }

  /// The same time in another timescale. Special values stay what they are.
  ///
  /// Stands for `CMTimeConvertScale`.
  public func converted(toTimescale newTimescale: Int32, rounding: Rounding = .halfAwayFromZero) -> MediaTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    guard newTimescale != timescale else { return self }
    let method: Rounding =
      rounding == .quickTime ? (newTimescale < timescale ? .towardZero : .awayFromZero) : rounding
    let (quotient, exact) = Self.divide(
      Int128(value) * Int128(newTimescale), by: Int128(timescale), rounding: method)
    guard let fitting = Int64(exactly: quotient) else { return quotient > 0 ? .positiveInfinity : .negativeInfinity }
    var result = MediaTime(value: fitting, timescale: newTimescale, flags: flags, epoch: epoch)
    if !exact { result.flags.insert(.hasBeenRounded) }
    return result
  }

  /// The sum; its timescale is the least common multiple, capped at ``maximumTimescale``.
  ///
  /// Invalid operands, opposite infinities and two different non-zero epochs give ``invalid``.
  /// Stands for `CMTimeAdd`.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime { left.combined(with: right, sign: 1) }

  /// The difference, by the rules of `+`; two instants of one epoch give a duration of epoch 0.
  ///
  /// Stands for `CMTimeSubtract`.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime { left.combined(with: right, sign: -1) }

  /// Adds in place.
  public static func += (left: inout MediaTime, right: MediaTime) { left = left + right }
  /// Subtracts in place.
  public static func -= (left: inout MediaTime, right: MediaTime) { left = left - right }
  /// The opposite duration; infinities change side.
  public static prefix func - (time: MediaTime) -> MediaTime { time.multiplied(by: -1, over: 1) }
  /// The time `multiplier` times over. Stands for `CMTimeMultiply`.
  public static func * (time: MediaTime, multiplier: Int32) -> MediaTime { time.multiplied(by: multiplier, over: 1) }

  /// The time multiplied by a ratio; ``invalid`` when `divisor` is 0. Stands for `CMTimeMultiplyByRatio`.
  public func multiplied(by multiplier: Int32, over divisor: Int32) -> MediaTime {
    guard isValid, divisor != 0 else { return .invalid }
    let negative = (multiplier < 0) != (divisor < 0)
    if isIndefinite { return self }
    if isPositiveInfinity || isNegativeInfinity {
      if multiplier == 0 { return .invalid }
      return isPositiveInfinity == negative ? .negativeInfinity : .positiveInfinity
    }
    let top = Int128(value) * Int128(multiplier) * (divisor < 0 ? -1 : 1)
    return Self.fitted(top, over: Int128(timescale) * Int128(abs(Int64(divisor))), like: self)
  }

  /// The time multiplied by a floating-point factor, rounded to at least the same timescale.
  ///
  /// Stands for `CMTimeMultiplyByFloat64`.
  public func multiplied(by factor: Double) -> MediaTime {
    guard isValid, !factor.isNaN else { return .invalid }
    guard isNumeric, factor.isFinite else {
      return isIndefinite ? self : MediaTime(seconds: seconds * factor, preferredTimescale: 1)
    }
    var result = MediaTime(seconds: seconds * factor, preferredTimescale: timescale)
    result.epoch = epoch
    if hasBeenRounded { result.flags.insert(.hasBeenRounded) }
    return result
  }

  /// The duration without its sign. Stands for `CMTimeAbsoluteValue`.
  public var magnitude: MediaTime { isValid && self < .zero && !isIndefinite ? -self : self }

  private func combined(with other: MediaTime, sign: Int128) -> MediaTime {
    guard isValid, other.isValid else { return .invalid }
    guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
    if let special = combinedSpecial(with: other, sign: sign) { return special }
    let scale = Self.commonTimescale(timescale, other.timescale)
    var result: MediaTime
    if let scale {
      let sum = Int128(value) * Int128(scale / timescale) + sign * Int128(other.value) * Int128(scale / other.timescale)
      result = Self.fitted(sum, over: Int128(scale), like: self)
    } else {
      let sum = Int128(value) * Int128(other.timescale) + sign * Int128(other.value) * Int128(timescale)
      result = Self.rounded(sum, over: Int128(timescale) * Int128(other.timescale), toTimescale: Self.maximumTimescale)
    }
    if hasBeenRounded || other.hasBeenRounded { result.flags.insert(.hasBeenRounded) }
    result.epoch = sign < 0 && epoch == other.epoch ? 0 : (epoch != 0 ? epoch : other.epoch)
    return result
  }

  private func combinedSpecial(with other: MediaTime, sign: Int128) -> MediaTime? {
    if isNumeric && other.isNumeric { return nil }
    if isIndefinite || other.isIndefinite { return .indefinite }
    let otherIsPositive = other.isPositiveInfinity == (sign > 0)
    if isNumeric { return otherIsPositive ? .positiveInfinity : .negativeInfinity }
    if other.isNumeric { return self }
    return isPositiveInfinity == otherIsPositive ? self : .invalid
  }

  private static func commonTimescale(_ a: Int32, _ b: Int32) -> Int32? {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let multiple = Int64(a / x) * Int64(b)
    return multiple <= Int64(maximumTimescale) ? Int32(multiple) : nil
  }

  /// `top / bottom` seconds where `bottom` is a timescale or a product of one: kept exact when it fits.
  private static func fitted(_ top: Int128, over bottom: Int128, like model: MediaTime) -> MediaTime {
    var result: MediaTime
    if bottom <= Int128(maximumTimescale), let value = Int64(exactly: top) {
      result = MediaTime(value: value, timescale: Int32(bottom))
    } else {
      result = rounded(top, over: bottom, toTimescale: Int32(min(bottom, Int128(maximumTimescale))))
    }
    guard result.isNumeric else { return result }
    if model.hasBeenRounded { result.flags.insert(.hasBeenRounded) }
    result.epoch = model.epoch
    return result
  }

  /// Rounds to `timescale`, which is halved while the value does not fit, as the header comments promise.
  private static func rounded(_ top: Int128, over bottom: Int128, toTimescale: Int32) -> MediaTime {
    var timescale = toTimescale
    while true {
      // Products of two timescales and a value can pass 128 bits; then low bits of both sides are dropped.
      var (numerator, denominator) = (top, bottom)
      while numerator.multipliedReportingOverflow(by: Int128(timescale)).overflow {
        numerator >>= 1
        denominator >>= 1
      }
      let (quotient, exact) = divide(
        numerator * Int128(timescale), by: max(1, denominator), rounding: .halfAwayFromZero)
      if let value = Int64(exactly: quotient) {
        var result = MediaTime(value: value, timescale: timescale)
        if !exact || timescale != toTimescale { result.flags.insert(.hasBeenRounded) }
        return result
      }
      guard timescale > 1 else { return top > 0 ? .positiveInfinity : .negativeInfinity }
      timescale /= 2
    }
  }

  private static func divide(_ top: Int128, by bottom: Int128, rounding: Rounding) -> (Int128, exact: Bool) {
    let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    guard remainder != 0 else { return (quotient, true) }
    let away: Int128 = top < 0 ? -1 : 1
    let step: Int128 =
      switch rounding {
      case .halfAwayFromZero: (remainder.magnitude * 2 >= bottom.magnitude) ? away : 0
      case .towardZero, .quickTime: 0
      case .awayFromZero: away
      case .towardPositiveInfinity: max(0, away)
      case .towardNegativeInfinity: min(0, away)
      }
    return (quotient + step, false)
  }
}

extension MediaTime: Comparable, Hashable, CustomStringConvertible {
  /// Equality by meaning, as `CMTimeCompare` has it: all invalid times are equal.
  public static func == (left: MediaTime, right: MediaTime) -> Bool { left.order(against: right) == 0 }
  /// −∞ < numbers < indefinite < +∞ < invalid; a higher epoch is later.
  public static func < (left: MediaTime, right: MediaTime) -> Bool { left.order(against: right) < 0 }

  /// Hashes the reduced fraction, so that equal times hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    var (x, y) = (Int64(timescale), value == .min ? value : abs(value))
    while y != 0 { (x, y) = (y, x % y) }
    hasher.combine(value / x)
    hasher.combine(Int64(timescale) / x)
    hasher.combine(epoch)
  }

  /// Seconds for people: `1.5 s (900/600)`, or the name of a special value.
  public var description: String {
    switch rank {
    case 0: "−∞"
    case 1: "\(seconds) s (\(value)/\(timescale))"
    case 2: "indefinite"
    case 3: "+∞"
    default: "invalid"
    }
  }

  private var rank: Int {
    if !isValid { return 4 }
    if isNegativeInfinity { return 0 }
    if isPositiveInfinity { return 3 }
    return isIndefinite ? 2 : 1
  }

  private func order(against other: MediaTime) -> Int {
    if rank != other.rank { return rank < other.rank ? -1 : 1 }
    guard isNumeric else { return 0 }
    if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
    let left = Int128(value) * Int128(other.timescale)
    let right = Int128(other.value) * Int128(timescale)
    return left == right ? 0 : (left < right ? -1 : 1)
  }
}
