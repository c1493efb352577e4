import CYuv
import MediaCore

/// All that is asked of libyuv. Every picture's width and height are in pixels of luma, and may be odd.
///
/// libyuv fails only for sizes and pointers that make no sense; callers have checked them, so a failure is a bug here.
enum LibYuv {
  /// From three planes to three planes.
  enum PlanarConversion {
    /// From 4:2:0 to 4:2:0: copies, or crops when the source is larger.
    case copy420
    /// From 4:2:2 to 4:2:0, averaging the colour of two rows.
    case from422To420
    /// From 4:4:4 to 4:2:0, averaging the colour of four pixels.
    case from444To420
    /// From 4:2:0 to 4:2:2, doubling the rows of colour.
    case from420To422
  }

  /// Converts three planes into three others.
  static func convert(
    _ conversion: PlanarConversion, _ source: PlaneTriple, to target: PlaneTriple, width: Int, height: Int
  ) {
    let function =
      switch conversion {
      case .copy420: I420Copy
      case .from422To420: I422ToI420
      case .from444To420: I444ToI420
      case .from420To422: I420ToI422
      }
    check(
      function(
        source.luma.start, source.luma.strideC, source.cb.start, source.cb.strideC, source.cr.start, source.cr.strideC,
        target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC, target.cr.start, target.cr.strideC,
        Int32(width), Int32(height)))
  }

  /// The order of the four bytes of two packed 4:2:2 pixels.
  enum Packing { case yuyv, uyvy }

  /// From packed 4:2:2 to 4:2:0.
  static func packedToI420(_ source: Plane, _ packing: Packing, to target: PlaneTriple, width: Int, height: Int) {
    let convert = packing == .yuyv ? YUY2ToI420 : UYVYToI420
    check(
      convert(
        source.start, source.strideC, target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC,
        target.cr.start, target.cr.strideC, Int32(width), Int32(height)))
  }

  /// From packed to planar 4:2:2, without loss.
  static func packedToI422(_ source: Plane, _ packing: Packing, to target: PlaneTriple, width: Int, height: Int) {
    let convert = packing == .yuyv ? YUY2ToI422 : UYVYToI422
    check(
      convert(
        source.start, source.strideC, target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC,
        target.cr.start, target.cr.strideC, Int32(width), Int32(height)))
  }

  /// From 4:2:0 to packed 4:2:2.
  static func i420ToPacked(_ source: PlaneTriple, _ packing: Packing, to target: Plane, width: Int, height: Int) {
    let convert = packing == .yuyv ? I420ToYUY2 : I420ToUYVY
    check(
      convert(
        source.luma.start, source.luma.strideC, source.cb.start, source.cb.strideC, source.cr.start, source.cr.strideC,
        target.start, target.strideC, Int32(width), Int32(height)))
  }

  /// From a luma plane and one of interleaved colour to three planes.
  static func nv12ToI420(luma: Plane, chroma: Plane, to target: PlaneTriple, width: Int, height: Int) {
    check(
      NV12ToI420(
        luma.start, luma.strideC, chroma.start, chroma.strideC, target.luma.start, target.luma.strideC,
        target.cb.start, target.cb.strideC, target.cr.start, target.cr.strideC, Int32(width), Int32(height)))
  }

  /// From three planes to a luma plane and one of interleaved colour.
  static func i420ToNV12(_ source: PlaneTriple, luma: Plane, chroma: Plane, width: Int, height: Int) {
    check(
      I420ToNV12(
        source.luma.start, source.luma.strideC, source.cb.start, source.cb.strideC, source.cr.start, source.cr.strideC,
        luma.start, luma.strideC, chroma.start, chroma.strideC, Int32(width), Int32(height)))
  }

  /// From bytes R, G, B (which libyuv calls RAW) to full-range 4:2:0.
  static func rgbToI420(_ source: Plane, to target: PlaneTriple, width: Int, height: Int) {
    check(
      RAWToJ420(
        source.start, source.strideC, target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC,
        target.cr.start, target.cr.strideC, Int32(width), Int32(height)))
  }

  /// From 4:2:0 of either range to bytes R, G, B.
  static func i420ToRGB(_ source: PlaneTriple, range: ColorRange, to target: Plane, width: Int, height: Int) {
    let convert = range == .full ? J420ToRAW : I420ToRAW
    check(
      convert(
        source.luma.start, source.luma.strideC, source.cb.start, source.cb.strideC, source.cr.start, source.cr.strideC,
        target.start, target.strideC, Int32(width), Int32(height)))
  }

  private static func check(_ status: Int32) {
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }
}
