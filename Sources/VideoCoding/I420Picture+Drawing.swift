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
    withPlanes {
      LibYuv.fillRectangle(
        $0.triple, x: left, y: top, width: right - left, height: bottom - top, luma: luma, cb: cb, cr: cr)
    }
  }

  /// Makes this picture, which has the same size, a copy of another one.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` when the sizes differ.
  public func copy(_ other: I420Picture) throws(CodingError) {
    guard other.width == width, other.height == height else {
      throw CodingError(
        .invalidSetting, context: "picture \(width)x\(height)",
        message: "A picture of \(other.width)x\(other.height) does not fit. Scale it instead.")
    }
    other.withPlanes { source in
      withPlanes { LibYuv.convert(.copy420, source.triple, to: $0.triple, width: width, height: height) }
    }
    range = other.range
  }

  /// Makes this picture's luma another one's scaled to this one's size, and leaves its colour as it is.
  public func scaleLuma(_ other: I420Picture) {
    other.withPlanes { source in
      withPlanes { target in
        LibYuv.scalePlane(
          source.triple.luma, width: other.width, height: other.height, to: target.triple.luma, targetWidth: width,
          targetHeight: height)
      }
    }
  }

  /// Makes this picture another one scaled to this one's size: the whole of it, without regard to its proportions.
  public func scale(_ other: I420Picture) {
    other.withPlanes { source in
      withPlanes { target in
        let (from, to) = (source.triple, target.triple)
        LibYuv.scalePlane(
          from.luma, width: other.width, height: other.height, to: to.luma, targetWidth: width, targetHeight: height)
        for (plane, result) in [(from.cb, to.cb), (from.cr, to.cr)] {
          LibYuv.scalePlane(
            plane, width: other.width / 2, height: other.height / 2, to: result, targetWidth: width / 2,
            targetHeight: height / 2)
        }
      }
    }
    range = other.range
  }
}
