import CYuv
public import MediaCore

/// The order of a pixel's bytes in memory.
public enum PixelOrder: Sendable, Hashable {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue and opacity, which is not multiplied into the colours.
  case rgba
  /// Blue, green, red and opacity, which is not multiplied into the colours.
  case bgra

  /// Bytes of a pixel.
  public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
}

extension I420Picture {
  /// Returns a full-range picture of coloured pixels, row after row at `stride` bytes. What is not opaque is laid
  /// over white.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for sizes that a picture cannot have or a stride that
  ///   does not fit, with `.truncated` when there are fewer bytes.
  public static func picture(
    of pixels: UnsafeRawBufferPointer, _ order: PixelOrder, width: Int, height: Int, stride: Int
  ) throws(CodingError) -> I420Picture {
    let picture = try I420Picture(width: width, height: height, range: .full)
    guard stride >= width * order.bytesPerPixel, stride <= Int(Int32.max) else {
      throw CodingError(
        .invalidSetting, context: "picture \(width)x\(height)",
        message: "Rows of \(stride) bytes do not hold its pixels. Give their real distance.")
    }
    guard pixels.count >= (height - 1) * stride + width * order.bytesPerPixel,
      let start = pixels.bindMemory(to: UInt8.self).baseAddress
    else {
      throw CodingError(
        .truncated, context: "picture \(width)x\(height)",
        message: "\(pixels.count) bytes are too few for its pixels. Read the file again.")
    }
    let source = Plane(
      start: UnsafeMutablePointer(mutating: start), stride: stride, width: width * order.bytesPerPixel, height: height)
    switch order {
    case .rgb: source.convert(to: picture.planes, by: RAWToJ420)
    case .rgba, .bgra: source.overWhite(isBlueFirst: order == .bgra, to: picture.planes)
    }
    return picture
  }

  /// Returns a picture of three planes of bytes, colour at half the size, rounded up.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for sizes that a picture cannot have, with `.truncated`
  ///   when a plane has fewer rows.
  public static func picture(
    luma: UnsafeBufferPointer<UInt8>, lumaStride: Int, cb: UnsafeBufferPointer<UInt8>, cr: UnsafeBufferPointer<UInt8>,
    chromaStride: Int, width: Int, height: Int, range: ColorRange
  ) throws(CodingError) -> I420Picture {
    let picture = try I420Picture(width: width, height: height, range: range)
    let (columns, rows) = (picture.planes.cb.width, picture.planes.cb.height)
    guard lumaStride >= width, chromaStride >= columns, luma.count >= (height - 1) * lumaStride + width,
      min(cb.count, cr.count) >= (rows - 1) * chromaStride + columns, let luma = luma.baseAddress,
      let cb = cb.baseAddress, let cr = cr.baseAddress
    else {
      throw CodingError(
        .truncated, context: "picture \(width)x\(height)",
        message: "Its planes have too few bytes. Read the file again.")
    }
    func plane(_ start: UnsafePointer<UInt8>, _ stride: Int, _ like: Plane) -> Plane {
      Plane(start: UnsafeMutablePointer(mutating: start), stride: stride, width: like.width, height: like.height)
    }
    let planes = picture.planes
    let source = PlaneTriple(
      luma: plane(luma, lumaStride, planes.luma), cb: plane(cb, chromaStride, planes.cb),
      cr: plane(cr, chromaStride, planes.cr))
    source.copy(to: planes)
    return picture
  }

  /// Returns the picture with black and white where a range has them: itself, or a copy.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` if there cannot be such a picture.
  public func inRange(_ target: ColorRange) throws(CodingError) -> I420Picture {
    guard range != target else { return self }
    let result = try I420Picture(width: width, height: height, range: range)
    try result.copy(self)
    result.moveValues(to: target)
    return result
  }

  /// Moves all values to a range, in place.
  public func moveValues(to target: ColorRange) {
    guard range != target else { return }
    RangeTables.towards(target).apply(to: planes)
    range = target
  }

