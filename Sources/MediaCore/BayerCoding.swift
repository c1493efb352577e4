/// The layout of a raw frame's samples in memory: one colour a pixel, as the sensor's filters have it.
public struct BayerCoding: Hashable, Sendable {
  /// The colours of the upper left 2x2 pixels, row by row, which repeat over the whole frame.
  public enum Pattern: String, Hashable, Sendable, CaseIterable {
    /// Blue, green; green, red.
    case bggr
    /// Green, blue; red, green.
    case gbrg
    /// Green, red; blue, green.
    case grbg
    /// Red, green; green, blue.
    case rggb

    /// The colours of the four pixels: upper left, upper right, lower left, lower right.
    public var colors: [Color] {
      switch self {
      case .bggr: [.blue, .green, .green, .red]
      case .gbrg: [.green, .blue, .red, .green]
      case .grbg: [.green, .red, .blue, .green]
      case .rggb: [.red, .green, .green, .blue]
      }
    }

    /// Returns the colour of the pixel in column `x` of row `y`, both from 0.
    public func color(x: Int, y: Int) -> Color { colors[(y & 1) << 1 | x & 1] }
  }

  /// The colour of a pixel's filter; the raw values are those of TIFF/EP's `CFAPattern`.
  public enum Color: Int, Hashable, Sendable, CaseIterable {
    /// Long waves.
    case red = 0
    /// Middle waves: every second pixel.
    case green = 1
    /// The colour of short waves.
    case blue = 2
  }

  /// The way in which samples become bytes.
  public enum Packing: Hashable, Sendable {
    /// Samples of 8 bits as bytes, longer ones in the low bits of little-endian 16-bit words.
    case whole
    /// The packing of MIPI CSI-2: the high eight bits of a group of samples, then the low bits of all, the first
    /// sample's lowest. Groups are four samples of 10 bits in five bytes, or two of 12 bits in three.
    case mipi
  }

  /// The place of each colour.
  public let pattern: Pattern
  /// The number of bits of a sample: 8, 10, 12 or 16.
  public let bitsPerSample: Int
  /// The way in which samples become bytes.
  public let packing: Packing

  /// Creates a coding from its parts.
  public init(pattern: Pattern, bitsPerSample: Int, packing: Packing) {
    self.pattern = pattern
    self.bitsPerSample = bitsPerSample
    self.packing = packing
  }

  /// The greatest sample there can be.
  public var maximumSample: Int { 1 << bitsPerSample - 1 }

  /// Returns the bytes of a row of `width` pixels without padding, whole groups of samples.
  public func rowBytes(width: Int) -> Int {
    switch (packing, bitsPerSample) {
    case (.mipi, 10): (width + 3) / 4 * 5
    case (.mipi, 12): (width + 1) / 2 * 3
    default: bitsPerSample <= 8 ? width : 2 * width
    }
  }
}

extension PixelFormat {
  /// The meaning of a raw format's samples; `nil` for formats that hold pictures.
  public var bayer: BayerCoding? { Self.bayerCodings[self] }

  /// Every raw format that livecam reads, the cheapest to make a movie of first. `V4L2_PIX_FMT_SBGGR8` and its kin.
  public static let bayerFormats: [PixelFormat] = bayerTable.map(\.format)

  private static let bayerCodings = Dictionary(uniqueKeysWithValues: bayerTable.map { ($0.format, $0.coding) })

  private static let bayerTable: [(format: PixelFormat, coding: BayerCoding)] =
    entries(["BA81", "GBRG", "GRBG", "RGGB"], bits: 8, .whole)
    + entries(["BG10", "GB10", "BA10", "RG10"], bits: 10, .whole)
    + entries(["pBAA", "pGAA", "pgAA", "pRAA"], bits: 10, .mipi)
    + entries(["BG12", "GB12", "BA12", "RG12"], bits: 12, .whole)
    + entries(["pBCC", "pGCC", "pgCC", "pRCC"], bits: 12, .mipi)
    + entries(["BYR2", "GB16", "GR16", "RG16"], bits: 16, .whole)

  private static func entries(
    _ names: [String], bits: Int, _ packing: BayerCoding.Packing
  ) -> [(format: PixelFormat, coding: BayerCoding)] {
    zip(names, BayerCoding.Pattern.allCases).compactMap { name, pattern in
      PixelFormat(name).map { ($0, BayerCoding(pattern: pattern, bitsPerSample: bits, packing: packing)) }
    }
  }

  /// Creates the raw format with the given coding; `nil` if V4L2 has none that livecam reads.
  public init?(bayer coding: BayerCoding) {
    guard let entry = Self.bayerTable.first(where: { $0.coding == coding }) else { return nil }
    self = entry.format
  }
}
