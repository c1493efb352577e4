import CYuv

// Work on single planes: `width` and `height` count that plane's own bytes and rows.
extension LibYuv {
  /// Copies or crops one plane.
  static func copyPlane(_ source: Plane, to target: Plane, width: Int, height: Int) {
    CopyPlane(source.start, source.strideC, target.start, target.strideC, Int32(width), Int32(height))
  }

  /// Sets every byte of one plane.
  static func setPlane(_ target: Plane, width: Int, height: Int, to value: UInt8) {
    SetPlane(target.start, target.strideC, Int32(width), Int32(height), UInt32(value))
  }

  /// Scales one plane: averaging where it shrinks, interpolating where it grows.
  static func scalePlane(
    _ source: Plane, width: Int, height: Int, to target: Plane, targetWidth: Int, targetHeight: Int
  ) {
    ScalePlane(
      source.start, source.strideC, Int32(width), Int32(height), target.start, target.strideC, Int32(targetWidth),
      Int32(targetHeight), kFilterBox)
  }

  /// Mixes two planes of one shape: `share` of 256 parts of the second, the rest of the first.
  static func mixPlanes(_ first: Plane, _ second: Plane, share: Int, to target: Plane, width: Int, height: Int) {
    let status = InterpolatePlane(
      first.start, first.strideC, second.start, second.strideC, target.start, target.strideC, Int32(width),
      Int32(height), Int32(share))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }

  /// The sum of the squared differences of two planes of one shape.
  static func squaredError(_ first: Plane, _ second: Plane, width: Int, height: Int) -> UInt64 {
    ComputeSumSquareErrorPlane(
      first.start, first.strideC, second.start, second.strideC, Int32(width), Int32(height))
  }

  /// Replaces every byte of a plane by its entry in `table`, padding at the end of rows included.
  ///
  /// The table has 1024 bytes, each of its 256 entries four times over, and the plane's stride is a multiple of
  /// four: libyuv looks up four channels of a pixel, and here they are four neighbouring samples.
  static func mapPlane(_ plane: Plane, height: Int, table: [UInt8]) {
    precondition(table.count == 1024 && plane.stride % 4 == 0, "a table or plane of the wrong shape")
    let status = ARGBColorTable(
      plane.start, plane.strideC, table, 0, 0, Int32(plane.stride / 4), Int32(height))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }

  /// Fills a rectangle of a 4:2:0 picture that lies inside it.
  static func fillRectangle(
    _ target: PlaneTriple, x: Int, y: Int, width: Int, height: Int, luma: UInt8, cb: UInt8, cr: UInt8
  ) {
    let status = I420Rect(
      target.luma.start, target.luma.strideC, target.cb.start, target.cb.strideC, target.cr.start, target.cr.strideC,
      Int32(x), Int32(y), Int32(width), Int32(height), Int32(luma), Int32(cb), Int32(cr))
    precondition(status == 0, "libyuv was given sizes that make no sense")
  }
}
