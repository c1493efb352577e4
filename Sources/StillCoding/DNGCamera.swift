import MediaCore

/// What has to be known of a camera to read its samples: where its colours and its levels lie.
public struct DNGCamera: Sendable, Hashable {
  /// The model as no other has it, such as `livecam ov5647`; `nil` for the make and model of the metadata.
  public var uniqueModel: String?
  /// From CIE XYZ to the camera's red, green and blue under `illuminant`: nine numbers, row by row.
  public var colorMatrix: [Double]
  /// The light that `colorMatrix` was measured under, as Exif's `LightSource` numbers lights; 21 is D65.
  public var illuminant: UInt16
  /// The sample that no light gives.
  public var blackLevel: Double
  /// The sample from which on a pixel is full; `nil` for the greatest there is.
  public var whiteLevel: Int?

  /// The matrix of a camera whose colours nobody has measured: it is taken to see as sRGB's primaries under D65
  /// (IEC 61966-2-1), which is roughly how webcams look once their white is balanced.
  public static let genericColorMatrix: [Double] = [
    3.2405, -1.5371, -0.4985,
    -0.9693, 1.8760, 0.0416,
    0.0556, -0.2040, 1.0572,
  ]

  /// A camera from what is known of it; without anything, a generic one.
  public init(
    uniqueModel: String? = nil, colorMatrix: [Double] = genericColorMatrix, illuminant: UInt16 = 21,
    blackLevel: Double = 0, whiteLevel: Int? = nil
  ) {
    self.uniqueModel = uniqueModel
    self.colorMatrix = colorMatrix
    self.illuminant = illuminant
    self.blackLevel = blackLevel
    self.whiteLevel = whiteLevel
  }

  /// Makes sure that the file will make sense.
  func check(_ coding: BayerCoding) throws(CodingError) {
    guard colorMatrix.count == 9, colorMatrix.allSatisfy({ $0.magnitude <= 100 }), determinant.magnitude > 1e-6 else {
      throw CodingError(
        .invalidSetting, context: "DNG",
        message: "A colour matrix has nine numbers up to 100 and can be inverted; \(colorMatrix) is none. "
          + "Leave it out for a generic one.")
    }
    let white = whiteLevel ?? coding.maximumSample
    guard blackLevel >= 0, blackLevel < Double(white), white <= coding.maximumSample else {
      throw CodingError(
        .invalidSetting, context: "DNG",
        message: "Black at \(blackLevel) and white at \(white) do not fit samples of \(coding.bitsPerSample) bits. "
          + "Give levels of this camera mode, or leave them out.")
    }
  }

  private var determinant: Double {
    let m = colorMatrix
    let first = m[0] * (m[4] * m[8] - m[5] * m[7])
    let second = m[1] * (m[3] * m[8] - m[5] * m[6])
    return first - second + m[2] * (m[3] * m[7] - m[4] * m[6])
  }
}
