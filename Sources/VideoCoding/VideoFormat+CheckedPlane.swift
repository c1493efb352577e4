import MediaCore

extension VideoFormat {
  /// Where plane `index` lies in `byteCount` bytes, after making sure that `rows` rows of `rowBytes` lie within.
  ///
  /// Layouts may come from a driver or a file, so nothing about them is taken for granted.
  func checkedPlane(
    _ index: Int, rowBytes: Int, rows: Int, byteCount: Int, shortage: CodingError.Code
  ) throws(CodingError) -> (offset: Int, stride: Int) {
    guard planes.indices.contains(index) else {
      throw CodingError(
        .malformed, context: "\(self)", message: "Plane \(index) is missing from the frame's layout.")
    }
    let layout = planes[index]
    let bound = 0...Int(Int32.max)  // keeps the sums below far from overflow, and strides within C's int
    guard bound.contains(layout.offset), bound.contains(layout.strideBytes), rowBytes <= layout.strideBytes else {
      throw CodingError(
        .malformed, context: "\(self)",
        message: "Plane \(index) cannot lie at \(layout.offset) with \(layout.strideBytes) bytes a row.")
    }
    let end = layout.offset + layout.strideBytes * (rows - 1) + rowBytes
    guard end <= byteCount else {
      throw CodingError(
        shortage, context: "\(self)", message: "Plane \(index) ends at byte \(end), and there are \(byteCount).")
    }
    return (layout.offset, layout.strideBytes)
  }
}
