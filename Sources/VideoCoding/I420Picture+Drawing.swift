import CYuv
public import MediaCore

// All of these write, so they are for a picture's sole owner.
extension I420Picture {
  /// Fills a rectangle with one colour. What lies outside the picture is cut off; where the rectangle's edges are
  /// odd, its colour differences end half a pair of pixels earlier or later than its luma.
  public func fill(x: Int, y: Int, width: Int, height: Int, luma: UInt8, cb: UInt8 = 128, cr: UInt8 = 128) {
    // A sum too large for an Int lies past any edge.
    func end(_ start: Int, _ length: Int, limit: Int) -> Int {
      let (sum, overflow) = start.addingReportingOverflow(length)
      return overflow ? (length > 0 ? limit : 0) : min(sum, limit)
    }
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (end(x, width, limit: self.width), end(y, height, limit: self.height))
    guard right > left, bottom > top else { return }
    Plane.check(
      I420Rect(
        planes.luma.start, planes.luma.pitch, planes.cb.start, planes.cb.pitch, planes.cr.start, planes.cr.pitch,
        Int32(left), Int32(top), Int32(right - left), Int32(bottom - top), Int32(luma), Int32(cb), Int32(cr)))
  }

  /// Makes this picture, which has the same size, a copy of another one.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` when the sizes differ.
  public func copy(_ other: I420Picture) throws(CodingError) {
    guard other.width == width, other.height == height else {
      throw refusal("A picture of \(other.width)x\(other.height) does not fit. Scale it instead.")
    }
    other.planes.copy(to: planes)
    range = other.range
  }

  /// Replaces this picture's luma by another picture's, scaled to this one's size; the colour does not change.
  public func scaleLuma(_ other: I420Picture) { other.planes.luma.scale(to: planes.luma) }

  /// Makes this picture another one scaled to this one's size: the whole of it, without regard to its proportions.
  public func scale(_ other: I420Picture) {
    other.planes.scale(to: planes)
    range = other.range
  }

  /// The picture with each pixel four times, in a square.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` if there cannot be such a picture.
  package func doubled() throws(CodingError) -> I420Picture {
    let result = try I420Picture(width: width * 2, height: height * 2, range: range)
    planes.scale(to: result.planes, filter: kFilterNone)
    return result
  }
}
