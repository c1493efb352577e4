import MediaCore

/// Makes a raw frame of a picture: keeps of each pixel the one colour that a sensor's filter would let through.
///
/// One painter serves one thread at a time; its memory is used again and again.
final class BayerPainter {
  private let colored = ScratchPlanes()
  private let separated = ScratchPlanes()
  private let mosaic = ScratchPlanes()
  private var packer: BayerPacker?
  private var light = LightCoding.linear

  /// Paints a picture of the given range into a plane that is known to have room for `width` × `height` samples.
  /// The picture has that size rounded up to even.
  func paint(
    _ picture: PlaneTriple, range: ColorRange, as coding: BayerCoding, light: LightCoding, to target: Plane, width: Int,
    height: Int
  ) {
    let packer = packer(coding, light: light)
    let levels = levels(picture, range: range, coding.pattern, width: (width + 1) & ~1, height: (height + 1) & ~1)
    for y in 0..<height {
      packer.pack(levels.start + y * levels.stride, to: target.start + y * target.stride, width: width)
    }
  }

  private func packer(_ coding: BayerCoding, light: LightCoding) -> BayerPacker {
    if let packer, packer.coding == coding, self.light == light { return packer }
    let packer = BayerPacker(coding, light: light)
    (self.packer, self.light) = (packer, light)
    return packer
  }

  /// The picture with one colour a pixel. Sizes are even.
  private func levels(
    _ picture: PlaneTriple, range: ColorRange, _ pattern: BayerCoding.Pattern, width: Int, height: Int
  ) -> Plane {
    let rgb = colored.planes(lumaWidth: 3 * width, lumaHeight: height, chromaWidth: 0, chromaHeight: 0).luma
    LibYuv.i420ToRGB(picture, range: range, to: rgb, width: width, height: height)
    let room = separated.planes(lumaWidth: width, lumaHeight: height, chromaWidth: width, chromaHeight: height)
    let colors = [room.luma, room.cb, room.cr]
    LibYuv.splitRGB(rgb, colors[0], colors[1], colors[2], width: width, height: height)
    let result = mosaic.planes(lumaWidth: width, lumaHeight: height, chromaWidth: width / 2, chromaHeight: height)
    // The halves that are kept, and those that are not, which land in memory that is no longer needed.
    let halves = [result.cb, result.cr]
    let spare = Plane(start: rgb.start, stride: rgb.stride)
    for line in 0..<2 {
      for column in 0..<2 {
        let color = colors[pattern.color(x: column, y: line).rawValue]
        LibYuv.splitColumns(
          color.everySecondRow(from: line), even: column == 0 ? halves[0] : spare,
          odd: column == 0 ? spare : halves[1], width: width / 2, height: height / 2)
      }
      LibYuv.mergeColumns(
        even: halves[0], odd: halves[1], to: result.luma.everySecondRow(from: line), width: width / 2,
        height: height / 2)
    }
    return result.luma
  }
}

extension Plane {
  /// The even rows from 0, or the odd ones from 1.
  func everySecondRow(from row: Int) -> Plane { Plane(start: start + row * stride, stride: 2 * stride) }
}
