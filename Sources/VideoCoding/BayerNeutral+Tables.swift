import MediaCore

extension BayerNeutral {
  /// The byte of a picture for each sample, one table for each of red, green and blue. Without a tint there is nothing
  /// but the curve of display.
  func tables(_ coding: BayerCoding, light: LightCoding) -> [[UInt8]] {
    let gains = gains
    let maximum = Double(coding.maximumSample)
    let isPlain = light == .display && gains.allSatisfy { $0 == 1 }
    var made: [Double: [UInt8]] = [:]  // colours of one gain share a table
    return gains.map { gain in
      if let table = made[gain] { return table }
      let table = (0...coding.maximumSample).map { sample in
        let value = Double(sample) / maximum
        if isPlain { return UInt8((255 * value).rounded()) }
        // Light is multiplied, not values on a curve.
        let amount = light == .linear ? value : LightCurve.linear(value)
        return UInt8((255 * LightCurve.display(min(amount * gain, 1))).rounded())
      }
      made[gain] = table
      return table
    }
  }
}
