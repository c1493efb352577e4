/// Functions that have the same value, to the last bit, on every machine.
///
/// The C library's sine and power are one formula on processors with fused multiplication and another on those without,
/// which differ in the last bit now and then. These consist of additions, multiplications, divisions and roundings
/// alone, which IEEE 754 fixes; they lie within some 1e-15 of the truth. They are for what is computed once, and for
/// what has to come out alike everywhere: tables, and scenes that tests are made of.
public enum ReproducibleMath {
  // 1/3!, 1/5!, … with the sine series' signs, the smallest first. At a quarter turn the first one left out is 1e-18.
  private static let sineSeries: [Double] = series(count: 11, first: 1) { -1 / Double(2 * $0 * (2 * $0 + 1)) }
  // 1/0!, 1/1!, 1/2!, … the smallest first. Up to half of ln 2 the first term that is left out is 1e-19.
  private static let exponentialSeries: [Double] = series(count: 15, first: 1) { 1 / Double($0) }
  private static let naturalLogarithmOf2 = 0.693_147_180_559_945_3

  /// Returns the sine of an angle in whole turns: 0.25 gives 1. For angles up to a million turns or so.
  public static func sine(ofTurns turns: Double) -> Double {
    var rest = turns - turns.rounded()
    // What lies beyond a quarter goes back the way it came.
    if abs(rest) > 0.25 { rest = (rest < 0 ? -0.5 : 0.5) - rest }
    let angle = 2 * Double.pi * rest
    return angle * sum(sineSeries, at: angle * angle)
  }

  /// Returns the cosine of an angle in whole turns: 0.5 gives -1.
  public static func cosine(ofTurns turns: Double) -> Double { sine(ofTurns: turns + 0.25) }

  /// Returns a number above zero and below infinity to a power, neither too large for a `Double` nor close to zero;
  /// else 0.
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0, base.isFinite else { return 0 }
    let result = exponent * binaryLogarithm(base)
    let whole = min(max(result.rounded(), -1000), 1000)
    let fraction = sum(exponentialSeries, at: (result - whole) * naturalLogarithmOf2)
    return Double(sign: .plus, exponent: Int(whole), significand: fraction)
  }

  private static func binaryLogarithm(_ value: Double) -> Double {
    // As near to 1 as can be: from √½ to √2.
    let isUpper = value.significand > 1.414_213_562_373_095
    let near = isUpper ? value.significand / 2 : value.significand
    let exponent = Double(value.exponent) + (isUpper ? 1 : 0)
    // ln x = 2 artanh((x − 1) / (x + 1)).
    let ratio = (near - 1) / (near + 1)
    let square = ratio * ratio
    var total = 0.0
    for order in stride(from: 25, through: 1, by: -2) { total = total * square + 1 / Double(order) }
    return exponent + 2 * ratio * total / naturalLogarithmOf2
  }

  private static func series(count: Int, first: Double, step: (Int) -> Double) -> [Double] {
    var terms = [first]
    for index in 1..<count { terms.append(terms[index - 1] * step(index)) }
    return terms.reversed()
  }

  private static func sum(_ coefficients: [Double], at value: Double) -> Double {
    var total = 0.0
    for index in coefficients.indices { total = total * value + coefficients[index] }
    return total
  }
}
