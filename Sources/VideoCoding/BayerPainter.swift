import CYuv
import MediaCore

/// Makes a raw frame of a picture: keeps of each pixel the one colour that a sensor's filter would let through.
///
/// One painter serves one thread at a time; its memory is used again and again.
final class BayerPainter {
  private let colored = ScratchPlanes()
  private let separated = ScratchPlanes()
  private let mosaic = ScratchPlanes()
  private var packer: BayerPacker?
  /// Paints a picture of the given range into a plane with room for `width` samples in a row. The picture has the
  /// plane's size rounded up to even.
  func paint(
    _ picture: PlaneTriple, range: ColorRange, as coding: BayerCoding, light: LightCoding, to target: Plane, width: Int
  ) {
    if packer?.coding != coding || packer?.light != light { packer = BayerPacker(coding, light: light) }
    let levels = levels(picture, range: range, coding.pattern)
    for y in 0..<target.height {
      packer?.pack(levels.start + y * levels.stride, to: target.start + y * target.stride, width: width)
    }
  }

  /// The picture with one colour a pixel. Sizes are even.
  private func levels(_ picture: PlaneTriple, range: ColorRange, _ pattern: BayerCoding.Pattern) -> Plane {
    let (width, height) = (picture.luma.width, picture.luma.height)
    let rgb = colored.plane(width: 3 * width, height: height)
    picture.convert(to: rgb, by: range == .full ? J420ToRAW : I420ToRAW)
    let colors = separated.planes((width, height), chroma: (width, height)).planes
    SplitRGBPlane(
      rgb.start, rgb.pitch, colors[0].start, colors[0].pitch, colors[1].start, colors[1].pitch, colors[2].start,
      colors[2].pitch, Int32(width), Int32(height))
    let result = mosaic.planes((width, height), chroma: (width / 2, height))
    // The halves that are not kept land in memory that is no longer needed.
    for line in 0..<2 {
      let (first, second) = (pattern.color(x: 0, y: line), pattern.color(x: 1, y: line))
      colors[first.rawValue].everySecondRow(from: line).split(even: result.cb, odd: rgb)
      colors[second.rawValue].everySecondRow(from: line).split(even: rgb, odd: result.cr)
      result.cb.merge(odd: result.cr, to: result.luma.everySecondRow(from: line))
    }
    return result.luma
  }
}
