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
