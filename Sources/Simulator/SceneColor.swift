/// A colour as a picture's planes hold it.
struct SceneColor {
  let luma: UInt8
  let cb: UInt8
  let cr: UInt8

  /// Creates the colour of a web colour such as `0xff8800`, by BT.601, in full or video range.
  init(_ rgb: Int, isFullRange: Bool) {
    let (red, green, blue) = (Double(rgb >> 16 & 255), Double(rgb >> 8 & 255), Double(rgb & 255))
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    let (lumaScale, lumaOffset, chromaScale) = isFullRange ? (1.0, 0.0, 1.0) : (219.0 / 255, 16.0, 224.0 / 255)
    self.luma = Self.byte(luma * lumaScale + lumaOffset)
    cb = Self.byte((blue - luma) / 1.772 * chromaScale + 128)
    cr = Self.byte((red - luma) / 1.402 * chromaScale + 128)
  }

  private init(luma: UInt8, cb: UInt8, cr: UInt8) { (self.luma, self.cb, self.cr) = (luma, cb, cr) }

  /// The colour that is so much of the way to another one: 0 for this one, 1 for that one.
  func mixed(with other: SceneColor, share: Double) -> SceneColor {
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      Self.byte(Double(first) + (Double(second) - Double(first)) * share)
    }
    return SceneColor(luma: mix(luma, other.luma), cb: mix(cb, other.cb), cr: mix(cr, other.cr))
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}
