import CPNG
import MediaCore
import VideoCoding

extension PNGDecoding {
  /// The picture in the size that fits into a square of `side`, made smaller on its way, from squares of its pixels, so
  /// that memory does not grow with it.
  static func picture(
    of bytes: [UInt8], width: Int, height: Int, square: Int, fitting side: Int
  ) throws(CodingError) -> I420Picture {
    var reader = cpng_reader()
    defer { cpng_close(&reader) }
    return try bytes.span.bytes.withUnsafeBytes { (source) throws(CodingError) in
      guard cpng_open(&reader, source.baseAddress, source.count, width) != 0 else {
        throw failure(reader.message, "png_read_info")
      }
      let (columns, rows) = ((width + square - 1) / square, (height + square - 1) / square)
      var (row, sums) = ([UInt8](repeating: 0, count: 3 * width), [Int](repeating: 0, count: 3 * columns))
      var pixels: [UInt8] = []
      pixels.reserveCapacity(3 * columns * rows)
      for y in 0..<height {
        guard cpng_read_row(&reader, &row) != 0 else { throw failure(reader.message, "png_read_row") }
        add(row, to: &sums, square: square)
        guard (y + 1) % square == 0 || y + 1 == height else { continue }
        for (index, sum) in sums.enumerated() {
          // Those at the right and at the bottom may have fewer pixels.
          let count = min(square, width - index / 3 * square) * (y % square + 1)
          pixels.append(UInt8((sum + count / 2) / count))
          sums[index] = 0
        }
      }
      let small = try pixels.span.bytes.withUnsafeBytes { (pixels) throws(CodingError) in
        try I420Picture.picture(of: pixels, .rgb, width: columns, height: rows, stride: 3 * columns)
      }
      let size = I420Picture.size(width, height, fitting: side)
      let picture = try I420Picture(width: size.width, height: size.height, range: small.range)
      picture.scale(small)
      return picture
    }
  }

  private static func add(_ row: [UInt8], to sums: inout [Int], square: Int) {
    for start in stride(from: 0, to: row.count, by: 3 * square) {
      var (red, green, blue) = (0, 0, 0)
      for index in stride(from: start, to: min(start + 3 * square, row.count), by: 3) {
        red += Int(row[index])
        green += Int(row[index + 1])
        blue += Int(row[index + 2])
      }
      let place = start / square
      sums[place] += red
      sums[place + 1] += green
      sums[place + 2] += blue
    }
  }
}
