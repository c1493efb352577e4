import ByteCoding
import CPNG
import MediaCore
import VideoCoding

extension PNGDecoding {
  /// A file as libpng reads it: on and on. It keeps its place, for libpng knows the reader's.
  private struct Stream {
    let source: any ByteSource
    var position = 0
    var reader = cpng_reader()
  }

  /// The picture in the size that fits into a square of `side`, made smaller on its way, from squares of its pixels, so
  /// that memory does not grow with it.
  static func picture(of file: PNGFile, square: Int, fitting side: Int) throws(CodingError) -> I420Picture {
    var stream = Stream(source: file.source)
    return try withUnsafeMutablePointer(to: &stream) { (stream) throws(CodingError) in
      defer { cpng_close(&stream.pointee.reader) }
      let isOpen = cpng_open(
        &stream.pointee.reader, file.width,
        { stream, bytes, count in
          guard let stream = stream?.assumingMemoryBound(to: Stream.self) else { return 0 }
          do throws(ByteError) {
            try stream.pointee.source.read(
              at: stream.pointee.position, into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
          } catch { return 0 }  // the file was read up to here, and libpng says that more is missing
          stream.pointee.position += count
          return 1
        }, stream)
      guard isOpen != 0 else { throw failure(stream.pointee.reader.message, "png_read_info") }
      let small = try averages(of: file, square: square) { (row) throws(CodingError) in
        guard cpng_read_row(&stream.pointee.reader, &row) != 0 else {
          throw failure(stream.pointee.reader.message, "png_read_row")
        }
      }
      let size = I420Picture.size(file.width, file.height, fitting: side)
      let picture = try I420Picture(width: size.width, height: size.height, range: small.range)
      picture.scale(small)
      return picture
    }
  }

  /// A picture of the averages of squares of pixels.
  private static func averages(
    of file: PNGFile, square: Int, next: (inout [UInt8]) throws(CodingError) -> Void
  ) throws(CodingError) -> I420Picture {
    let (columns, rows) = ((file.width + square - 1) / square, (file.height + square - 1) / square)
    var (row, sums) = ([UInt8](repeating: 0, count: 3 * file.width), [Int](repeating: 0, count: 3 * columns))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * columns * rows)
    for y in 0..<file.height {
      try next(&row)
      add(row, to: &sums, square: square)
      guard (y + 1) % square == 0 || y + 1 == file.height else { continue }
      for (index, sum) in sums.enumerated() {
        // Those at the right and at the bottom may have fewer pixels.
        let count = min(square, file.width - index / 3 * square) * (y % square + 1)
        pixels.append(UInt8((sum + count / 2) / count))
        sums[index] = 0
      }
    }
    return try pixels.span.bytes.withUnsafeBytes { (pixels) throws(CodingError) in
      try .picture(of: pixels, .rgb, width: columns, height: rows, stride: 3 * columns)
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
