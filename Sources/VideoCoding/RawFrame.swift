import MediaCore

/// An uncompressed frame in memory that is checked as its planes are asked for: layouts may come from a driver or a
/// file, so nothing about them is taken for granted.
struct RawFrame {
  let format: VideoFormat
  private let bytes: UnsafeMutableRawBufferPointer
  private let shortage: CodingError.Code
  /// The frame's size, cropped to even.
  var width: Int { format.width & ~1 }
  var height: Int { format.height & ~1 }

  /// Creates a frame whose planes are only read, although the libraries' types say less.
  init(_ format: VideoFormat, reading bytes: UnsafeRawBufferPointer) {
    (self.format, self.bytes, shortage) = (format, UnsafeMutableRawBufferPointer(mutating: bytes), .truncated)
  }

  init(_ format: VideoFormat, writing bytes: UnsafeMutableRawBufferPointer) {
    (self.format, self.bytes, shortage) = (format, bytes, .bufferTooSmall)
  }

  /// A plane that is known to hold `rows` rows of `rowBytes`.
  func plane(_ index: Int, rowBytes: Int, rows: Int) throws(CodingError) -> Plane {
    guard format.planes.indices.contains(index) else {
      throw CodingError(
        .malformed, context: "\(format)", message: "Plane \(index) is missing from the frame's layout.")
    }
    let layout = format.planes[index]
    let bound = 0...Int(Int32.max)  // keeps the sums below far from overflow, and strides within C's int
    guard bound.contains(layout.offset), bound.contains(layout.strideBytes), rowBytes <= layout.strideBytes else {
      throw CodingError(
        .malformed, context: "\(format)",
        message: "Plane \(index) cannot lie at \(layout.offset) with \(layout.strideBytes) bytes a row.")
    }
    let end = layout.offset + layout.strideBytes * (rows - 1) + rowBytes
    guard end <= bytes.count, let start = bytes.bindMemory(to: UInt8.self).baseAddress else {
      throw CodingError(
        shortage, context: "\(format)", message: "Plane \(index) ends at byte \(end), and there are \(bytes.count).")
    }
    return Plane(start: start + layout.offset, stride: layout.strideBytes, width: rowBytes, height: rows)
  }

  /// The planes of 4:2:0 of a size, which may be odd.
  func planes420(width: Int, height: Int) throws(CodingError) -> PlaneTriple {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    return PlaneTriple(
      luma: try plane(0, rowBytes: width, rows: height), cb: try plane(1, rowBytes: columns, rows: rows),
      cr: try plane(2, rowBytes: columns, rows: rows))
  }
}
