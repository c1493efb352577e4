import CYuv

// Whole pictures turned, and pixels with opacity.
extension LibYuv {
  /// Mirrors left to right.
  static func mirror(_ source: PlaneTriple, to target: PlaneTriple, width: Int, height: Int) {
    let status = I420Mirror(
      source.luma.start, source.luma.strideC, source.cb.start, source.cb.strideC, source.cr.start, source.cr.strideC,
      target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC, target.cr.start, target.cr.strideC,
      Int32(width), Int32(height))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }

  /// Turns clockwise by 1 to 3 quarters. `width` and `height` are the source's.
  static func rotate(_ source: PlaneTriple, quarters: Int, to target: PlaneTriple, width: Int, height: Int) {
    let mode = quarters == 1 ? kRotate90 : quarters == 2 ? kRotate180 : kRotate270
    let status = I420Rotate(
      source.luma.start, source.luma.strideC, source.cb.start, source.cb.strideC, source.cr.start, source.cr.strideC,
      target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC, target.cr.start, target.cr.strideC,
      Int32(width), Int32(height), mode)
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }

  /// From pixels with opacity, red or blue first, laid over white, to full-range 4:2:0. Sizes are even.
  ///
  /// Two rows at a time, as many as share a row of colour, so that no second picture is needed.
  static func overWhite(
    _ source: Plane, isBlueFirst: Bool, to target: PlaneTriple, width: Int, height: Int
  ) {
    // libyuv names orders by the number that the four bytes make: its ARGB begins with blue.
    let stride = 4 * width
    let rows = [UInt8](repeating: 255, count: 2 * stride)
    withUnsafeTemporaryAllocation(byteCount: 4 * stride, alignment: 64) { memory in
      guard let pixels = memory.bindMemory(to: UInt8.self).baseAddress else { return }
      let white = pixels + 2 * stride
      for y in Swift.stride(from: 0, to: height, by: 2) {
        let part = source.start + y * source.stride
        let copy = isBlueFirst ? ARGBCopy : ABGRToARGB
        var status = copy(part, source.strideC, pixels, Int32(stride), Int32(width), 2)
        status |= ARGBAttenuate(pixels, Int32(stride), pixels, Int32(stride), Int32(width), 2)
        rows.withUnsafeBufferPointer { white.update(from: $0.baseAddress.unsafelyUnwrapped, count: 2 * stride) }
        status |= ARGBBlend(
          pixels, Int32(stride), white, Int32(stride), white, Int32(stride), Int32(width), 2)
        status |= ARGBToJ420(
          white, Int32(stride), target.luma.start + y * target.luma.stride, target.luma.strideC,
          target.cb.start + y / 2 * target.cb.stride, target.cb.strideC, target.cr.start + y / 2 * target.cr.stride,
          target.cr.strideC, Int32(width), 2)
        precondition(status == 0, "libyuv was given sizes that make no sense")
      }
    }
  }
}
