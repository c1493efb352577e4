import MediaCore

/// What turns a sensor's samples into a picture besides the colours that lie between them: levels and white balance.
public struct BayerDevelopment: Hashable, Sendable {
  /// The sample that no light gives.
  public var blackLevel: Double
  /// The sample that is white; `nil` for the greatest there is.
  public var whiteLevel: Int?
  /// What grey looks like to the camera, which becomes grey.
  public var neutral: BayerNeutral

  /// A development from its parts; without any, samples are shown as they are.
  public init(blackLevel: Double = 0, whiteLevel: Int? = nil, neutral: BayerNeutral = .equal) {
    self.blackLevel = blackLevel
    self.whiteLevel = whiteLevel
    self.neutral = neutral
  }

  /// Nothing but the curve of display.
  public static let plain = BayerDevelopment()

  /// The byte of a picture for each sample, one table for each of red, green and blue.
  func tables(_ coding: BayerCoding, light: LightCoding) -> [[UInt8]] {
    let gains = neutral.gains
    let maximum = Double(coding.maximumSample)
    let black = blackLevel.isFinite ? min(max(blackLevel, 0), maximum - 1) : 0
    let white = min(max(Double(whiteLevel ?? coding.maximumSample), black + 1), maximum)
    let isPlain = light == .display && black == 0 && white == maximum && gains.allSatisfy { $0 == 1 }
    var made: [Double: [UInt8]] = [:]  // colours of one gain share a table
    return gains.map { gain in
      if let table = made[gain] { return table }
      let table = (0...coding.maximumSample).map { sample in
        let value = Double(sample) / maximum
        if isPlain { return UInt8((255 * value).rounded()) }
        // Levels count in samples as they come; light is multiplied, not values on a curve.
        let scaled = (Double(sample) - black) / (white - black)
        let amount = light == .linear ? scaled : LightCurve.linear(max(0, scaled))
        return UInt8((255 * LightCurve.display(min(max(0, amount * gain), 1))).rounded())
      }
      made[gain] = table
      return table
    }
  }
}
