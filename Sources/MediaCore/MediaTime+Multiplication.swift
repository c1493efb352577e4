extension MediaTime {
  /// Returns the time `multiplier` times over, in the same timescale, which is halved while the value does not fit.
  ///
  /// Infinities stay infinite and change side with a negative multiplier. Stands for `CMTimeMultiply`.
  public static func * (time: MediaTime, multiplier: Int32) -> MediaTime {
    guard time.isNumeric else { return time.multipliedSpecial(isNegative: multiplier < 0) }
    return time.derived(
      rounded(
        Int128(time.value) * Int128(multiplier), over: Int128(time.timescale), toTimescale: time.timescale))
  }

  /// The time multiplied by a ratio, exact whenever some timescale can hold the result.
  ///
  /// A `divisor` of 0 gives infinity on the side of the other factors' signs, or ``invalid`` when one of them
  /// is 0 too. Stands for `CMTimeMultiplyByRatio`.
  public func multiplied(by multiplier: Int32, over divisor: Int32) -> MediaTime {
    guard isNumeric else { return multipliedSpecial(isNegative: (multiplier < 0) != (divisor < 0)) }
    let top = Int128(value) * Int128(multiplier) * (divisor < 0 ? -1 : 1)
    guard divisor != 0 else {
      return top == 0 ? .invalid : (top > 0 ? .positiveInfinity : .negativeInfinity)
    }
    // The divisor is cancelled first, so that the timescale grows no more than it must.
    let divisorMagnitude = UInt128(divisor.magnitude)
    let common = Self.greatestCommonDivisor(top.magnitude, divisorMagnitude)
    return derived(
      Self.fitted(top / Int128(common), over: Int128(timescale) * Int128(divisorMagnitude / common)))
  }

  /// The time multiplied by a floating-point factor, in its own timescale doubled until it is at least 65 536.
  ///
  /// That timescale is halved again while the value does not fit. NaN, and infinity times 0, give ``invalid``
  /// for numbers; infinities keep to the factor's sign. Stands for `CMTimeMultiplyByFloat64`.
  public func multiplied(by factor: Double) -> MediaTime {
    guard isValid, !factor.isNaN else { return .invalid }
    guard isNumeric else { return multipliedSpecial(isNegative: factor < 0) }
    guard factor.isFinite else {
      return value == 0 ? .invalid : ((value < 0) == (factor < 0) ? .positiveInfinity : .negativeInfinity)
    }
    var scale = timescale
    var doublings = 0
    while scale < 65_536 { (scale, doublings) = (scale * 2, doublings + 1) }
    while true {
      if let exact = product(with: factor, doublings: doublings) {
        return derived(MediaTime(value: exact.value, timescale: scale, flags: exact.flags, epoch: 0))
      }
      guard scale.isMultiple(of: 2) else { break }
      (scale, doublings) = (scale / 2, doublings - 1)
    }
    return approximateProduct(with: factor, startingAt: scale)
  }

  /// The product in the finest timescale from `start` on, halved again and again, that holds it. Of a value of
  /// more than 62 bits a `Double` holds 53: the result counts as rounded.
  private func approximateProduct(with factor: Double, startingAt start: Int32) -> MediaTime {
    var scale = start
    while true {
      let product = (Double(value) / Double(timescale) * factor * Double(scale)).rounded(.toNearestOrAwayFromZero)
      if let fitting = Int64(exactly: product) {
        return derived(MediaTime(value: fitting, timescale: scale, flags: [.valid, .hasBeenRounded], epoch: 0))
      }
      guard scale > 1 else { return product > 0 ? .positiveInfinity : .negativeInfinity }
      scale /= 2
    }
  }

  /// `value · factor · 2^doublings`, rounded once; `nil` when it does not fit. Fewer than no doublings are halvings.
  ///
  /// In integers, because nanoseconds of an uptime beyond 104 days have more bits than a `Double`.
  private func product(with factor: Double, doublings: Int) -> (value: Int64, flags: Flags)? {
    guard value != 0, factor != 0 else { return (0, .valid) }
    let significand = Int128((factor.significand * 0x1p52).rounded()) * (factor < 0 ? -1 : 1)
    let exponent = Int(factor.exponent) - 52 + doublings
    let top = Int128(value) * significand  // 64 and 53 bits
    if exponent >= 0 {
      guard exponent < 64 else { return nil }
      let (shifted, overflow) = top.multipliedReportingOverflow(by: 1 << exponent)
      return overflow ? nil : Int64(exactly: shifted).map { ($0, .valid) }
    }
    guard exponent > -126 else { return (0, [.valid, .hasBeenRounded]) }
    let (quotient, exact) = Self.divide(top, by: 1 << -exponent)
    return Int64(exactly: quotient).map { ($0, exact ? .valid : [.valid, .hasBeenRounded]) }
  }

  /// The product of a time that is not a number.
  private func multipliedSpecial(isNegative: Bool) -> MediaTime {
    guard isPositiveInfinity || isNegativeInfinity else { return isIndefinite ? .indefinite : .invalid }
    return isPositiveInfinity == isNegative ? .negativeInfinity : .positiveInfinity
  }

  /// `top / bottom` seconds: exact when a value and a timescale can hold it, else in the finest that fits.
  private static func fitted(_ top: Int128, over bottom: Int128) -> MediaTime {
    if let value = Int64(exactly: top), let timescale = Int32(exactly: bottom) {
      return MediaTime(value: value, timescale: timescale)
    }
    let common = Int128(greatestCommonDivisor(top.magnitude, bottom.magnitude))
    if let value = Int64(exactly: top / common), let timescale = Int32(exactly: bottom / common) {
      return MediaTime(value: value, timescale: timescale)
    }
    return rounded(top, over: bottom, toTimescale: maximumTimescale)
  }

  /// `result` with what it inherits from this time: the epoch and the mark of earlier rounding.
  private func derived(_ result: MediaTime) -> MediaTime {
    guard result.isNumeric else { return result }
    var result = result
    result.epoch = epoch
    if hasBeenRounded { result.flags.insert(.hasBeenRounded) }
    return result
  }
}
