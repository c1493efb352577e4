/// A picture of luma alone, 8 bits a pixel, rows top to bottom without padding: what ffmpeg calls `gray`.
public struct GrayPicture: Sendable, Hashable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// `width` × `height` values.
  public let pixels: [UInt8]

  /// A picture from its pixels, or `nil` if their number is not `width` × `height`.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width.multipliedFullWidth(by: height).low,
      width.multipliedFullWidth(by: height).high == 0
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// Luma in someone else's memory: rows top to bottom, `strideBytes` apart. Valid as long as that memory is.
public struct GrayView {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// From one row to the next, in bytes.
  public let strideBytes: Int
  /// The first pixel and all that follow.
  public let bytes: UnsafeRawBufferPointer

  /// A view of a plane, or `nil` if `bytes` is too short for it or a size is not above zero.
  public init?(bytes: UnsafeRawBufferPointer, width: Int, height: Int, strideBytes: Int) {
    guard width > 0, height > 0, strideBytes >= width, height <= Int.max / strideBytes - 1,
      bytes.count >= strideBytes * (height - 1) + width
    else { return nil }
    self.width = width
    self.height = height
    self.strideBytes = strideBytes
    self.bytes = bytes
  }

  /// The mean value of at most `limit` × `limit` pixels, evenly spread over a rectangle inside the picture.
  func mean(x: Range<Int>, y: Range<Int>, limit: Int) -> Int {
    let columnStep = max(1, x.count / limit)
    let rowStep = max(1, y.count / limit)
    var sum = 0
    var count = 0
    var row = y.lowerBound
    while row < y.upperBound {
      var column = x.lowerBound
      while column < x.upperBound {
        sum += Int(bytes[row * strideBytes + column])
        count += 1
        column += columnStep
      }
      row += rowStep
    }
    return count == 0 ? 0 : sum / count
  }
}

extension GrayPicture {
  /// Calls `body` with a view of the pixels, which must not be kept.
  public func withView<Result>(_ body: (GrayView) throws -> Result) rethrows -> Result {
    try pixels.withUnsafeBytes { bytes in
      guard let view = GrayView(bytes: bytes, width: width, height: height, strideBytes: width) else {
        preconditionFailure("a picture whose pixels were counted does not hold them")
      }
      return try body(view)
    }
  }
}
