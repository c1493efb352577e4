import CYuv
import MediaCore

// Planes taken apart and put together by columns, which is what mosaics of colours come down to.
extension LibYuv {
  /// Puts every other byte, from the first on, into `even` and the others into `odd`; `width` counts pairs.
  static func splitColumns(_ source: Plane, even: Plane, odd: Plane, width: Int, height: Int) {
    SplitUVPlane(
      source.start, source.strideC, even.start, even.strideC, odd.start, odd.strideC, Int32(width), Int32(height))
  }

  /// Lays the bytes of two planes alternately side by side; `width` counts pairs.
  static func mergeColumns(even: Plane, odd: Plane, to target: Plane, width: Int, height: Int) {
    MergeUVPlane(
      even.start, even.strideC, odd.start, odd.strideC, target.start, target.strideC, Int32(width), Int32(height))
  }

  /// From planes of red, green, blue to bytes R, G, B.
  static func mergeRGB(_ red: Plane, _ green: Plane, _ blue: Plane, to target: Plane, width: Int, height: Int) {
    MergeRGBPlane(
      red.start, red.strideC, green.start, green.strideC, blue.start, blue.strideC, target.start, target.strideC,
      Int32(width), Int32(height))
  }

  /// From bytes R, G, B to planes of red, green, blue.
  static func splitRGB(_ source: Plane, _ red: Plane, _ green: Plane, _ blue: Plane, width: Int, height: Int) {
    SplitRGBPlane(
      source.start, source.strideC, red.start, red.strideC, green.start, green.strideC, blue.start, blue.strideC,
      Int32(width), Int32(height))
  }

  /// Replaces the bytes of rows, `width` of them and up to three more: those in even columns by `even`, the others by
  /// `odd`, tables of 256 bytes.
  static func mapAlternately(_ plane: Plane, even: [UInt8], odd: [UInt8], width: Int, height: Int) {
    precondition(even.count == 256 && odd.count == 256, "a table of the wrong size")
    // libyuv looks up the four channels of a pixel in tables of their own; here they are four neighbours.
    let table = zip(even, odd).flatMap { [$0, $1, $0, $1] }
    let status = ARGBColorTable(
      plane.start, plane.strideC, table, 0, 0, Int32((width + 3) / 4), Int32(height))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }

  /// From bytes R, G, B to B, G, R and an opaque A.
  static func rgbToBGRA(_ source: Plane, to target: Plane, width: Int, height: Int) {
    let status = RAWToARGB(source.start, source.strideC, target.start, target.strideC, Int32(width), Int32(height))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }

  /// From bytes B, G, R and one more to full-range 4:2:0.
  static func bgraToI420(_ source: Plane, to target: PlaneTriple, width: Int, height: Int) {
    let status = ARGBToJ420(
      source.start, source.strideC, target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC,
      target.cr.start, target.cr.strideC, Int32(width), Int32(height))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }

  /// From 4:2:0 of either range to bytes B, G, R and an opaque A.
  static func i420ToBGRA(_ source: PlaneTriple, range: ColorRange, to target: Plane, width: Int, height: Int) {
    let convert = range == .full ? J420ToARGB : I420ToARGB
    let status = convert(
      source.luma.start, source.luma.strideC, source.cb.start, source.cb.strideC, source.cr.start, source.cr.strideC,
      target.start, target.strideC, Int32(width), Int32(height))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }
}
