/// The shape of every frame of a stream: coding, size, planes, range, curve.
public struct VideoFormat: Hashable, Sendable, CustomStringConvertible {
  /// The coding of pixels.
  public let pixelFormat: PixelFormat
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The planes of a raw frame, in the format's order; empty for compressed formats.
  public let planes: [PlaneLayout]
  /// The values that mean black and white. Colour always follows ITU-R BT.601.
  public let range: ColorRange
  /// The way in which values stand for light: linear for most raw formats, ready to be shown for all others.
  public let light: LightCoding

  /// Creates a format with explicit planes, for drivers that pad their rows. Without `light`, raw formats count as
  /// linear.
  public init(
    pixelFormat: PixelFormat, width: Int, height: Int, planes: [PlaneLayout], range: ColorRange,
    light: LightCoding? = nil
  ) {
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.planes = planes
    self.range = range
    self.light = light ?? (pixelFormat.bayer == nil ? .display : .linear)
  }

  /// Creates a format with rows as V4L2 packs them: `strideBytes` is the luma (or only) plane's, by default without
  /// padding.
  ///
  /// Formats that livecam does not read natively, and sizes outside 1...65 535, get no planes. A stride shorter than a
  /// row counts as rows without padding. Without `range`, MJPEG, RGB, grey and raw formats count as full range, packed
  /// and planar YCbCr as video range; without `light`, raw formats count as linear.
  public init(
    pixelFormat: PixelFormat, width: Int, height: Int, strideBytes: Int? = nil, range: ColorRange? = nil,
    light: LightCoding? = nil
  ) {
    let isFull =
      pixelFormat.isCompressed || pixelFormat.bayer != nil || [.rgb24, .bgra, .bgrx, .grey].contains(pixelFormat)
    self.init(
      pixelFormat: pixelFormat, width: width, height: height,
      planes: Self.packedPlanes(pixelFormat, width: width, height: height, strideBytes: strideBytes),
      range: range ?? (isFull ? .full : .video), light: light)
  }

  /// The bytes of a raw frame, from its first to the end of its last plane; 0 for compressed formats.
  public var frameBytes: Int { planes.reduce(0) { max($0, $1.end) } }

  /// A text for people: `MJPG 1280x720`.
  public var description: String { "\(pixelFormat) \(width)x\(height)" }

  private static func packedPlanes(
    _ format: PixelFormat, width: Int, height: Int, strideBytes: Int?
  ) -> [PlaneLayout] {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else { return [] }
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    func stride(atLeast rowBytes: Int) -> Int { max(rowBytes, min(strideBytes ?? 0, Int(Int32.max))) }
    func single(rowBytes: Int) -> [PlaneLayout] {
      [PlaneLayout(offset: 0, strideBytes: stride(atLeast: rowBytes), rows: height, rowBytes: rowBytes)]
    }
    let luma = PlaneLayout(
      offset: 0, strideBytes: stride(atLeast: halfWidth * 2), rows: height, rowBytes: width)
    let lumaBytes = luma.strideBytes * height
    switch format {
    case .yuyv, .uyvy: return single(rowBytes: halfWidth * 4)
    case .rgb24: return single(rowBytes: width * 3)
    case .bgra, .bgrx: return single(rowBytes: width * 4)
    case .grey: return single(rowBytes: width)
    case .nv12:
      let chroma = PlaneLayout(
        offset: lumaBytes, strideBytes: luma.strideBytes, rows: halfHeight, rowBytes: halfWidth * 2)
      return [luma, chroma]
    case .yu12:
      func chroma(at offset: Int) -> PlaneLayout {
        PlaneLayout(offset: offset, strideBytes: luma.strideBytes / 2, rows: halfHeight, rowBytes: halfWidth)
      }
      return [luma, chroma(at: lumaBytes), chroma(at: lumaBytes + luma.strideBytes / 2 * halfHeight)]
    default: return format.bayer.map { single(rowBytes: $0.rowBytes(width: width)) } ?? []
    }
  }
}