  /// Returns the pixels as bytes R, G, B, row after row without gaps.
  public func rgb() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in  // libyuv fills every row
      guard let start = buffer.baseAddress else { return }
      let target = Plane(start: start, stride: width * 3, width: width * 3, height: height)
      planes.convert(to: target, by: range == .full ? J420ToRAW : I420ToRAW)
      count = width * height * 3
    }
  }

  /// The pixels as bytes B, G, R and 255, row after row without gaps.
  package func bgra() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in  // libyuv fills every row
      guard let start = buffer.baseAddress else { return }
      let target = Plane(start: start, stride: width * 4, width: width * 4, height: height)
      planes.convert(to: target, by: range == .full ? J420ToARGB : I420ToARGB)
      count = width * height * 4
    }
  }

  /// Luma as bytes, row after row without gaps.
  public func lumaBytes() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in  // libyuv fills every row
      guard let start = buffer.baseAddress else { return }
      planes.luma.copy(to: Plane(start: start, stride: width, width: width, height: height))
      count = width * height
    }
  }

  /// Indicates whether nothing in the picture is coloured, up to rounding.
  package var isGrey: Bool {
    [planes.cb, planes.cr].allSatisfy { plane in
      (0..<plane.height).allSatisfy { row in
        (0..<plane.width).allSatisfy { (126...130).contains(plane.start[row * plane.stride + $0]) }
      }
    }
  }

  /// Returns the part of the picture that begins at a column and row, both even.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a part that does not lie within.
  public func cropped(x: Int, y: Int, width: Int, height: Int) throws(CodingError) -> I420Picture {
    guard x >= 0, y >= 0, x % 2 == 0, y % 2 == 0, width <= self.width - x, height <= self.height - y else {
      throw refusal("It has no part of \(width)x\(height) at \(x),\(y). Choose one inside it, at even places.")
    }
    let result = try I420Picture(width: width, height: height, range: range)
    planes.part(x: x, y: y, width: width, height: height).copy(to: result.planes)
    return result
  }

  /// Returns the picture with even sizes, as encoders of movies want it: itself, or a copy whose last column and row
  /// stand twice where they were odd.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` if there cannot be such a picture.
  public func evened() throws(CodingError) -> I420Picture {
    guard width % 2 != 0 || height % 2 != 0 else { return self }
    let result = try I420Picture(width: (width + 1) & ~1, height: (height + 1) & ~1, range: range)
    planes.copy(
      to: PlaneTriple(
        luma: result.planes.luma.part(width: width, height: height), cb: result.planes.cb, cr: result.planes.cr))
    let luma = result.planes.luma
    if width < luma.width {
      luma.part(x: width - 1, width: 1, height: height).copy(to: luma.part(x: width, width: 1, height: height))
    }
    if height < luma.height { luma.part(y: height - 1, height: 1).copy(to: luma.part(y: height, height: 1)) }
    return result
  }

  /// Returns the picture mirrored left to right if asked for, and then turned clockwise by quarter turns.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` if there cannot be such a picture.
  public func turned(clockwiseQuarters quarters: Int, mirrored: Bool = false) throws(CodingError) -> I420Picture {
    let mirror = mirrored ? try I420Picture(width: width, height: height, range: range) : self
    if mirrored { planes.convert(to: mirror.planes, by: I420Mirror) }
    guard quarters & 3 != 0 else { return mirror }
    let isTall = quarters % 2 != 0
    let result = try I420Picture(width: isTall ? height : width, height: isTall ? width : height, range: range)
    mirror.planes.rotate(quarters: quarters & 3, to: result.planes)
    return result
  }

  /// The size of a picture no larger than `side` in either direction: its own, or in proportion, and even.
  package static func size(_ width: Int, _ height: Int, fitting side: Int) -> (width: Int, height: Int) {
    let longest = max(width, height)
    func scaled(_ size: Int) -> Int { max(2, (size * side / longest) & ~1) }
    return longest > side ? (scaled(width), scaled(height)) : (width, height)
  }

  /// Returns the picture no larger than `side` in either direction: itself, or scaled down in proportion to even sizes.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a side below 2.
  public func fitted(maximumSide side: Int) throws(CodingError) -> I420Picture {
    guard side >= 2 else {
      throw refusal("A picture has at least 2 pixels. Choose a larger side than \(side).")
    }
    let size = Self.size(width, height, fitting: side)
    guard size != (width, height) else { return self }
    let result = try I420Picture(width: size.width, height: size.height, range: range)
    result.scale(self)
    return result
  }
}
