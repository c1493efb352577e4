public import MediaCore

/// A camera's response to grey: how much of its light arrives in each colour.
public struct BayerNeutral: Hashable, Sendable {
  /// Red's share of the greatest of the three, above 0 to 1.
  public let red: Double
  /// Green's share.
  public let green: Double
  /// Blue's share.
  public let blue: Double

  /// Shares from any three amounts above zero; `nil` when one is not, or is less than a hundredth of another.
  public init?(red: Double, green: Double, blue: Double) {
    let top = max(red, green, blue)
    guard top.isFinite, top > 0, min(red, green, blue) >= top / 100 else { return nil }
    self.red = red / top
    self.green = green / top
    self.blue = blue / top
  }

  private init() { (red, green, blue) = (1, 1, 1) }

  /// Grey looks grey.
  public static let equal = BayerNeutral()

  /// The factors by which red, green and blue are multiplied so that grey is grey: 1 or more, so that white stays
  /// white.
  public var gains: [Double] { [1 / red, 1 / green, 1 / blue] }

  /// Estimates what grey is from a whole frame, which is taken to be grey on the average ("grey world").
  ///
  /// Samples near white say nothing of colour and are left out, each with its neighbours of the 2x2 pixels. A frame
  /// that leaves nothing, or would be too colourful to be believed, counts as ``equal``.
  /// `samples` are `width` × `height`, unpacked.
  public static func greyWorld(_ samples: [UInt16], of format: VideoFormat) -> BayerNeutral {
    guard let coding = format.pixelFormat.bayer else { return .equal }
    let (width, height) = (format.width, format.height)
    guard width > 0, height > 0, samples.count / width >= height else { return .equal }
    // Some 65 000 groups are as good as all of them.
    let step = 2 * max(1, Int(Double(width * height / 4 / 65_536).squareRoot()))
    let white = coding.maximumSample
    let limit = UInt16(truncatingIfNeeded: white - white / 32)
    let lights = (0...white).map { sample in
      let value = Double(sample) / Double(white)
      return format.light == .linear ? value : LightCurve.linear(value)
    }
    var sums = [0.0, 0.0, 0.0]
    for y in stride(from: 0, to: height - 1, by: step) {
      for x in stride(from: 0, to: width - 1, by: step) {
        let first = y * width + x
        let group = [samples[first], samples[first + 1], samples[first + width], samples[first + width + 1]]
        guard group.allSatisfy({ $0 < limit }) else { continue }
        for (color, sample) in zip(coding.pattern.colors, group) {
          sums[color.rawValue] += lights[min(Int(sample), white)] * (color == .green ? 0.5 : 1)
        }
      }
    }
    let top = sums.max() ?? 0
    // A frame of one colour, such as a red wall, says nothing of grey.
    guard top > 0, sums.allSatisfy({ $0 >= top / 8 }) else { return .equal }
    return BayerNeutral(red: sums[0], green: sums[1], blue: sums[2]) ?? .equal
  }
}
